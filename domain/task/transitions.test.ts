import { expect, test } from 'vitest';
import { addTask, changeTask } from './transitions.ts';

const added = addTask(
  { id: 'k', teamId: 't', incidentId: 'i', text: 'Roll back', assignee: null },
  { by: 'ada', now: 5 },
);

test('a task is added, assigned, done and reopened, with one event each', () => {
  expect(added.events).toMatchObject([
    { at: 5, by: 'ada', entry: { kind: 'task', change: 'added', text: 'Roll back' } },
  ]);
  const given = changeTask(added.state, { kind: 'assign', userId: 'lin' }, { by: 'ada', now: 6 });
  expect(given).toMatchObject({
    state: { assignee: 'lin', revision: 2 },
    events: [{ entry: { change: 'assigned', assignee: 'lin' } }],
  });
  const done = changeTask(given.state, { kind: 'done' }, { by: 'lin', now: 7 });
  expect(done.state).toMatchObject({ done: true, doneAt: 7, doneBy: 'lin' });
  const again = changeTask(done.state, { kind: 'done' }, { by: 'sam', now: 8 });
  expect(again.state).toBe(done.state);
  expect(again.events).toEqual([]);
  expect(changeTask(done.state, { kind: 'reopen' }, { by: 'sam', now: 9 }).state).toMatchObject({
    done: false,
    doneAt: null,
    doneBy: null,
  });
});
