/** Summary of a resolved incident: figures from its timeline, and the course of it in sentences. */
import { useMemo } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { summarize } from '#domain/incident/summary.ts';
import { useIncidentAlerts } from '#src/data/queries/alerts.ts';
import type { Live } from '#src/data/client/documents.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { TimelineSentence } from './sentence.tsx';
import styles from './incident-summary.module.css';
import { longDuration } from './labels.ts';

export interface IncidentSummaryProps {
  readonly incident: Incident;
  readonly events: readonly Live<TimelineEvent>[];
}

export function IncidentSummaryPanel({ incident, events }: IncidentSummaryProps) {
  const people = usePeople();
  const { data, failure } = useView(useIncidentAlerts(incident.id));
  const alerts = data?.items;
  const summary = useMemo(
    () =>
      summarize(
        incident,
        events.map(({ value }) => value),
        (alerts ?? []).map(({ value }) => value),
      ),
    [incident, events, alerts],
  );
  const figures = [
    {
      label: 'Acknowledged after',
      value: summary.timeToAcknowledge === null ? '–' : longDuration(summary.timeToAcknowledge),
    },
    {
      label: 'Resolved after',
      value: summary.timeToResolve === null ? '–' : longDuration(summary.timeToResolve),
    },
    { label: 'People', value: String(summary.people.length) },
    { label: 'Tasks done', value: String(summary.tasksDone) },
  ];
  return (
    <section aria-label="Summary" className={styles.summary}>
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.sentences}>
        {summary.sentences.map((sentence, index) => (
          // Sentences are told in one order: their place is their identity.
          <span key={`${index} ${sentence.length}`}>
            <TimelineSentence parts={sentence} people={people} />.{' '}
          </span>
        ))}
      </p>
      {failure ? (
        <QueryProblem
          title="The alerts can’t be read: they are missing from this summary"
          failure={failure}
        />
      ) : null}
    </section>
  );
}
