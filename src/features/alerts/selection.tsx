/** What can be done with the alerts that are selected in the list. */
import type { Alert } from '#domain/alert/schema.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './alerts.module.css';
import { AddToIncident } from './link-actions.tsx';

interface SelectionProps {
  readonly alerts: readonly Alert[];
  readonly onDone: () => void;
}

export function Selection({ alerts, onDone }: SelectionProps) {
  const free = alerts.filter(({ incidentId }) => incidentId === null);
  const linked = alerts.length - free.length;
  const note = linked === 0 ? '' : `, ${linked} in an incident already`;
  return (
    <section aria-label="Selected alerts" className={styles.selection}>
      <output className={styles.selected}>
        {alerts.length} selected{note}
      </output>
      <AddToIncident
        alerts={free}
        reason={free.length === 0 && 'The selected alerts are in an incident already.'}
        onAdded={onDone}
      />
      <Button variant="quiet" onClick={onDone}>
        Clear
      </Button>
    </section>
  );
}
