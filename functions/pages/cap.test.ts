/** More pages for one person than a device should say one by one. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { constants, minute } from '#domain/constants.ts';
import { deliverySchema } from '#domain/page/schema.ts';
import { collectionGroups, collectionPaths } from '#api/paths.ts';
import { fromDocument } from '#api/codec.ts';
import { createFunctions } from '#functions/index.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { collectionGroup, query, where } from '#ports/docs/query.ts';
import { FunctionsStage, teamId } from '#tests/functions/stage.ts';

const most = constants.pushesPerDevice;
let stage: FunctionsStage;
let received: PushMessage[];
async function open(functions = createFunctions()) {
  stage = await FunctionsStage.open(functions);
  received = [];
  const client = await stage.person('lena');
  const { id } = await client.messaging.register({ ask: true });
  client.messaging.onMessage((message) => received.push(message));
  await stage.call('lena', 'registerDevice', {
    deviceId: 'phone',
    registration: id,
    label: 'Phone',
    userAgent: '',
  });
}
beforeEach(() => open());
afterEach(() => stage.close());

async function page(count: number, severity: 'SEV1' | 'SEV3' = 'SEV3') {
  for (let n = 0; n < count; n++) {
    await stage.call('amara', 'declareIncident', {
      title: `Search is down ${n}`,
      severity,
      serviceIds: [],
      private: false,
      alertId: null,
      page: [{ kind: 'people', userIds: ['lena'] }],
    });
    await stage.cloud.advance(1);
  }
}
async function answerAll() {
  const found = await stage.server.docs.find(
    query(collectionPaths.pages(teamId), where('waitingFor', 'array-contains', 'lena')),
  );
  for (const { id } of found) await stage.call('lena', 'acknowledgePage', { pageId: id });
}
const kinds = () => received.map(({ data }) => data['kind']);
const sent = (kind: string) => kinds().filter((one) => one === kind).length;
async function statuses() {
  const found = await stage.server.docs.find(collectionGroup(collectionGroups.deliveries));
  const all = found.map((one) => fromDocument(deliverySchema, one));
  return all.flatMap((one) => (one?.userId === 'lena' ? [one.status] : []));
}

test('beyond the cap one digest says how many more there are, and leads to them', async () => {
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

test('after a while pages are sent one by one again', async () => {
  await page(most + 1);
  await answerAll();
  await stage.cloud.advance(constants.pushWindowMinutes * minute);
  received = [];
  await page(1);
  expect(kinds()).toEqual(['page']);
});

test('the digest needs no task: the sweep asks for another one', async () => {
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

test('what was answered meanwhile is in no digest', async () => {
  await page(most + 1);
  await answerAll();
  await stage.cloud.advance(2 * minute);
  expect(sent('digest')).toBe(0);
});
