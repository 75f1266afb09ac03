/** A push service that can't be reached: the next device, and the next step, at once. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { PortError } from '#ports/errors.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
const down = new Set<string>();
beforeEach(async () => {
  stage = await FunctionsStage.open();
  down.clear();
  const { push } = stage.server;
  Object.assign(stage.server, {
    push: {
      ...push,
      send: (...args: Parameters<typeof push.send>) =>
        down.has(args[0])
          ? Promise.reject(
              new PortError('unavailable', 'No such host.', { details: { pushService: 'push.example' } }),
            )
          : push.send(...args),
    },
  });
});
afterEach(() => stage.close());

const iPhone = 'iPhone';
async function device(who: string, deviceId = `${who}-phone`, userAgent = iPhone) {
  const client = await stage.stranger(deviceId);
  const { id: registration } = await client.messaging.register({ ask: true });
  const received: PushMessage[] = [];
  client.messaging.onMessage((message) => received.push(message));
  await stage.call(who, 'registerDevice', { deviceId, registration, label: deviceId, userAgent });
  return { registration, received };
}
async function page(...userIds: string[]): Promise<string> {
  const { pageIds } = await stage.call('amara', 'declareIncident', {
    ...{ title: 'Search is down', severity: 'SEV2', serviceIds: [], alertId: null, private: false },
    page: [{ kind: 'people', userIds }],
  });
  await stage.cloud.advance(1);
  return pageIds[0] ?? '';
}

test('a device that the rules notify later is notified at once if earlier devices are unreachable', async () => {
  const phone = await device('lena');
  const laptop = await device('lena', 'laptop', 'Linux');
  const rules = { atOnce: 'phone' as const, later: [{ afterMinutes: 4, devices: 'computer' as const }] };
  await stage.call('lena', 'saveNotificationRules', {
    ...{ userId: 'lena', high: rules, low: rules },
    quietHours: null,
  });
  down.add(phone.registration);
  const pageId = await page('lena');
  expect(laptop.received.map(({ data }) => data['pageId'])).toEqual([pageId]);
  expect(await stage.page(pageId)).toMatchObject({ phase: 'policy', step: 0, waitingFor: ['lena'] });
  await stage.cloud.advance(5 * minute);
  expect(laptop.received.filter(({ notification }) => notification).length).toBeGreaterThan(1);
});

test('a page moves on at once if no device of its recipients is reachable', async () => {
  const lena = await device('lena');
  const jonas = await device('jonas');
  down.add(lena.registration);
  const pageId = await page('lena');
  expect(await stage.page(pageId)).toMatchObject({ phase: 'fallback', waitingFor: ['jonas', 'mei'] });
  expect(jonas.received).toHaveLength(1);
});

test('a recipient without a device is waited for', async () => {
  const lena = await device('lena');
  down.add(lena.registration);
  const pageId = await page('lena', 'kwame');
  expect(await stage.page(pageId)).toMatchObject({ phase: 'policy', waitingFor: ['lena', 'kwame'] });
});

test('a page without reachable recipients keeps asking all, and the first successful push is sent', async () => {
  const phones = [];
  for (const who of ['lena', 'jonas', 'mei', 'amara']) phones.push(await device(who));
  for (const { registration } of phones) down.add(registration);
  const pageId = await page('lena');
  const stuck = await stage.page(pageId);
  expect(stuck).toMatchObject({ status: 'notifying', phase: 'policy', step: 0, loop: 0 });
  expect([...stuck.waitingFor].toSorted()).toEqual(['amara', 'jonas', 'lena', 'mei']);
  down.clear();
  await stage.cloud.advance(2 * minute);
  for (const { received } of phones) expect(received).toHaveLength(1);
  expect(await stage.page(pageId)).toMatchObject({ status: 'notifying', unreached: [] });
});
