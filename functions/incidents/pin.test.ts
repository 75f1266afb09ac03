import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
let incidentId: string;
const entryId = 'c1';

beforeEach(async () => {
  stage = await FunctionsStage.open();
  ({ incidentId } = await stage.declare('diego'));
  await write('priya', {});
});
afterEach(() => stage.close());

/** A comment as a browser writes it. */
async function write(who: string, more: object, id = entryId): Promise<void> {
  const { docs } = await stage.person(who);
  await docs.write({
    type: 'set',
    path: documentPaths.timelineEvent(teamId, incidentId, id),
    data: {
      id,
      teamId,
      incidentId,
      createdBy: who,
      createdAt: serverTimestamp(),
      revision: 1,
      sequence: 3,
      kind: 'comment',
      body: 'Pool size is 40',
      ...more,
    },
  });
}

const entry = async () => (await stage.timeline(incidentId)).find(({ id }) => id === entryId);

test('a responder can pin and unpin another member’s comment', async () => {
  expect(await stage.call('diego', 'pinEntry', { incidentId, entryId, pinned: true })).toEqual({
    revision: 2,
  });
  expect(await entry()).toMatchObject({
    createdBy: 'priya',
    pinnedBy: 'diego',
    pinnedAt: stage.cloud.clock.now(),
  });
  expect(await stage.call('diego', 'pinEntry', { incidentId, entryId, pinned: true })).toEqual({
    revision: 2,
  });
  await stage.call('mei', 'pinEntry', { incidentId, entryId, pinned: false });
  expect(await entry()).toMatchObject({ pinnedBy: null, pinnedAt: null, revision: 3 });
});

test('an event can’t be pinned, and a viewer can’t pin', async () => {
  const [event] = await stage.timeline(incidentId);
  const wrong = stage.call('diego', 'pinEntry', { incidentId, entryId: event?.id ?? '', pinned: true });
  expect((await errorOf(wrong)).error).toMatchObject({ code: 'invalid', field: 'entryId' });
  const viewer = stage.call('tom', 'pinEntry', { incidentId, entryId, pinned: true });
  expect((await errorOf(viewer)).error?.code).toBe('forbidden');
  expect(await entry()).not.toHaveProperty('pinnedBy', 'tom');
});

test('withdrawing a comment unpins it', async () => {
  await stage.call('diego', 'pinEntry', { incidentId, entryId, pinned: true });
  await stage.call('priya', 'withdrawEntry', { incidentId, entryId });
  expect(await entry()).toMatchObject({ kind: 'withdrawn' });
  expect(await entry()).not.toHaveProperty('pinnedBy');
});

test('a browser can’t write a pinned comment', async () => {
  const forged = write('priya', { pinnedAt: serverTimestamp(), pinnedBy: 'diego' }, 'c2');
  await expect(forged).rejects.toMatchObject({ code: 'permission-denied' });
});
