/** Frame and screens of a signed-in member. A separate script, which the sign-in screen does not need. */
import { FrameSkeleton } from './frame-skeleton.tsx';
import { Frame } from './frame.tsx';
import { OtherTeamsAlarm } from './other-teams-alarm.tsx';
import { Routes } from './routes.tsx';
import { SignedIn } from './signed-in.tsx';
import { TeamAddress } from './team-address.tsx';
import { TeamGate } from './team-gate.tsx';

export function AuthenticatedApp() {
  return (
    <TeamGate waiting={<FrameSkeleton />}>
      <TeamAddress>
        <SignedIn>
          <Frame>
            <Routes />
          </Frame>
        </SignedIn>
      </TeamAddress>
      <OtherTeamsAlarm />
    </TeamGate>
  );
}
