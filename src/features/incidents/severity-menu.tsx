/** The severity of an incident, and the menu that changes it. */
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { type Incident, severities } from '#domain/incident/schema.ts';
import { useCommand, usePendingCommand } from '#src/data/client/commands.ts';
import { severityMeanings } from '#src/data/queries/severity.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import styles from './context-pane.module.css';
import { useShowError } from './use-show-error.ts';
import { WaitingMark } from './waiting-mark.tsx';
import { isFinal } from '#domain/incident/status.ts';

export function SeverityMenu({ incident }: { readonly incident: Incident }) {
  const { severityNames } = useSettings();
  const showError = useShowError();
  const setSeverity = useCommand('setSeverity', { onError: showError('The severity was not changed') });
  const may = useMayRun()('setSeverity', incident);
  const pending = usePendingCommand('setSeverity', { incidentId: incident.id });
  const final = isFinal(incident);
  const reason = final
    ? `This incident is ${incident.status} and can’t be changed.`
    : !may.allowed && may.reason;
  const mark = (severity: Incident['severity']) => (
    <SeverityMark severity={severity} name={severityNames[severity]} />
  );
  const button = (
    <Button
      variant="quiet"
      disabledReason={reason}
      aria-label={`Severity: ${incident.severity} ${severityNames[incident.severity]}`}
    >
      <span className={styles.choice}>
        {mark(incident.severity)}
        {reason ? null : <ChevronsUpDown className={styles.chevron} />}
      </span>
    </Button>
  );
  return (
    <div className={styles.severity}>
      {reason ? (
        button
      ) : (
        <Menu
          trigger={button}
          sections={[
            {
              heading: 'If in doubt, choose the more severe',
              items: severities.map((severity) => ({
                id: severity,
                label: `${severity} ${severityNames[severity]}`,
                show: mark(severity),
                hint: severityMeanings[severity],
                selected: severity === incident.severity,
                onSelect: () => setSeverity.mutate({ incidentId: incident.id, severity }),
              })),
            },
          ]}
        />
      )}
      {pending ? (
        <span className={styles.wanted}>
          {pending.input.severity} <WaitingMark state={pending.state} />
        </span>
      ) : null}
    </div>
  );
}
