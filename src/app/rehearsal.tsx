/** The rehearsal panel with the demonstration's sample alerts. Loaded only for a rehearsal backend. */
import { sampleAlerts } from '#demo/alerts.ts';
import { demoKeys } from '#demo/team/setup.ts';
import { RehearsalPanel } from '#src/features/rehearsal/rehearsal-panel.tsx';
import { useControl } from '#src/data/client/ports.tsx';
import { useTeam } from '#src/data/queries/team.tsx';

interface RehearsalProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function Rehearsal(props: RehearsalProps) {
  const control = useControl();
  const { team } = useTeam();
  if (!control) return null;
  return (
    <RehearsalPanel
      {...props}
      control={control}
      bystander={team.demonstration ? undefined : team.name}
      samples={sampleAlerts}
      alertmanagerPath={`/in/alertmanager/${demoKeys.checkout}`}
    />
  );
}
