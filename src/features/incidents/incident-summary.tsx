/** Summary of a resolved incident: figures from its timeline, and the course of it in sentences. */
import { useMemo } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import { summarize } from '#domain/incident/summary.ts';
import { useFirstAlerts } from '#src/data/queries/incident-alerts.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { explain } from '#src/data/client/errors.ts';
import { useWholeTimeline } from '#src/data/queries/whole-timeline.ts';
import { Button } from '#src/ui/button.tsx';
import type { TimelineWindow } from '#src/data/queries/room.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { TimelineSentence } from './sentence.tsx';
import styles from './incident-summary.module.css';
import { amount, longDuration } from './labels.ts';

export interface IncidentSummaryProps {
  readonly incident: Incident;
  readonly timeline: TimelineWindow;
}

/** Figures of a timeline that is in the window as a whole, or, on request, of a longer one. */
export function IncidentSummaryPanel({ incident, timeline }: IncidentSummaryProps) {
  const whole = useWholeTimeline(incident.id, withoutRepeats());
  if (timeline.before === 'end' && timeline.after === 'end')
    return <Summary incident={incident} events={timeline.items.map(({ value }) => value)} />;
  if (whole.events) return <Summary incident={incident} events={whole.events} />;
  const { total } = timeline;
  const of = total === null ? '' : ` of ${amount(total)}`;
  return (
    <section aria-label="Summary" className={styles.summary}>
      <p className={styles.sentences}>
        {whole.error === null
          ? `The figures need the whole timeline${total === null ? '' : `, ${amount(total)} entries`}. `
          : `The timeline can’t be read. ${explain(whole.error)} `}
        {whole.isReading ? (
          <>
            {amount(whole.count)}
            {of} were read.{' '}
            <Button size="small" onClick={whole.stop}>
              Stop
            </Button>
          </>
        ) : (
          <Button size="small" onClick={whole.read}>
            {whole.error === null ? 'Work them out' : 'Try again'}
          </Button>
        )}
      </p>
    </section>
  );
}

/** Keeps what the summary is made of: of each author’s comments the first. */
function withoutRepeats() {
  const authors = new Set<string>();
  return (page: readonly TimelineEvent[]) =>
    page.filter((event) => {
      const isFirst = !authors.has(event.createdBy);
      authors.add(event.createdBy);
      return isFirst || (event.kind !== 'comment' && event.kind !== 'withdrawn');
    });
}

interface SummaryProps {
  readonly incident: Incident;
  readonly events: readonly TimelineEvent[];
}

function Summary({ incident, events }: SummaryProps) {
  const people = usePeople();
  const { data: alerts, failure } = useView(useFirstAlerts(incident.id));
  const summary = useMemo(() => summarize(incident, events, alerts ?? []), [incident, events, alerts]);
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
