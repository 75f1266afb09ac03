/** The story of an incident in figures and a few sentences, from its timeline. Durations are in milliseconds. */
import type { Alert } from '../alert/schema.ts';
import type { Incident } from './schema.ts';
import type { TimelineEvent } from '../timeline/schema.ts';
import { system } from '../base.ts';
import { compareEvents, people, person, say, type SentencePart, type Sentence } from '../timeline/labels.ts';

export interface IncidentSummary {
  /** Time of the first sign: its oldest alert, or its declaration. */
  readonly beganAt: number;
  /** Time from `beganAt` to the first acknowledgement; null without one. */
  readonly timeToAcknowledge: number | null;
  /** Time from `beganAt` to the last resolution; null while it is not resolved. */
  readonly timeToResolve: number | null;
  readonly reopened: number;
  /** Persons who did something, in order of appearance. */
  readonly people: readonly string[];
  readonly tasksDone: number;
  readonly sentences: readonly Sentence[];
}

type LinkedAlert = Pick<Alert, 'firstAt' | 'acknowledgedAt' | 'acknowledgedBy'>;

/** `events` in any order; `alerts`: of those linked to the incident, the one that began first and the one acknowledged first suffice. */
export function summarize(
  incident: Incident,
  events: readonly TimelineEvent[],
  alerts: readonly LinkedAlert[],
): IncidentSummary {
  const history = events.toSorted(compareEvents);
  const beganAt = Math.min(incident.createdAt, ...alerts.map((alert) => alert.firstAt));
  const acknowledgement = firstAcknowledgement(history, alerts);
  const timeToAcknowledge = acknowledgement ? Math.max(0, acknowledgement.at - beganAt) : null;
  const { resolvedAt } = incident.times;
  const timeToResolve = resolvedAt === null ? null : resolvedAt - beganAt;
  const reopened = history.filter((event) => isReopening(event)).length;
  const authors = [...new Set([incident.createdBy, ...history.map((event) => event.createdBy)])];
  const took = authors.filter((userId) => userId !== system);
  const tasksDone = doneTasks(history).size;

  const sentences: Sentence[] = [
    [
      person(incident.createdBy),
      say(' declared it as '),
      { kind: 'severity', severity: firstSeverity(incident, history) },
    ],
  ];
  if (acknowledgement && timeToAcknowledge !== null) {
    sentences.push([person(acknowledgement.by), say(' acknowledged after '), duration(timeToAcknowledge)]);
  }
  if (timeToResolve !== null) sentences.push([say('It was resolved after '), duration(timeToResolve)]);
  if (reopened > 0) sentences.push([say(`It was reopened ${reopened === 1 ? 'once' : `${reopened} times`}`)]);
  if (tasksDone > 0)
    sentences.push([say(`${tasksDone} ${tasksDone === 1 ? 'task was' : 'tasks were'} finished`)]);
  sentences.push([...people(took), say(' took part')]);
  return { beganAt, timeToAcknowledge, timeToResolve, reopened, people: took, tasksDone, sentences };
}

const duration = (milliseconds: number): SentencePart => ({ kind: 'duration', milliseconds });

function firstAcknowledgement(
  history: readonly TimelineEvent[],
  alerts: readonly LinkedAlert[],
): { readonly at: number; readonly by: string } | null {
  const paged = history.flatMap((event) =>
    event.kind === 'page' && (event.change === 'acknowledged' || event.change === 'answered')
      ? [{ at: event.createdAt, by: event.createdBy }]
      : [],
  );
  const alerted = alerts.flatMap(({ acknowledgedAt, acknowledgedBy }) =>
    acknowledgedAt === null ? [] : [{ at: acknowledgedAt, by: acknowledgedBy ?? system }],
  );
  return [...paged, ...alerted].toSorted((a, b) => a.at - b.at)[0] ?? null;
}

function firstSeverity(incident: Incident, history: readonly TimelineEvent[]): Incident['severity'] {
  const declared = history.find((event) => event.kind === 'declared');
  return declared?.kind === 'declared' ? declared.severity : incident.severity;
}

function isReopening(event: TimelineEvent): boolean {
  return event.kind === 'status' && event.from === 'resolved' && event.to !== 'closed';
}

/** Tasks that ended up done. */
function doneTasks(history: readonly TimelineEvent[]): ReadonlySet<string> {
  const done = new Set<string>();
  for (const event of history) {
    if (event.kind !== 'task') continue;
    if (event.change === 'done') done.add(event.taskId);
    if (event.change === 'reopened' || event.change === 'removed') done.delete(event.taskId);
  }
  return done;
}
