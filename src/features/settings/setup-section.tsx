/** Settings section of all setup steps, done and missing. */
import { setupHrefs, useFullSetup } from '#src/data/queries/team-setup.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { SetupList } from '#src/components/setup-list.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

export function SetupSection() {
  const { team } = useTeam();
  const setup = useFullSetup();
  return setup === undefined ? (
    <Skeleton label="Loading what the team has" shape="rows" count={9} />
  ) : (
    <SetupList setup={setup} teamName={team.name} hrefs={setupHrefs} />
  );
}
