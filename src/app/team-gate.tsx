/** Shows its children to a member of the team; the welcome screen to a person without a team. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { isId } from '#domain/base.ts';
import { teamInAddress } from '#api/addresses.ts';
import type { User } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useConnected } from '#src/data/client/connection.ts';
import { explain } from '#src/data/client/errors.ts';
import { useSession } from '#src/data/client/session.ts';
import { TeamProvider, useTeamAccess } from '#src/data/queries/team.tsx';
import { contentId } from '#src/components/app-frame.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorState } from '#src/ui/empty-state.tsx';
import { appVersion } from './app-version.ts';
import { GateMessage } from './gate-message.tsx';
import { LeftTeams } from './left-teams.tsx';
import { keepLastTeam, lastTeam } from './last-team.ts';
import { frameParts } from './frame-parts.ts';

export interface TeamGateProps {
  readonly children: ReactNode;
  /** Shown while the team loads. Default nothing. */
  readonly waiting?: ReactNode;
}

/** Gate to a team, within a SessionGate. */
export function TeamGate(props: TeamGateProps) {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  if (!isId(user.uid)) return <Welcome user={user} waiting={props.waiting} />;
  return (
    <LeftTeams key={user.uid} uid={user.uid} waiting={props.waiting ?? false}>
      <TeamForUser {...props} user={user} />
    </LeftTeams>
  );
}

function TeamForUser({ user, children, waiting = null }: TeamGateProps & { readonly user: User }) {
  const asked = teamInAddress(useLocation()[0]);
  const [last, setLast] = useState(() => lastTeam(user.uid));
  const access = useTeamAccess(user, { asked, preferred: last });
  const opened = access.status === 'ready' ? access.value.team.id : null;
  // An address without a team keeps this page's team, whatever other tabs open.
  if (opened !== null && opened !== last) setLast(opened);
  const entered = useRef<string | null>(null);
  useEffect(() => {
    if (opened === null) return;
    keepLastTeam(user.uid, opened);
    // The focused element was removed with the last team's frame.
    const switched = entered.current !== null && entered.current !== opened;
    if (switched && document.activeElement === document.body)
      document.getElementById(contentId)?.focus({ preventScroll: true });
    entered.current = opened;
  }, [user.uid, opened]);
  switch (access.status) {
    case 'loading':
      return <SlowTeamNotice user={user}>{waiting}</SlowTeamNotice>;
    case 'failed':
      if (isPortError(access.error, 'permission-denied'))
        return (
          <Suspense fallback={waiting}>
            <frameParts.teamAccessDenied.Component user={user} others={access.others} />
          </Suspense>
        );
      return (
        <ErrorState
          title="Your team could not be opened"
          meaning={explain(access.error)}
          advice="Reload to try again."
          action={<Button onClick={appVersion.takeOver}>Reload Muster</Button>}
        />
      );
    case 'deleted':
      return (
        <Suspense fallback={waiting}>
          <frameParts.deletedTeam.Component user={user} team={access.team} others={access.others} />
        </Suspense>
      );
    case 'not-in-team':
      return (
        <Suspense fallback={waiting}>
          <frameParts.notInTeam.Component user={user} />
        </Suspense>
      );
    case 'none':
      return <Welcome user={user} waiting={waiting} />;
    case 'ready':
      // The key remounts everything for another team.
      return (
        <TeamProvider key={access.value.team.id} value={access.value}>
          {children}
        </TeamProvider>
      );
  }
}

const Welcome = ({ user, waiting }: Pick<TeamGateProps, 'waiting'> & { readonly user: User }) => (
  <Suspense fallback={waiting}>
    <frameParts.welcome.Component user={user} />
  </Suspense>
);

/** A team usually opens in a second; after this many milliseconds it is late. */
const slowAfterMs = 8_000;

/** A way out of an endless skeleton. The gate still opens by itself when the team arrives. */
function SlowTeamNotice({ user, children }: { readonly user: User; readonly children: ReactNode }) {
  const clock = useClock();
  const offline = useConnected() === false;
  const [late, setLate] = useState(false);
  useEffect(() => clock.every(slowAfterMs, () => setLate(true)), [clock]);
  if (!late) return children;
  return (
    <GateMessage
      user={user}
      title="Your team did not load"
      meaning={
        offline
          ? 'There is no connection to the backend, and this browser has no copy of your team.'
          : 'The backend has not sent your record in it. You may have been removed from the team, or a newer version of Muster wrote it.'
      }
      advice="It opens by itself once it is loaded; reload, or sign in as somebody else."
      action={
        <Button variant="primary" onClick={appVersion.takeOver}>
          Reload Muster
        </Button>
      }
    />
  );
}
