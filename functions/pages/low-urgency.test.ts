/** Pages of low urgency: by a policy of their own, and not before the support hours of their service. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { constants, hour, minute } from '#domain/constants.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { policySchema } from '#domain/policy/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const send = (severity: string, action = 'trigger', key = 'disk') =>
  stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: action,
    dedup_key: key,
    payload: { summary: `${key} is nearly full`, source: 'db-1', severity },
  });
const pages = async () =>
  (await stage.all(pageSchema, collectionPaths.pages(teamId))).filter(({ id }) => !id.endsWith('-page'));

const calm = {
  policyId: 'calm',
  name: 'Calm',
  steps: [
    {
      targets: [{ kind: 'person' as const, userId: 'lena' }],
      delayMinutes: 5,
      mode: 'all' as const,
      acknowledgedBy: 'any' as const,
    },
  ],
  repeat: 0,
};

/** Support that begins in an hour, for an hour, each day; the policy Calm at low urgency. */
async function closedForAnHour(): Promise<number> {
  const opensAt = Math.ceil((stage.cloud.clock.now() + hour) / minute) * minute;
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
  const window = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: clock(opensAt), to: clock(opensAt + hour) };
  await stage.call('jonas', 'savePolicy', calm);
  const { name, description, policyId, ownerId, dependsOn } = await service();
  await stage.call('jonas', 'saveService', {
    serviceId: 'payments',
    ...{ name, description, policyId, lowPolicyId: 'calm', ownerId: ownerId ?? null },
    dependsOn: dependsOn ?? [],
    supportHours: { timezone: 'UTC', windows: [window] },
  });
  return opensAt;
}
const service = () => stage.get(serviceSchema, documentPaths.service(teamId, 'payments'));

describe('outside the support hours', () => {
  test('a low-urgency page waits and asks by its own policy when they begin', async () => {
    const opensAt = await closedForAnHour();
    await send('warning');
    const [waiting] = await pages();
    expect(waiting).toMatchObject({ status: 'pending', nextAt: opensAt, notified: [], policyId: 'calm' });
    await stage.cloud.advance(opensAt - stage.cloud.clock.now() - 1000);
    expect((await pages())[0]).toMatchObject({ status: 'pending' });
    await stage.cloud.advance(2000);
    expect(await pages()).toMatchObject([{ status: 'notifying', waitingFor: ['lena'] }]);
    expect((await pages())[0]?.notified).toMatchObject([{ userId: 'lena', firstAt: opensAt }]);
  });

  test('later alerts join the waiting page', async () => {
    const opensAt = await closedForAnHour();
    await send('warning');
    await stage.cloud.advance(constants.stormWindowMinutes * minute * 2);
    await send('info', 'trigger', 'other');
    await stage.cloud.advance(opensAt - stage.cloud.clock.now() + 1000);
    expect(await pages()).toMatchObject([{ status: 'notifying', alertCount: 2 }]);
  });

  test('alerts resolved before notify no member', async () => {
    const opensAt = await closedForAnHour();
    await send('warning');
    await send('warning', 'resolve');
    await stage.cloud.advance(opensAt - stage.cloud.clock.now() + 1000);
    expect(await pages()).toMatchObject([{ status: 'cancelled', notified: [] }]);
  });

  test('a rise to high urgency pages at once by the high-urgency policy', async () => {
    await closedForAnHour();
    await send('warning');
    await send('critical');
    const [before, after] = (await pages()).toSorted((one, other) => one.createdAt - other.createdAt);
    const byUrgency = [before, after].toSorted((one) => (one?.urgency === 'low' ? -1 : 1));
    expect(byUrgency).toMatchObject([
      { urgency: 'low', status: 'cancelled', notified: [] },
      { urgency: 'high', status: 'notifying', policyId: (await service()).policyId },
    ]);
  });
});

test('a low-urgency page inside the support hours asks at once', async () => {
  const opensAt = await closedForAnHour();
  await stage.cloud.advance(opensAt - stage.cloud.clock.now() + minute);
  await send('warning');
  expect(await pages()).toMatchObject([{ status: 'notifying', waitingFor: ['lena'] }]);
});

test('a low-urgency policy in use can’t be removed, and a missing one can’t be chosen', async () => {
  await closedForAnHour();
  const refused = await errorOf(stage.call('jonas', 'removePolicy', { policyId: 'calm' }));
  expect(refused.error?.message).toMatch(/It pages for “.*Payments/u);
  expect(await stage.get(policySchema, documentPaths.policy(teamId, 'calm'))).toBeTruthy();
  const { name, description, policyId } = await service();
  const unknown = { name, description, policyId, lowPolicyId: 'gone', ownerId: null, dependsOn: [] };
  const invalid = await errorOf(
    stage.call('jonas', 'saveService', { serviceId: 'payments', ...unknown, supportHours: null }),
  );
  expect(invalid.error).toMatchObject({ code: 'invalid', field: 'lowPolicyId' });
});
