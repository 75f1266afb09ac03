/** Panel of missing setup steps; absent once the setup is complete. The settings always show all steps. */
import { isSetUp, possibleSteps } from '#domain/team/setup.ts';
import { setupHrefs, useFullSetup, useTeamSetup } from '#src/data/queries/team-setup.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { SetupList } from '#src/components/setup-list.tsx';
import { useLiveAnswered } from '#src/data/client/use-live-answered.ts';
import { ComingPanel } from './coming-panel.tsx';

export function TeamSetupPanel() {
  const setup = useTeamSetup();
  const isAnswered = useLiveAnswered();
  if (setup === undefined && !isAnswered) return <ComingPanel />;
  if (setup === undefined || possibleSteps(setup).every((step) => isSetUp(step, setup))) return null;
  return <Incomplete />;
}

function Incomplete() {
  const { team } = useTeam();
  const setup = useFullSetup();
  return setup && <SetupList setup={setup} teamName={team.name} hrefs={setupHrefs} />;
}
