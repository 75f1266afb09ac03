/** What only a signed-in member of a team sees: the frame and its screens. A script of its own, so that signing in needs none of it. */
import { FrameSkeleton } from './frame-skeleton.tsx';
import { Frame } from './frame.tsx';
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
    </TeamGate>
  );
}
