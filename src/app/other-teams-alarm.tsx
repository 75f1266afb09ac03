/** The alarm of pages in the person's other teams: as in the team they look at, and it leads into its own team. */
import { Suspense, useState } from 'react';
import { Router } from 'wouter';
import { teamAddress } from '#api/addresses.ts';
import { usePagingTeam } from '#src/data/queries/paging-team.ts';
import { TeamProvider, useTeam, useTeamAccess } from '#src/data/queries/team.tsx';
import { useWaitingPages } from '#src/data/queries/waiting.ts';
import { frameParts } from './frame-parts.ts';
import { LandingRedirect } from './landing.tsx';

/** A single alarm at a time; the current team's has priority. */
export function OtherTeamsAlarm() {
  const paging = usePagingTeam();
  const { critical, drills } = useWaitingPages();
  const pagedHere = critical.length + drills.length > 0;
  // Teams stay mounted after their alarm: an answer leads to the work once the page is gone.
  const [paged, setPaged] = useState<readonly string[]>([]);
  if (paging !== null && !paged.includes(paging)) setPaged([...paged, paging]);
  return paged.map((teamId) => (
    <TeamAlarm key={teamId} teamId={teamId} shown={!pagedHere && (paging ?? teamId) === teamId} />
  ));
}

function TeamAlarm({ teamId, shown }: { readonly teamId: string; readonly shown: boolean }) {
  const { user } = useTeam();
  const access = useTeamAccess(user, { asked: teamId, preferred: null });
  if (access.status !== 'ready') return null;
  return (
    <TeamProvider value={access.value}>
      <Router base={teamAddress(teamId)}>
        <LandingRedirect>
          {shown ? (
            <Suspense>
              <frameParts.pageAlarm.Component teamName={access.value.team.name} />
            </Suspense>
          ) : null}
        </LandingRedirect>
      </Router>
    </TeamProvider>
  );
}
