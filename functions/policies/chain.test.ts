/** Policies that hand over to another one: as they are saved and removed, and as a page goes through them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { policySchema } from '#domain/policy/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const policy = (policyId: string, thenPolicyId: string | null, ...userIds: string[]) => ({
  ...{ policyId, name: policyId.toUpperCase(), thenPolicyId, repeat: 0 },
  steps: [
    {
      targets: userIds.map((userId) => ({ kind: 'person' as const, userId })),
      ...({ delayMinutes: 5, mode: 'all', acknowledgedBy: 'any' } as const),
    },
  ],
});
const save = (...given: Parameters<typeof policy>) => stage.call('jonas', 'savePolicy', policy(...given));
const stored = (id: string) => stage.get(policySchema, documentPaths.policy(teamId, id));
const startPage = async (policyId: string) => {
  const { incidentId, pageIds } = await stage.call('jonas', 'declareIncident', {
    ...{ title: 'Slow', severity: 'SEV3' as const, serviceIds: [], private: false, alertId: null },
    page: [{ kind: 'policy', policyId }],
  });
  return { incidentId, pageId: pageIds[0] ?? '' };
};

test('a page follows the policies as they were at its start, and its timeline records the hand-over', async () => {
  await save('c', null, 'priya');
  await save('b', 'c', 'lena');
  await save('a', 'b', 'diego');
  const { incidentId, pageId } = await startPage('a');
  await save('b', null, 'kwame');
  const asked = async () => (await stage.page(pageId)).waitingFor;
  expect(await asked()).toEqual(['diego']);
  await stage.cloud.advance(5 * minute);
  expect(await asked()).toEqual(['lena']);
  await stage.cloud.advance(5 * minute);
  expect(await asked()).toEqual(['priya']);
  const told = (await stage.timeline(incidentId)).flatMap((one) =>
    one.kind === 'page' && one.change === 'policy-handed-over' ? [one.reason] : [],
  );
  expect(told.toSorted()).toEqual(['B', 'C']);
});

test('a schedule used only by the next policy is looked up', async () => {
  const asksSchedule = policy('b', null);
  const [step] = asksSchedule.steps;
  const { scheduleId } = (await stage.get(policySchema, documentPaths.policy(teamId, 'shop'))).steps
    .flatMap(({ targets }) => targets)
    .flatMap((target) => (target.kind === 'schedule' ? [target] : []))[0] ?? { scheduleId: '' };
  if (step === undefined) throw new Error('It has a step.');
  const steps = [{ ...step, targets: [{ kind: 'schedule' as const, scheduleId }] }];
  await stage.call('jonas', 'savePolicy', { ...asksSchedule, steps });
  await save('a', 'b', 'diego');
  const { pageId } = await startPage('a');
  await stage.cloud.advance(5 * minute);
  expect(await stage.page(pageId)).toMatchObject({ status: 'notifying', phase: 'policy', policyIndex: 1 });
});

test.each([
  ['a circle', '“C” → “A” → “B” → “C” is a circle', 'c', 'a'],
  ['one that is gone', 'This policy no longer exists. Choose another one.', 'c', 'gone'],
])('%s is rejected and nothing is saved', async (_, sentence, id, then) => {
  await save('c', null, 'priya');
  await save('b', 'c', 'lena');
  await save('a', 'b', 'diego');
  const refused = await errorOf(save(id, then, 'mei'));
  expect(refused.error).toMatchObject({ code: 'invalid', field: 'thenPolicyId' });
  expect(refused.error?.message).toContain(sentence);
  expect(await stored('c')).toMatchObject({ revision: 1, thenPolicyId: null });
});

test('of two simultaneous changes that would close a cycle one is rejected', async () => {
  await save('a', null, 'diego');
  await save('b', null, 'lena');
  const outcomes = await Promise.allSettled([save('a', 'b', 'diego'), save('b', 'a', 'lena')]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a policy that another hands over to can’t be removed until it is unused', async () => {
  await save('b', null, 'lena');
  await save('a', 'b', 'diego');
  const refused = await errorOf(stage.call('jonas', 'removePolicy', { policyId: 'b' }));
  expect(refused.error).toMatchObject({
    ...{ code: 'invalid', field: 'policyId' },
    message: '“A” hands over to it. Choose another policy there first.',
  });
  expect(await stored('b')).toBeTruthy();
  await save('a', null, 'diego');
  await stage.call('jonas', 'removePolicy', { policyId: 'b' });
  expect((await stage.server.docs.get(documentPaths.policy(teamId, 'b'))).data).toBeNull();
});

test('a leaving member is replaced in the policies that a page has yet to reach', async () => {
  await save('b', null, 'lena');
  await save('a', 'b', 'diego');
  const { pageId } = await startPage('a');
  await stage.call('amara', 'removeMember', { userId: 'lena', replacementId: 'priya' });
  await stage.cloud.advance(5 * minute);
  expect((await stage.page(pageId)).waitingFor).toEqual(['priya']);
  expect(await stored('b')).toMatchObject({ steps: [{ targets: [{ userId: 'priya' }] }] });
});
