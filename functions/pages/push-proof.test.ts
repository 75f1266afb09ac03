/** Proof of a device by the way in which a page reached it: an open page of Muster, or a pushed notification. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { wayState } from '#domain/channel/state.ts';
import { wayOfDevice } from '#domain/device/way.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { minute } from '#domain/constants.ts';
import { documentPaths } from '#api/paths.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
let received: PushMessage[];
beforeEach(async () => {
  stage = await FunctionsStage.open();
  const client = await stage.person('lena');
  const { id: registration } = await client.messaging.register({ ask: true });
  received = [];
  client.messaging.onMessage((message) => received.push(message));
  await stage.call('lena', 'registerDevice', { deviceId, registration, label: 'Phone', userAgent: '' });
});
afterEach(() => stage.close());

const deviceId = 'lenas-phone';
const now = () => stage.server.clock.now();
const device = () => stage.get(deviceSchema, documentPaths.device(teamId, deviceId));
const state = async () => wayState(wayOfDevice(await device()), now());

async function drill(): Promise<{ readonly pageId: string; readonly deliveryId: string }> {
  const { pageId } = await stage.call('lena', 'sendDrill', { deviceId });
  await stage.cloud.advance(1);
  return { pageId, deliveryId: received.at(-1)?.data['deliveryId'] ?? '' };
}

/** Request of the service worker, with the data of the newest message. */
async function answer(given: 'shown' | 'opened'): Promise<number> {
  const { teamId: team, pageId, deliveryId, ticket } = received.at(-1)?.data ?? {};
  const { status } = await stage.http('/in/answer', {
    teamId: team,
    pageId,
    deliveryId,
    ticket,
    answer: given,
  });
  return status;
}

test('a drill answered in an open page proves the page and not the push', async () => {
  const of = await drill();
  for (const receipt of ['shown', 'opened'] as const)
    await stage.call('lena', 'recordReceipt', { ...of, receipt });
  await stage.call('lena', 'acknowledgePage', { pageId: of.pageId });
  expect(await device()).toMatchObject({ lastShownAt: now(), lastDrillAt: now(), pushShownAt: null });
  expect(await state()).toBe('open-page');
});

test('a service worker’s receipt of a drill proves the push', async () => {
  await drill();
  expect(await answer('shown')).toBe(200);
  expect(await device()).toMatchObject({ lastShownAt: now(), lastDrillAt: now(), pushShownAt: now() });
  expect(await state()).toBe('reachable');
});

test('a push proof counts once, also after an open page has shown the page', async () => {
  const of = await drill();
  await stage.call('lena', 'recordReceipt', { ...of, receipt: 'opened' });
  await stage.cloud.advance(minute);
  const provedAt = now();
  expect(await answer('shown')).toBe(200);
  expect((await device()).pushShownAt).toBe(provedAt);
  expect((await stage.deliveries(of.pageId))[0]).toMatchObject({ status: 'opened', pushShownAt: provedAt });
  const stored = stage.stored();
  expect(await answer('shown')).toBe(200);
  expect(stage.stored()).toBe(stored);
});

test('a click on a notification does not prove the push', async () => {
  await drill();
  expect(await answer('opened')).toBe(200);
  expect(await state()).toBe('open-page');
});

test('an open page does not change the push proof', async () => {
  await drill();
  await answer('shown');
  const provedAt = now();
  await stage.cloud.advance(minute);
  await stage.call('lena', 'recordReceipt', { ...(await drill()), receipt: 'shown' });
  expect(await device()).toMatchObject({ lastShownAt: now(), pushShownAt: provedAt });
});

test('a way stated in the command is ignored', async () => {
  const of = await drill();
  const stated = { ...of, receipt: 'shown' as const, way: 'push' };
  await stage.call('lena', 'recordReceipt', stated);
  expect((await device()).pushShownAt).toBeNull();
});
