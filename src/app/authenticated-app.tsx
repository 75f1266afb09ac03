/** Frame and screens of a signed-in member. A separate script, which the sign-in screen does not need. */
import { Suspense } from 'react';
import { useHasOtherTeams } from '#src/data/queries/my-teams.ts';
import { TooltipDelays } from '#src/ui/tooltip.tsx';
import { FrameSkeleton } from './frame-skeleton.tsx';
import { Frame } from './frame.tsx';
import { frameParts } from './frame-parts.ts';
import { Routes } from './routes.tsx';
import { SignedIn } from './signed-in.tsx';
import { TeamAddress } from './team-address.tsx';
import { TeamGate } from './team-gate.tsx';

export function AuthenticatedApp() {
  return (
    <TooltipDelays>
      <TeamGate waiting={<FrameSkeleton />}>
        <TeamAddress>
          <SignedIn>
            <Frame>
              <Routes />
            </Frame>
          </SignedIn>
        </TeamAddress>
        <OtherTeams />
      </TeamGate>
    </TooltipDelays>
  );
}

/** Alarm for pages of other teams. Not loaded for members of a single team. */
function OtherTeams() {
  const wanted = useHasOtherTeams();
  if (!wanted) return null;
  return (
    <Suspense>
      <frameParts.otherTeamsAlarm.Component />
    </Suspense>
  );
}
