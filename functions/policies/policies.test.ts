import { afterEach, beforeEach, expect, test } from 'vitest';
import { policySchema } from '#domain/policy/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const step = (...userIds: string[]) => ({
  targets: userIds.map((userId) => ({ kind: 'person' as const, userId })),
  delayMinutes: 5,
  mode: 'all' as const,
  acknowledgedBy: 'any' as const,
});
const nights = {
  policyId: 'nights',
  name: 'Nights',
  steps: [step('diego', 'lena'), step('priya')],
  repeat: 1,
};
const path = documentPaths.policy(teamId, 'nights');
const stored = async () => (await stage.server.docs.get(path)).data;

test('an admin creates, changes and removes a policy, and removing it again changes nothing', async () => {
  expect(await stage.call('jonas', 'savePolicy', nights)).toEqual({ revision: 1 });
  expect(await stage.get(policySchema, path)).toMatchObject({
    name: 'Nights',
    steps: nights.steps,
    repeat: 1,
  });
  const whole = { ...step(), targets: [{ kind: 'team' as const }] };
  await stage.call('mei', 'savePolicy', { ...nights, steps: [whole], expectedRevision: 1 });
  expect(await stored()).toMatchObject({ steps: [whole], createdBy: 'jonas', revision: 2 });
  const stale = await errorOf(stage.call('jonas', 'savePolicy', { ...nights, expectedRevision: 1 }));
  expect(stale.error?.code).toBe('conflict');
  await stage.call('mei', 'removePolicy', { policyId: 'nights' });
  await stage.call('mei', 'removePolicy', { policyId: 'nights' });
  expect(await stored()).toBeNull();
});

test.each([
  ['steps.0.targets.1', [step('diego', 'tom')], /a viewer/u],
  ['steps.1.targets.0', [step('diego'), step('gone')], /not in the team/u],
  [
    'steps.0.targets.0',
    [{ ...step(), targets: [{ kind: 'schedule' as const, scheduleId: 'gone' }] }],
    /schedule no longer exists/u,
  ],
  ['steps.0.targets', [step()], /Add someone to page/u],
  ['steps', [], /Add at least one step/u],
  ['steps.0.delayMinutes', [{ ...step('diego'), delayMinutes: 0 }], /./u],
])('%s that is invalid is rejected', async (field, steps, words) => {
  const refused = await errorOf(stage.call('jonas', 'savePolicy', { ...nights, steps }));
  expect(refused.error).toMatchObject({ code: 'invalid', field, message: expect.stringMatching(words) });
  expect(await stored()).toBeNull();
});

test('a member who can no longer be paged stays in an existing policy', async () => {
  await stage.call('jonas', 'savePolicy', nights);
  await stage.server.docs.batch([
    { type: 'update', path: documentPaths.member(teamId, 'lena'), changes: { role: 'viewer' } },
  ]);
  await stage.call('jonas', 'savePolicy', { ...nights, name: 'Later' });
  expect(await stored()).toMatchObject({ name: 'Later' });
});

test('a policy in use by a service can’t be removed, and the service is named', async () => {
  const refused = await errorOf(stage.call('jonas', 'removePolicy', { policyId: 'shop' }));
  expect(refused.error).toMatchObject({ code: 'invalid', field: 'policyId' });
  expect(refused.error?.message).toMatch(/It pages for “.*Checkout/u);
  expect(await stage.get(policySchema, documentPaths.policy(teamId, 'shop'))).toBeTruthy();
});

test('a removed member is replaced in a policy’s steps, once in each', async () => {
  await stage.call('jonas', 'savePolicy', nights);
  const { holdings } = await (
    await stage.person('amara')
  ).functions.call<{
    holdings: readonly { readonly kind: string }[];
  }>('readHoldings', { teamId, userId: 'lena' });
  expect(holdings).toContainEqual({ kind: 'step', policy: 'Nights' });
  await stage.call('amara', 'removeMember', { userId: 'lena', replacementId: 'diego' });
  expect(await stored()).toMatchObject({ steps: [step('diego'), step('priya')] });
});

test('simultaneous pages by one policy don’t write it and share the turns of a round robin', async () => {
  const turns = { ...step('diego', 'lena'), mode: 'round-robin' as const };
  await stage.call('jonas', 'savePolicy', { ...nights, steps: [turns] });
  const before = await stored();
  const asked: Record<string, number> = {};
  for (let n = 0; n < 60; n++) {
    const { pageIds } = await stage.call('jonas', 'declareIncident', {
      title: `Number ${n}`,
      severity: 'SEV3',
      serviceIds: [],
      private: false,
      alertId: null,
      page: [{ kind: 'policy', policyId: 'nights' }],
    });
    const [who = ''] = (await stage.page(pageIds[0] ?? '')).waitingFor;
    asked[who] = (asked[who] ?? 0) + 1;
  }
  expect(await stored()).toEqual(before);
  expect(Object.keys(asked).toSorted()).toEqual(['diego', 'lena']);
  // Sixty tosses of a coin: fewer than ten of one side come once in ten million.
  for (const times of Object.values(asked)) expect(times).toBeGreaterThan(9);
});

/** An incident of SEV3 that pages by the policy `nights`. */
async function declareSlow() {
  const { incidentId, pageIds } = await stage.call('jonas', 'declareIncident', {
    title: 'Slow',
    severity: 'SEV3',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'policy', policyId: 'nights' }],
  });
  return { incidentId, pageId: pageIds[0] ?? '' };
}

test('the severity for a condition is looked up when its step starts', async () => {
  const worst = { urgency: null, severities: ['SEV1' as const], hours: null };
  const steps = [{ ...step('lena'), condition: worst }, step('diego')];
  await stage.call('jonas', 'savePolicy', { ...nights, steps });
  const { incidentId, pageId } = await declareSlow();
  const page = () => stage.page(pageId);
  expect(await page()).toMatchObject({ waitingFor: ['diego'] });
  await stage.call('jonas', 'setSeverity', { incidentId, severity: 'SEV1' });
  await stage.cloud.advance(5 * 60_000);
  expect(await page()).toMatchObject({ waitingFor: ['lena'], priority: { incident: 'SEV1' } });
});

test('a command without an effect does not store the looked-up severity', async () => {
  const worst = { urgency: null, severities: ['SEV1' as const], hours: null };
  const steps = [step('lena', 'diego'), { ...step('priya'), condition: worst }];
  await stage.call('jonas', 'savePolicy', { ...nights, steps });
  const { incidentId, pageId } = await declareSlow();
  await stage.call('lena', 'declinePage', { pageId, reason: '' });
  const declined = await stage.page(pageId);
  await stage.call('jonas', 'setSeverity', { incidentId, severity: 'SEV1' });
  await stage.call('lena', 'declinePage', { pageId, reason: '' });
  expect(await stage.page(pageId)).toEqual(declined);
});
