/** Writes of Muster's screens on the real SDK, under the deployed rules, when an answer is lost: applied once, reported as done. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Task } from '#domain/task/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import { query } from '#ports/docs/query.ts';
import type { RoomWrites } from '#src/data/queries/room-writes.ts';
import { directRoomWrites } from '#tests/direct-room-writes.ts';
import firestore from '../../../firestore.rules?raw';
import { rejection } from '#contracts/harness.ts';
import { type FirebaseStage, openStage } from './stage.ts';

const [teamId, incidentId] = ['payments', 'checkout'];
const minute = 60_000;
let stage: FirebaseStage;
let writes: RoomWrites;

beforeEach(async () => {
  stage = await openStage({ functions: { callables: {} }, rules: { firestore } });
  await stage.server.docs.batch([
    {
      type: 'set',
      path: documentPaths.incident(teamId, incidentId),
      data: { private: false, people: [] },
    },
  ]);
  writes = await enter(await stage.connect(), 'responder');
});
afterEach(() => stage.dispose());

async function enter({ auth, docs }: CompleteBackend, role: string): Promise<RoomWrites> {
  await auth.createUser({ email: `${role}@example.com`, password: 'correct horse' });
  const userId = auth.currentUser()?.uid ?? '';
  await stage.server.docs.batch([
    { type: 'set', path: documentPaths.member(teamId, userId), data: { role } },
  ]);
  let sequence = 0;
  return directRoomWrites(docs, { teamId, userId, incidentId }, () => sequence++);
}

/** The server has done it, and the answer does not arrive. */
async function losing(write: () => Promise<void>): Promise<void> {
  stage.cloud.faults.inject({ kind: 'lose-answer', service: 'docs', operation: 'commit' });
  const landed = write();
  await stage.settle();
  await stage.advance(minute);
  await landed;
}

const timeline = async () =>
  (await stage.server.docs.find(query(collectionPaths.timeline(teamId, incidentId)))).map(({ data }) => data);
const task = async () =>
  (await stage.server.docs.find(query(collectionPaths.tasks(teamId, incidentId))))[0]?.data as unknown as
    | Task
    | undefined;
/** Task as a screen has read it. */
const known = async (): Promise<Task> => {
  const found = await task();
  if (!found) throw new Error('There is no task.');
  return found;
};

test('a comment whose answer was lost exists once and resolves', async () => {
  await losing(() => writes.comment('Rolling back.'));
  expect(await timeline()).toMatchObject([{ kind: 'comment', body: 'Rolling back.' }]);
});

test('a task whose answers were lost is added, done, assigned, removed and restored once each', async () => {
  await losing(() => writes.addTask('Call the bank', null));
  const added = await known();
  await losing(() => writes.setTaskDone(added, true));
  expect(await task()).toMatchObject({ done: true, revision: 2 });
  const done = await known();
  await losing(() => writes.assignTask(done, 'lin'));
  expect(await task()).toMatchObject({ assignee: 'lin', revision: 3 });
  const given = await known();
  await losing(() => writes.removeTask(given));
  expect(await task()).toBeUndefined();
  await losing(() => writes.restoreTask(given));
  expect(await task()).toMatchObject({ assignee: 'lin', done: true });
  expect((await timeline()).map((entry) => entry?.['change']).toSorted()).toEqual(
    ['added', 'done', 'assigned', 'removed', 'added'].toSorted(),
  );
});

test('a denied comment rejects with permission-denied', async () => {
  const viewer = await enter(await stage.connect(), 'viewer');
  expect(await rejection(viewer.comment('May I?'))).toMatchObject({ code: 'permission-denied' });
  expect(await timeline()).toEqual([]);
});
