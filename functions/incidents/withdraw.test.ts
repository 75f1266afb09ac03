import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const declare = async (hidden = false) => {
  const { incidentId } = await stage.call('diego', 'declareIncident', {
    title: 'Checkout fails',
    severity: 'SEV3',
    serviceIds: [],
    private: hidden,
    alertId: null,
    page: [],
  });
  return incidentId;
};

const body = 'The password is hunter2.';
const entryId = 'c1';

/** Writes a comment as a browser does. */
async function comment(who: string, incidentId: string): Promise<void> {
  const { docs } = await stage.person(who);
  await docs.write({
    type: 'set',
    path: documentPaths.timelineEvent(teamId, incidentId, entryId),
    data: {
      id: entryId,
      teamId,
      incidentId,
      createdBy: who,
      createdAt: serverTimestamp(),
      revision: 1,
      sequence: 3,
      kind: 'comment',
      body,
    },
  });
}

const entry = async (incidentId: string) =>
  (await stage.timeline(incidentId)).find(({ id }) => id === entryId);

test.each([
  ['its author', 'priya'],
  ['an owner', 'amara'],
])('%s withdraws a comment: its text is erased, and author and time stay', async (_, who) => {
  const incidentId = await declare();
  await comment('priya', incidentId);
  const before = await entry(incidentId);
  await stage.cloud.advance(60_000);
  await stage.call(who, 'withdrawEntry', { incidentId, entryId });
  expect(await entry(incidentId)).toEqual({
    id: entryId,
    teamId,
    incidentId,
    createdBy: 'priya',
    createdAt: before?.createdAt,
    revision: 2,
    sequence: 3,
    kind: 'withdrawn',
    withdrawnAt: stage.cloud.clock.now(),
    withdrawnBy: who,
  });
  // Nowhere in the backend, and in no copy of it.
  expect(JSON.stringify(stage.cloud.snapshot())).not.toContain('hunter2');
  expect(stage.cloud.exportText()).not.toContain('hunter2');
});

test('withdrawing a comment twice has one effect', async () => {
  const incidentId = await declare();
  await comment('priya', incidentId);
  const first = await stage.call('priya', 'withdrawEntry', { incidentId, entryId });
  const withdrawn = await entry(incidentId);
  await stage.cloud.advance(60_000);
  expect(await stage.call('amara', 'withdrawEntry', { incidentId, entryId })).toEqual(first);
  expect(await entry(incidentId)).toEqual(withdrawn);
});

test.each([
  ['another responder', 'lena', 'Only its author or an admin may withdraw this comment. Ask one of them.'],
  ['a viewer', 'tom', 'Only responders may withdraw this comment. You are a viewer.'],
])('%s may not withdraw a comment, and nothing changes', async (_, who, message) => {
  const incidentId = await declare();
  await comment('priya', incidentId);
  const refused = await errorOf(stage.call(who, 'withdrawEntry', { incidentId, entryId }));
  expect(refused.error).toMatchObject({ code: 'forbidden', message });
  expect(await entry(incidentId)).toMatchObject({ kind: 'comment', body, revision: 1 });
});

test('an entry that is not a comment or is missing can’t be withdrawn', async () => {
  const incidentId = await declare();
  const before = await stage.timeline(incidentId);
  const event = stage.call('amara', 'withdrawEntry', { incidentId, entryId: before[0]?.id ?? '' });
  expect((await errorOf(event)).error).toMatchObject({ code: 'invalid', field: 'entryId' });
  const missing = stage.call('amara', 'withdrawEntry', { incidentId, entryId: 'nothing' });
  expect((await errorOf(missing)).error?.code).toBe('not_found');
  expect(await stage.timeline(incidentId)).toEqual(before);
});

test('a member outside a private incident can’t withdraw its entries and gets the same answer for missing ones', async () => {
  const incidentId = await declare(true);
  await comment('diego', incidentId);
  const ask = (id: string) => errorOf(stage.call('mei', 'withdrawEntry', { incidentId, entryId: id }));
  expect(await ask(entryId)).toEqual(await ask('nothing'));
  expect(await entry(incidentId)).toMatchObject({ kind: 'comment', body });
});

test('a browser can neither write nor restore a withdrawn entry', async () => {
  const incidentId = await declare();
  await comment('priya', incidentId);
  const { docs } = await stage.person('priya');
  const path = documentPaths.timelineEvent(teamId, incidentId, entryId);
  const changes = { kind: 'withdrawn', withdrawnAt: serverTimestamp(), withdrawnBy: 'priya' };
  await expect(docs.write({ type: 'update', path, changes })).rejects.toMatchObject({
    code: 'permission-denied',
  });
  await stage.call('priya', 'withdrawEntry', { incidentId, entryId });
  await expect(comment('priya', incidentId)).rejects.toMatchObject({ code: 'permission-denied' });
  expect(await entry(incidentId)).toMatchObject({ kind: 'withdrawn' });
});
