/** What it came to, once it is over: a few figures that come from the timeline, and the story in sentences. */
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
import styles from './story-summary.module.css';
import { longDuration } from './labels.ts';

export interface StorySummaryProps {
  readonly incident: Incident;
  readonly events: readonly Live<TimelineEvent>[];
}

export function StorySummary({ incident, events }: StorySummaryProps) {
  const people = usePeople();
  const { data, failure } = useView(useIncidentAlerts(incident.id));
  const alerts = data?.items;
  const story = useMemo(
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
      value: story.timeToAcknowledge === null ? '–' : longDuration(story.timeToAcknowledge),
    },
    {
      label: 'Resolved after',
      value: story.timeToResolve === null ? '–' : longDuration(story.timeToResolve),
    },
    { label: 'People', value: String(story.people.length) },
    { label: 'Tasks done', value: String(story.tasksDone) },
  ];
  return (
    <section aria-label="Summary" className={styles.story}>
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.sentences}>
        {story.sentences.map((sentence, index) => (
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
