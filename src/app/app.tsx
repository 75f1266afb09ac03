/** The app between its providers and its screens. */
import { Suspense } from 'react';
import { Redirect, Route, Switch, useSearch } from 'wouter';
import { links } from '#src/live/links.ts';
import { useSession } from '#src/live/session.ts';
import { FrameSkeleton } from './frame-skeleton.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { screens } from './screens.tsx';
import { returnPath, SessionGate } from './session-gate.tsx';

export function App() {
  return (
    <Switch>
      <Route path={links.signIn()}>
        <SignIn />
      </Route>
      <Route>
        <SessionGate waiting={<FrameSkeleton />}>
          <Suspense fallback={<FrameSkeleton />}>
            <screens.inside.Component />
          </Suspense>
        </SessionGate>
      </Route>
    </Switch>
  );
}

function SignIn() {
  const session = useSession();
  const search = useSearch();
  if (session.status === 'signed-in') return <Redirect to={returnPath(search)} replace />;
  if (session.status === 'restoring') return null;
  return (
    <ScreenBoundary>
      <Suspense>
        <screens.signIn.Component />
      </Suspense>
    </ScreenBoundary>
  );
}
