/** Actions on the selected alerts of the list. */
import type { Alert } from '#domain/alert/schema.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './alerts.module.css';
import { AnswerSelected } from './answer-selected.tsx';
import { AddToIncident } from './link-actions.tsx';

interface SelectionProps {
  readonly alerts: readonly Alert[];
  /** The loaded alerts of the list. */
  readonly shown: readonly Alert[];
  /** Whether these are the list to its end. */
  readonly isWhole: boolean;
  readonly onChange: (change: (selected: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

export function Selection({ alerts, shown, isWhole, onChange }: SelectionProps) {
  const free = alerts.filter(({ incidentId }) => incidentId === null);
  const linked = alerts.length - free.length;
  const note = linked === 0 ? '' : `, ${linked} in an incident already`;
  const clear = () => onChange(() => new Set());
  return (
    <section aria-label="Selected alerts" className={styles.selectionBar}>
      <output className={styles.selected}>
        {alerts.length} selected{note}
      </output>
      {alerts.length < shown.length ? (
        <Button variant="quiet" onClick={() => onChange(() => new Set(shown.map(({ id }) => id)))}>
          Select {isWhole ? 'all' : 'the'} {shown.length} {isWhole ? 'shown' : 'loaded'}
        </Button>
      ) : null}
      <Button variant="quiet" onClick={clear}>
        Clear
      </Button>
      <AnswerSelected alerts={alerts} onChange={onChange} />
      <AddToIncident
        alerts={free}
        reason={free.length === 0 && 'The selected alerts are in an incident already.'}
        onAdded={clear}
      />
    </section>
  );
}
