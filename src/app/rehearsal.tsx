/** The rehearsal panel with the demonstration's sample alerts. Loaded only for a rehearsal backend. */
import { sampleAlerts } from '#demo/alerts.ts';
import { demoKeysOf, demoSecretPath } from '#demo/team/sender-keys.ts';
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
  // Asked for with each message: a demonstration that starts over, or is loaded from a file, has others.
  const keys = async () => demoKeysOf(await control.readDocument(demoSecretPath));
  return (
    <RehearsalPanel
      {...props}
      control={control}
      bystander={team.demonstration ? undefined : team.name}
      samples={(now) =>
        sampleAlerts(now).map(({ request, ...sample }) => ({
          ...sample,
          request: async () => request(await keys()),
        }))
      }
      routingKey={async () => (await keys()).payments}
      alertmanagerPath={async () => `/in/alertmanager/${(await keys()).checkout}`}
    />
  );
}
