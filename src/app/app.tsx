/** The app between its providers and its screens. */
import { type ReactNode, Suspense, use } from 'react';
import { Redirect, Route, Switch, useSearch } from 'wouter';
import { links } from '#src/live/links.ts';
import { useSession } from '#src/live/session.ts';
import { followed } from '#src/live/followed.ts';
import { useRuntime } from './runtime-context.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { screens } from './screens.ts';
import { returnPath, SessionGate } from './session-gate.tsx';

export function App() {
  return (
    <Switch>
      <Route path={links.signIn()}>
        <SignIn />
      </Route>
      <Route>
        <ScreenBoundary>
          <SessionGate waiting={<Waiting />}>
            <Suspense fallback={<Waiting />}>
              <Complete>
                <screens.inside.Component />
              </Complete>
            </Suspense>
          </SessionGate>
        </ScreenBoundary>
      </Route>
    </Switch>
  );
}

function Waiting() {
  return (
    <Suspense>
      <screens.frameSkeleton.Component />
    </Suspense>
  );
}

/** Waits for what signing in did not need of the backend. */
function Complete({ children }: { readonly children: ReactNode }) {
  const { complete } = useRuntime();
  if (complete) use(complete());
  return children;
}

function SignIn() {
  const session = useSession();
  const search = useSearch();
  // A link from an email that is not about signing in is used up here, whoever is signed in.
  const errand = followed(search);
  const busy = errand !== null && errand.kind !== 'sign-in';
  if (session.status === 'signed-in' && !busy) return <Redirect to={returnPath(search)} replace />;
  if (session.status === 'restoring') return null;
  return (
    <ScreenBoundary>
      <Suspense>
        <screens.signIn.Component />
      </Suspense>
    </ScreenBoundary>
  );
}
