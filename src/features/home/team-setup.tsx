/** What the team still lacks before an alert can reach somebody. Gone once nothing is missing; the settings have it always. */
import { isSetUp, setupSteps } from '#domain/team/setup.ts';
import { setupHrefs, useFullSetup, useTeamSetup } from '#src/data/queries/team-setup.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { SetupList } from '#src/components/setup-list.tsx';

export function TeamSetupPanel() {
  const setup = useTeamSetup();
  if (setup === undefined || setupSteps.every((step) => isSetUp(step, setup))) return null;
  return <Incomplete />;
}

function Incomplete() {
  const { team } = useTeam();
  const setup = useFullSetup();
  return setup && <SetupList setup={setup} teamName={team.name} hrefs={setupHrefs} />;
}
