/** The app between its providers and its screens. */
import { Suspense } from 'react';
import { Redirect, Route, Switch, useSearch } from 'wouter';
import { links } from '#src/live/links.ts';
import { useSession } from '#src/live/session.ts';
import { Frame } from './frame.tsx';
import { FrameSkeleton } from './frame-skeleton.tsx';
import { Routes } from './routes.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { screens } from './screens.ts';
import { returnPath, SessionGate } from './session-gate.tsx';
import { SignedIn } from './signed-in.tsx';

export function App() {
  return (
    <Switch>
      <Route path={links.signIn()}>
        <SignIn />
      </Route>
      <Route>
        <SessionGate waiting={<FrameSkeleton />}>
          <SignedIn>
            <Frame>
              <Routes />
            </Frame>
          </SignedIn>
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
