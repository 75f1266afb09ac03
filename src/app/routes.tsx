/** Which address shows which screen. */
import { Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { links } from '#src/data/links.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { LoadTrace } from './load-trace.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { screens } from './screens.ts';

export function Routes() {
  const [path] = useLocation();
  return (
    <ScreenBoundary key={path}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Switch>
          <Route path={links.home()}>
            <screens.home.Component />
          </Route>
          <Route path="/declare">
            <screens.declare.Component />
          </Route>
          <Route path={links.incidents()}>
            <screens.incidents.Component />
          </Route>
          <Route path={/^\/incidents\/(?<number>[1-9]\d{0,9})$/}>
            {({ number }: { readonly number?: string }) => <screens.room.Component number={Number(number)} />}
          </Route>
          <Route path={links.alerts()}>
            <screens.alerts.Component />
          </Route>
          <Route path={links.onCall()}>
            <screens.onCall.Component />
          </Route>
          <Route path={links.me()}>
            <screens.me.Component />
          </Route>
          <Route path={links.diagnostics()}>
            <screens.diagnostics.Component />
          </Route>
          <Route>
            <NotFound path={path} />
          </Route>
        </Switch>
        <LoadTrace screen={path.split('/')[1] || 'home'} />
      </Suspense>
    </ScreenBoundary>
  );
}

function NotFound({ path }: { readonly path: string }) {
  return (
    <>
      <h1 className="visually-hidden">Not found</h1>
      <EmptyState
        title="There is nothing at this address"
        action={
          <Link href={links.home()} look="primary">
            Go home
          </Link>
        }
      >
        {path} is not a screen of Muster. Check the address for typing errors, or start from home.
      </EmptyState>
    </>
  );
}
