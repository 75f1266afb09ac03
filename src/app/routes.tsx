/** The screen of the current address. */
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { links } from '#src/data/links.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { LoadTrace } from './load-trace.tsx';
import { findRoute } from './route-table.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

export function Routes() {
  const [path] = useLocation();
  const found = findRoute(path);
  const shown = found ? found.route.element(found.params) : <NotFound path={path} />;
  return (
    <ScreenBoundary key={path}>
      <Suspense fallback={<ScreenSkeleton />}>
        {shown}
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
        {path.replace(/^~/, '')} is not a screen of Muster. Check the address for typing errors, or start from
        home.
      </EmptyState>
    </>
  );
}
