import { expect, test } from 'vitest';
import { addTask, changeTask, removeTask } from '#domain/task/transitions.ts';
import type { Task } from '#domain/task/schema.ts';
import { addComment, timelineEventOf } from '#domain/timeline/transitions.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import type { LiveList } from './documents.ts';
import { type PendingRoomWrite, withPendingEntries, withPendingState } from './pending-room-writes.ts';
import type { StateChange } from './room-write.ts';

const context = { by: 'lin', now: 1_000 };
const place = { teamId: 'team', incidentId: 'incident' };

function comment(id: string, body: string, state: StateChange | null = null): PendingRoomWrite {
  const [event] = addComment(body, context).events;
  if (!event) throw new Error('A comment has no event.');
  return {
    write: { entry: timelineEventOf(event, { ...place, id, sequence: 0 }), state, givenAt: 1_000 },
    waits: true,
  };
}

const listOf = <T>(...values: readonly T[]): LiveList<T> => ({
  items: values.map((value) => ({ value, pending: false })),
  unreadable: [],
  fromCache: false,
});
const { state: task } = addTask({ ...place, id: 'task', text: 'Call', assignee: null }, context);
const change = (before: Task | null, after: Task | null) =>
  comment('entry', 'x', { collection: 'tasks', id: 'task', before, after });

test('waiting entries are placed after the stored ones, in their order, once', () => {
  const [first, second] = [comment('a', 'First'), comment('b', 'Second')];
  const stored = listOf<TimelineEvent>(first.write.entry);
  const { items } = withPendingEntries(stored, [first, second]);
  expect(items.map(({ value, pending }) => [value.id, pending])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

test('a waiting entry stays the same object, to avoid rendering', () => {
  const waiting = comment('a', 'First');
  const [one] = withPendingEntries(listOf<TimelineEvent>(), [waiting]).items;
  expect(withPendingEntries(listOf<TimelineEvent>(), [waiting]).items[0]).toBe(one);
  expect(withPendingEntries(listOf<TimelineEvent>(), [{ ...waiting, waits: false }]).items[0]).not.toBe(one);
});

test('a task shows its waiting commands: added, done, removed, restored', () => {
  const done = changeTask(task, { kind: 'done' }, context).state;
  const shown = (...writes: readonly PendingRoomWrite[]) =>
    withPendingState('tasks', listOf<Task>(), writes).items.map(({ value }) => [value.id, value.done]);
  const steps = [change(null, task), change(task, done), change(done, removeTask(done, context).state)];
  expect(shown(...steps.slice(0, 1))).toEqual([['task', false]]);
  expect(shown(...steps.slice(0, 2))).toEqual([['task', true]]);
  expect(shown(...steps)).toEqual([]);
  expect(shown(...steps, change(null, done))).toEqual([['task', true]]);
});

test('a change of a task removed by another member shows nothing', () => {
  const done = changeTask(task, { kind: 'done' }, context).state;
  expect(withPendingState('tasks', listOf<Task>(), [change(task, done)]).items).toEqual([]);
  expect(withPendingState('attachments', listOf(), [change(null, task)]).items).toEqual([]);
});
