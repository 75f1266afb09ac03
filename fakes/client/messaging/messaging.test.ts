/** Push on a bad way, and after the server forgot. */
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { TestBrowser } from '../browser.ts';
import { connect } from '../client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';

async function registered(cloud = new FakeCloud()) {
  const browser = new TestBrowser();
  const stores = { local: memoryStore(), session: memoryStore() };
  const client = connect(cloud, { browser, stores });
  const { id } = await client.messaging.register({ ask: true });
  await settle();
  const seen: string[] = [];
  client.messaging.onMessage(({ data }) => void seen.push(data['n'] ?? ''));
  return { cloud, client, browser, stores, id, seen };
}

test('a message whose acknowledgement was lost is repeated and delivered once', async () => {
  const { cloud, client, id, seen } = await registered();
  await client.control.inject({ kind: 'refuse', service: 'messaging', operation: 'ack', code: 'internal' });
  await cloud.server.push.send(id, { data: { n: '1' } });
  await settle();
  expect(cloud.snapshot().services.messaging).toMatchObject([{ waiting: [{ sequence: 1 }] }]);
  client.control.setNetwork(false);
  client.control.setNetwork(true);
  await settle();
  expect(seen).toEqual(['1']);
  expect(cloud.snapshot().services.messaging).toMatchObject([{ waiting: [] }]);
});

test('a slow notification keeps the order of messages', async () => {
  const { cloud, client, browser, id } = await registered();
  browser.setVisible(false);
  const told: string[] = [];
  client.messaging.onBackgroundMessage(({ data }) => void told.push(data['n'] ?? ''));
  let show = () => {};
  browser.showNotification = () => new Promise((resolve) => (show = resolve));
  await cloud.server.push.send(id, { notification: { title: 'a', body: '' }, data: { n: 'slow' } });
  await cloud.server.push.send(id, { data: { n: 'quick' } });
  await settle();
  expect(told).toEqual([]);
  show();
  await settle();
  expect(told).toEqual(['slow', 'quick']);
});

test('the browser registers again after a reset', async () => {
  const { cloud, client, id, seen } = await registered();
  const told: (string | undefined)[] = [];
  client.messaging.onRegistration((registration) => void told.push(registration?.id));
  await settle();
  await client.control.reset();
  await cloud.advance(5000);
  const next = await client.messaging.registration();
  expect(next?.id).not.toBe(id);
  expect(told).toEqual([id, next?.id]);
  await cloud.server.push.send(next?.id ?? '', { data: { n: '1' } });
  await settle();
  expect(seen).toEqual(['1']);
});

test('two tabs with separate sessions have two registrations', async () => {
  const { cloud, stores, id } = await registered();
  const other = connect(cloud, { stores: { local: stores.local, session: memoryStore() } });
  expect(await other.messaging.registration()).toBeNull();
  expect((await other.messaging.register({ ask: true })).id).not.toBe(id);
});

test('revoking the permission offline ends the registration on the server after the reconnect', async () => {
  const { cloud, client, browser, id } = await registered();
  client.control.setNetwork(false);
  browser.setPermission('denied');
  await settle();
  expect(await client.messaging.registration()).toBeNull();
  await cloud.server.push.send(id, {});
  client.control.setNetwork(true);
  await settle();
  await expect(cloud.server.push.send(id, {})).rejects.toMatchObject({
    code: 'messaging/registration-unknown',
  });
});

test('registrations, topics and waiting messages survive a snapshot', async () => {
  const { cloud, client, id, stores } = await registered();
  await cloud.server.push.subscribe(id, 'team');
  client.control.setNetwork(false);
  for (let n = 0; n < 101; n++) await cloud.server.push.send(id, { data: { n: String(n) } });
  const snapshot = structuredClone(cloud.snapshot());
  const next = new FakeCloud({ seed: 2 });
  next.restore(snapshot);
  expect(next.snapshot().services.messaging).toEqual(snapshot.services.messaging);
  await next.server.push.sendToTopic('team', { data: { n: 'topic' } });
  const reopened = connect(next, { stores });
  const seen: string[] = [];
  reopened.messaging.onMessage(({ data }) => void seen.push(data['n'] ?? ''));
  await settle();
  expect(seen).toHaveLength(100);
  expect([seen[0], seen[99]]).toEqual(['2', 'topic']);
});
