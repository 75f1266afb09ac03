import { expect, test } from 'vitest';
import * as v from 'valibot';
import {
  pageChanges,
  timelineEventSchema,
  type TimelineEntry,
  type TimelineEvent,
} from '../timeline/schema.ts';
import { changeIncident, declareIncident } from './transitions.ts';
import { summarize } from './summary.ts';
import { compareEvents, sentenceOf, type Sentence } from '../timeline/labels.ts';

const minute = 60_000;
let made = 0;
function event(entry: TimelineEntry, at: number, by = 'ada', sequence = 0): TimelineEvent {
  made += 1;
  const base = {
    id: `e${made}`,
    teamId: 't',
    incidentId: 'i',
    createdAt: at,
    createdBy: by,
    revision: 1,
    sequence,
  };
  return v.parse(timelineEventSchema, { ...base, ...entry });
}
const names = (sentence: Sentence) =>
  sentence
    .map((part) => {
      switch (part.kind) {
        case 'person':
          return part.userId;
        case 'status':
          return part.status;
        case 'severity':
          return part.severity;
        case 'duration':
          return `${part.milliseconds / minute} min`;
        default:
          return part.text;
      }
    })
    .join('');

const page: Omit<Extract<TimelineEntry, { kind: 'page' }>, 'change'> = {
  kind: 'page',
  pageId: 'p',
  userIds: ['lin'],
  step: 1,
  phase: 'policy',
  reason: '',
};

test('each kind of event has a sentence', () => {
  const said = (entry: TimelineEntry, by = 'ada') => names(sentenceOf(event(entry, 1, by)));
  expect(said({ kind: 'comment', body: 'Looking' })).toBe('ada wrote: Looking');
  expect(said({ kind: 'withdrawn', withdrawnAt: 2, withdrawnBy: 'lin' })).toBe(
    'ada’s comment was withdrawn by lin',
  );
  expect(said({ kind: 'declared', title: 'X', severity: 'SEV2' })).toBe('ada declared this incident as SEV2');
  expect(said({ kind: 'status', from: 'triage', to: 'fixing', note: '' })).toBe(
    'ada changed the status from triage to fixing',
  );
  expect(said({ kind: 'severity', from: 'SEV3', to: 'SEV1' })).toBe(
    'ada raised the severity from SEV3 to SEV1',
  );
  expect(said({ kind: 'severity', from: 'SEV1', to: 'SEV3' })).toBe(
    'ada lowered the severity from SEV1 to SEV3',
  );
  expect(said({ kind: 'role', role: 'scribe', change: 'offered', userId: 'lin', previous: null })).toBe(
    'ada offered lin the role of scribe',
  );
  expect(
    said({ kind: 'role', role: 'commander', change: 'taken', userId: 'lin', previous: 'ada' }, 'lin'),
  ).toBe('lin took the role of commander from ada');
  expect(said({ kind: 'task', taskId: 'k', change: 'assigned', text: 'Roll back', assignee: 'lin' })).toBe(
    'ada gave lin the task Roll back',
  );
  expect(said({ kind: 'attachment', attachmentId: 'f', change: 'added', name: 'graph.png' })).toBe(
    'ada added the file graph.png',
  );
  expect(said({ ...page, change: 'notified', userIds: ['lin', 'sam', 'zoe'] }, 'system')).toBe(
    'Paged lin, sam and zoe (step 1)',
  );
  expect(said({ ...page, change: 'skipped', step: 2, userIds: [] }, 'system')).toBe(
    'Skipped step 2: it has nobody to page',
  );
  expect(said({ ...page, change: 'notified', step: null, phase: 'owners' }, 'system')).toBe(
    'Paged lin (the owners)',
  );
  expect(said({ ...page, change: 'declined', reason: 'On a train' }, 'lin')).toBe(
    'lin can’t take the page: On a train',
  );
  expect(said({ kind: 'alert', alertId: 'a', change: 'resolved', summary: 'Disk full' }, 'system')).toBe(
    'Alert Disk full resolved',
  );
  expect(said({ kind: 'merged', direction: 'from', otherId: 'o', otherNumber: 8 })).toBe(
    'ada merged #8 into this incident',
  );
  const everyPage = pageChanges.map((change) => said({ ...page, change }));
  expect(new Set(everyPage).size).toBe(pageChanges.length);
});

test('events are ordered by time, then sequence, then id', () => {
  const comment = { kind: 'comment', body: 'x' } as const;
  const [a, b, c, d] = [
    event(comment, 2, 'ada', 0),
    event(comment, 1, 'ada', 5),
    event(comment, 1, 'ada', 4),
    event(comment, 1, 'ada', 4),
  ] as const;
  expect([a, d, b, c].toSorted(compareEvents)).toEqual([c, d, b, a]);
});

test('the summary of a resolved incident contains all durations', () => {
  const declared = declareIncident(
    {
      id: 'i',
      teamId: 't',
      number: 1,
      title: 'X',
      severity: 'SEV2',
      serviceIds: [],
      private: false,
    },
    { by: 'ada', now: 10 * minute },
  ).state;
  const outcome = changeIncident(
    declared,
    { kind: 'transition', to: 'resolved', note: '' },
    { by: 'lin', now: 50 * minute },
  );
  if (!outcome.ok) throw new Error(outcome.error.message);
  const task = { kind: 'task', taskId: 'k', text: 'Roll back', assignee: null } as const;
  const events = [
    event({ kind: 'status', from: 'triage', to: 'resolved', note: '' }, 30 * minute, 'lin'),
    event({ kind: 'status', from: 'resolved', to: 'fixing', note: '' }, 35 * minute, 'lin'),
    event({ kind: 'declared', title: 'X', severity: 'SEV3' }, 10 * minute),
    event({ ...page, change: 'notified' }, 11 * minute, 'system'),
    event({ ...page, change: 'acknowledged' }, 14 * minute, 'lin'),
    event({ ...task, change: 'done' }, 20 * minute, 'sam'),
    event({ ...task, taskId: 'k2', change: 'done' }, 21 * minute, 'sam'),
    event({ ...task, taskId: 'k2', change: 'reopened' }, 22 * minute, 'sam'),
  ];
  const alert = { firstAt: 8 * minute, acknowledgedAt: null, acknowledgedBy: null };
  const story = summarize(outcome.state, events, [alert]);
  expect(story).toMatchObject({
    beganAt: 8 * minute,
    timeToAcknowledge: 6 * minute,
    timeToResolve: 42 * minute,
    reopened: 1,
    people: ['ada', 'lin', 'sam'],
    tasksDone: 1,
  });
  expect(story.sentences.map(names)).toEqual([
    'ada declared it as SEV3',
    'lin acknowledged after 6 min',
    'It was resolved after 42 min',
    'It was reopened once',
    '1 task was finished',
    'ada, lin and sam took part',
  ]);
  const quick = summarize(
    declared,
    [],
    [{ firstAt: 8 * minute, acknowledgedAt: 9 * minute, acknowledgedBy: 'zoe' }],
  );
  expect(quick).toMatchObject({ timeToAcknowledge: minute, timeToResolve: null });
});
