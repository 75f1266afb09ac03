/** Retries of requests to a push service, and their end. */
import { expect, test } from 'vitest';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '../cloud.ts';
import { PushServiceBusy, webPushBy } from './web-pushes.ts';

type Answer = 'taken' | 'refused' | Error;

/** A registration whose page is closed, and a push service that gives these answers, then takes everything. */
async function closed(...answers: readonly Answer[]) {
  const sent: string[] = [];
  const left = [...answers];
  const webPush = webPushBy({
    publicKey: 'key',
    accepts: () => true,
    async send(_address, { data }: PushMessage, { topic, urgency }) {
      sent.push([data['kind'], topic, urgency].join(' '));
      const answer = left.shift() ?? 'taken';
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const cloud = new FakeCloud({ webPush });
  const address = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };
  const browser = Object.assign(new TestBrowser(), { subscribe: async () => address });
  const client = connect(cloud, { browser, stores: { local: memoryStore(), session: memoryStore() } });
  const { id } = await client.messaging.register({ ask: true });
  await client.dispose();
  const pass = async (ms: number) => {
    await cloud.advance(ms);
    await settle();
  };
  return { cloud, id, sent, pass };
}

const page = {
  notification: { title: 'Checkout is down', body: '', tag: 'page-1' },
  data: { kind: 'page' },
  urgency: 'high',
  timeToLiveSeconds: 300,
} as const;
const asPage = 'page page-1 high';
const down = new Error('503');
const unavailable = { code: 'unavailable', retryable: true, details: { pushService: 'push.example' } };

test('an unavailable push service is retried with growing pauses until the message expires', async () => {
  const { cloud, id, sent, pass } = await closed(...Array.from({ length: 20 }, () => down));
  await expect(cloud.server.push.send(id, page)).rejects.toMatchObject(unavailable);
  for (const [pause, times] of [
    [1999, 1],
    [1, 2],
    [4000, 3],
    [8000, 4],
    [16_000, 5],
    [32_000, 6],
    [60_000, 7],
    [60_000, 8],
    [60_000, 9],
    [600_000, 9],
  ] as const) {
    await pass(pause);
    expect(sent).toHaveLength(times);
  }
});

test('a push service with `Retry-After` is not retried earlier', async () => {
  const { cloud, id, sent, pass } = await closed(new PushServiceBusy(120_000));
  await expect(cloud.server.push.send(id, page)).rejects.toMatchObject(unavailable);
  await pass(119_999);
  expect(sent).toHaveLength(1);
  await pass(1);
  expect(sent).toHaveLength(2);
});

test('a rejected message is not sent again', async () => {
  const { cloud, id, sent, pass } = await closed('refused');
  await expect(cloud.server.push.send(id, page)).rejects.toMatchObject({ code: 'invalid-argument' });
  await pass(200_000);
  expect(sent).toEqual([asPage]);
});

test('a settling message replaces the waiting page', async () => {
  const { cloud, id, sent, pass } = await closed(down);
  await expect(cloud.server.push.send(id, page)).rejects.toMatchObject(unavailable);
  await cloud.server.push.send(id, { data: { kind: 'settled', pageId: 'page-1' } });
  await pass(200_000);
  expect(sent).toEqual([asPage, 'settled page-1 normal']);
});

test('a settling message of another page keeps the waiting page', async () => {
  const { cloud, id, sent, pass } = await closed(down);
  await expect(cloud.server.push.send(id, page)).rejects.toMatchObject(unavailable);
  await cloud.server.push.send(id, { data: { kind: 'settled', pageId: 'page-2' } });
  await pass(2000);
  expect(sent).toEqual([asPage, 'settled page-2 normal', asPage]);
});

test('messages waiting when the cloud ended are sent once by the next one with their urgency', async () => {
  const { cloud, id, sent, pass } = await closed(down);
  await expect(cloud.server.push.send(id, page)).rejects.toMatchObject(unavailable);
  cloud.restore(structuredClone(cloud.snapshot()));
  await pass(200_000);
  expect(sent).toEqual([asPage, asPage]);
});

test('a pushed message returns the push service’s host, and one delivered to an open page none', async () => {
  const { cloud, id } = await closed();
  expect(await cloud.server.push.send(id, page)).toMatchObject({ pushService: 'push.example' });
  const open = connect(cloud, { stores: { local: memoryStore(), session: memoryStore() } });
  const here = await open.messaging.register({ ask: true });
  expect(await cloud.server.push.send(here.id, page)).toMatchObject({ pushService: null });
  await open.dispose();
});
