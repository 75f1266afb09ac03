/** More pages for one person than their devices should say one by one. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { constants, minute } from '#domain/constants.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { deliverySchema } from '#domain/page/schema.ts';
import { collectionGroups, collectionPaths, documentPaths } from '#api/paths.ts';
import { fromDocument } from '#api/codec.ts';
import { createFunctions } from '#functions/index.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { query, where } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

const most = constants.pushesPerPerson;
let stage: FunctionsStage;
let received: PushMessage[];
async function open(functions = createFunctions()) {
  stage = await FunctionsStage.open(functions);
  received = [];
  await registerDevice('phone', received);
}
/** A browser of Lena's; `messages` takes what it receives. */
async function registerDevice(deviceId: string, messages: PushMessage[]) {
  const client = deviceId === 'phone' ? await stage.person('lena') : await stage.stranger(deviceId);
  const { id } = await client.messaging.register({ ask: true });
  client.messaging.onMessage((message) => messages.push(message));
  await stage.call('lena', 'registerDevice', {
    deviceId,
    registration: id,
    label: deviceId,
    userAgent: '',
  });
  return client;
}
beforeEach(() => open());
afterEach(() => stage.close());

const declare = (n: number, severity: 'SEV1' | 'SEV3') =>
  stage.call('amara', 'declareIncident', {
    title: `Search is down ${n}`,
    severity,
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['lena'] }],
  });
async function page(count: number, severity: 'SEV1' | 'SEV3' = 'SEV3') {
  for (let n = 0; n < count; n++) {
    await declare(n, severity);
    await stage.cloud.advance(1);
  }
}
async function answerAll() {
  const found = await stage.server.docs.find(
    query(collectionPaths.pages(teamId), where('waitingFor', 'array-contains', 'lena')),
  );
  for (const { id } of found) await stage.call('lena', 'acknowledgePage', { pageId: id });
}
const kinds = (messages = received) => messages.map(({ data }) => data['kind']);
const sent = (kind: string, messages = received) => kinds(messages).filter((one) => one === kind).length;
async function statuses() {
  const found = await stage.server.docs.find(collectionGroup(collectionGroups.deliveries));
  const all = found.map((one) => fromDocument(deliverySchema, one));
  return all.flatMap((one) => (one?.userId === 'lena' ? [one.status] : []));
}

test('above the cap one digest states the number of further pages and links to them', async () => {
  await page(most + 7);
  expect(sent('page')).toBe(most);
  expect(sent('digest')).toBe(0);
  await stage.cloud.advance(minute);
  expect(sent('page')).toBe(most);
  expect(sent('digest')).toBe(1);
  expect(received.at(-1)?.notification).toMatchObject({
    title: '7 more pages wait for you',
    link: `/t/${teamId}/`,
  });
  expect((await statuses()).filter((one) => one !== 'accepted')).toEqual([]);
  await stage.cloud.advance(2 * minute);
  expect(sent('digest')).toBe(1);
});

test('SEV1 passes the cap', async () => {
  await page(most);
  await page(3, 'SEV1');
  expect(sent('page')).toBe(most + 3);
});

test('after the period pages are sent individually again', async () => {
  await page(most + 1);
  await answerAll();
  await stage.cloud.advance(constants.pushWindowMinutes * minute);
  received.length = 0;
  await page(1);
  expect(kinds()).toEqual(['page']);
});

test('the sweep sends the next digest without a task', async () => {
  await stage.close();
  let lost = 0;
  const { tasks, ...rest } = createFunctions();
  const { sendDigest } = tasks;
  await open({
    ...rest,
    tasks: {
      ...tasks,
      // The first one is lost.
      sendDigest: async (payload, server) => (lost++ === 0 ? undefined : sendDigest?.(payload, server)),
    },
  });
  await page(most + 2);
  await stage.cloud.advance(3 * minute);
  expect(sent('digest')).toBe(1);
});

test('answered pages are not in the digest', async () => {
  await page(most + 1);
  await answerAll();
  await stage.cloud.advance(2 * minute);
  expect(sent('digest')).toBe(0);
});

test('a page to several devices counts once, and each device gets the same digest', async () => {
  const laptop: PushMessage[] = [];
  const tablet: PushMessage[] = [];
  await registerDevice('laptop', laptop);
  await registerDevice('tablet', tablet);
  await page(most + 3);
  await stage.cloud.advance(minute);
  const onEach = [received, laptop, tablet].map((messages) => [
    sent('page', messages),
    sent('digest', messages),
    messages.at(-1)?.notification?.title,
  ]);
  expect(onEach).toEqual(Array.from({ length: 3 }, () => [most, 1, '3 more pages wait for you']));
  expect((await statuses()).filter((one) => one !== 'accepted')).toEqual([]);
});

test('simultaneous pages are sent up to the cap', async () => {
  const laptop: PushMessage[] = [];
  await registerDevice('laptop', laptop);
  const at = stage.server.clock.now();
  await Promise.all(Array.from({ length: most + 7 }, (_, n) => declare(n, 'SEV3')));
  expect(stage.server.clock.now()).toBe(at);
  await stage.cloud.advance(1);
  expect([sent('page'), sent('page', laptop)]).toEqual([most, most]);
  await stage.cloud.advance(minute);
  const last = [received, laptop].map((messages) => messages.at(-1)?.notification?.title);
  expect(last).toEqual(['7 more pages wait for you', '7 more pages wait for you']);
});

test('a device without a registration does not keep the digest from others', async () => {
  const laptop: PushMessage[] = [];
  const gone = await registerDevice('laptop', laptop);
  await page(most + 2);
  await gone.messaging.unregister();
  await stage.cloud.advance(minute);
  expect([sent('digest'), sent('digest', laptop)]).toEqual([1, 0]);
  const device = await stage.get(deviceSchema, documentPaths.device(teamId, 'laptop'));
  expect(device).toMatchObject({ registration: null, lostAt: expect.any(Number) });
  expect((await statuses()).filter((one) => one === 'failed')).toHaveLength(2);
});

test('drills do not count for the cap', async () => {
  await page(most);
  await stage.call('lena', 'sendDrill', { deviceId: 'phone' });
  await stage.cloud.advance(1);
  expect(sent('page')).toBe(most + 1);
});
