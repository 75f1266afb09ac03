/** The app below its providers: sign-in screen, or the gates before the team's screens. */
import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useSearch } from 'wouter';
import { links, pathOf } from '#src/data/links.ts';
import { rememberInvite } from '#src/data/client/invite-link.ts';
import { markedSession } from '#src/data/client/session-mark.ts';
import { useSession } from '#src/data/client/session.ts';
import { parseEmailAction } from '#src/data/client/email-action.ts';
import { teamScreenIdle } from '#src/data/client/first-screen-idle.ts';
import { nextScreenTime } from '#src/data/client/next-screen.ts';
import { canTellIdle } from '#src/data/client/when-idle.ts';
import { comingScreen, fetchNext } from './coming-screen.ts';
import { usePushGuard } from './push-guard.ts';
import { useRuntime } from './runtime-context.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { loadInside, startParts } from './start-parts.ts';
import { useFirstInput, useFirstScreenIdle } from '#src/data/client/use-reached.ts';
import { carriedFragment, returnPath, SessionGate } from './session-gate.tsx';
import { Starting } from './start.tsx';

export function App() {
  usePushGuard();
  usePreload();
  const idle = useFirstScreenIdle();
  // Tooltips are asked for by a pointer or a key.
  const somebody = useFirstInput();
  return (
    <>
      <Switch>
        <Route path={links.signIn()}>
          <SignIn />
        </Route>
        <Route path={links.invite()}>
          <Alone>
            <startParts.invite.Component />
          </Alone>
        </Route>
        <Route path={pathOf(links.recover(), '')}>
          <Alone>
            <startParts.recover.Component />
          </Alone>
        </Route>
        <Route path={pathOf(links.deleteAccount(), '')}>
          <Alone>
            <startParts.deleteAccount.Component />
          </Alone>
        </Route>
        <Route>{behindSignIn}</Route>
      </Switch>
      {idle && somebody ? (
        <Suspense>
          <startParts.tooltipPopup.Component />
        </Suspense>
      ) : null}
    </>
  );
}

/** A constant element, so that a new address renders only its readers. */
const behindSignIn = (
  <ScreenBoundary>
    <SessionGate waiting={<Waiting />}>
      <Suspense fallback={<Waiting />}>
        <Complete>
          <startParts.authenticatedApp.Component />
        </Complete>
      </Suspense>
    </SessionGate>
  </ScreenBoundary>
);

/** A screen that belongs to no team. */
const Alone = ({ children }: { readonly children: ReactNode }) => (
  <ScreenBoundary>
    <Suspense fallback={<Starting />}>
      <Complete>{children}</Complete>
    </Suspense>
  </ScreenBoundary>
);

/** The coming screen's skeleton, which the page's shell has shown until now. */
function Waiting() {
  const Skeleton = comingScreen() === 'sign-in' ? startParts.signInSkeleton : startParts.frameSkeleton;
  return (
    <Suspense fallback={<Starting />}>
      <Skeleton.Component />
    </Suspense>
  );
}

const SignInWaiting = () => (
  <Suspense>
    <startParts.signInSkeleton.Component />
  </Suspense>
);

/**
 * Suspends until every port can be used. Not when they can already: React shows what replaces a fallback no sooner than 0.3 s after
 * that.
 */
function Complete({ children }: { readonly children: ReactNode }) {
  const { complete, isComplete } = useRuntime();
  if (complete && !isComplete()) use(complete());
  return children;
}

function SignIn() {
  const session = useSession();
  const search = useSearch();
  // The mail of an invite signs in, with the invite in the address: kept before a redirect below leaves the address.
  const [seen, setSeen] = useState<string | null>(null);
  if (seen !== search) {
    setSeen(search);
    rememberInvite(location.hash === '' ? carriedFragment(search) : location.hash);
  }
  // An email link that is not for signing in is handled here, also for a signed-in person.
  const emailAction = parseEmailAction(search);
  // An attempt is finished (a new account's name is saved) before the screen is left.
  const [attempting, setAttempting] = useState(false);
  // The note of a session that was ended elsewhere; that of a new one is made behind the gates.
  const [ended] = useState(() => markedSession() !== null);
  const { complete } = useRuntime();
  const attempt = (underWay: boolean) => {
    setAttempting(underWay);
    return underWay ? loadInside(returnPath(search), complete?.()) : undefined;
  };
  const busy = attempting || (emailAction !== null && emailAction.kind !== 'sign-in');
  if (session.status === 'signed-in' && !busy) return <Redirect to={returnPath(search)} replace />;
  if (session.status === 'restoring') return <SignInWaiting />;
  return (
    <ScreenBoundary>
      {ended ? (
        <Suspense>
          <startParts.endedNotice.Component />
        </Suspense>
      ) : null}
      <Suspense fallback={<SignInWaiting />}>
        <startParts.signIn.Component onAttempt={attempt} />
      </Suspense>
    </ScreenBoundary>
  );
}

/** Preloading: every screen once a signed-in person's first stands, so that they also open offline; home from the sign-in screen. */
function usePreload(): void {
  const { complete } = useRuntime();
  const { status } = useSession();
  useEffect(() => {
    if (!canTellIdle() || status === 'restoring') return undefined;
    let over = false;
    const preload = async () => {
      const [{ preloadScreens }] = await Promise.all([import('./preload.ts'), complete?.()]);
      await preloadScreens();
    };
    const [moment, begin] =
      status === 'signed-in' ? ([teamScreenIdle, preload] as const) : ([nextScreenTime, fetchNext] as const);
    moment()
      .then(() => (over ? undefined : begin()))
      .catch(() => undefined);
    return () => {
      over = true;
    };
  }, [complete, status]);
}
