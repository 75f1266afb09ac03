/** When a client goes offline although a connection exists, and the notifications of its listeners. */
import { expect, it } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { query } from '#ports/docs/query.ts';
import { connect, createClient, type EmbeddedClient } from '../client.ts';

function follow({ docs }: EmbeddedClient, collection = 'notes') {
  const told: string[] = [];
  docs.watchQuery(
    query(collection),
    {
      next: (snapshot) => {
        const ids = snapshot.docs.map(({ id }) => id).join();
        told.push(`${ids} ${snapshot.metadata.fromCache ? 'cache' : 'server'}`);
      },
    },
    { includeMetadataChanges: true },
  );
  return told;
}

const note = (cloud: FakeCloud, id: string) =>
  cloud.server.docs.batch([{ type: 'set', path: `notes/${id}`, data: {} }]);

it('waits ten seconds for an answer at the start before it is offline', async () => {
  const cloud = new FakeCloud();
  const nobody = { send() {}, onMessage() {}, onClose() {}, close() {} };
  const client = createClient({
    clientId: 'alone',
    connect: () => nobody,
    clock: cloud.clock,
    random: cloud.random.fork('alone'),
  });
  const told = follow(client);
  await cloud.advance(9999);
  expect(told).toEqual([]);
  await cloud.advance(1);
  expect(told).toEqual([' cache']);
  await client.dispose();
});

it('reports nothing when the connection breaks and returns at once, and misses no change', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  const told = follow(client);
  await settle();
  cloud.faults.inject({ kind: 'lose-answer', service: 'docs', operation: 'get' });
  const reading = client.docs.get('notes/a').catch(() => 'unavailable');
  await settle();
  await note(cloud, 'a');
  await cloud.advance(0);
  expect(await reading).toBe('unavailable');
  await settle();
  expect(told).toEqual([' server', 'a server']);
  await client.dispose();
});

it('a client is offline at once when the connection stays away', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  const told = follow(client);
  await settle();
  await client.control.inject({ kind: 'disconnect', forMs: 5000 });
  await settle();
  expect(told).toEqual([' server', ' cache']);
  await cloud.advance(5000);
  expect(told).toEqual([' server', ' cache', ' server']);
  await client.dispose();
});

it('a client is offline when the stream breaks twice in a row despite a connection', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  await settle();
  const refuse = { kind: 'refuse', service: 'docs', operation: 'stream', code: 'unavailable' } as const;
  cloud.faults.inject({ ...refuse, times: 2 });
  const told = follow(client);
  await settle();
  expect(told).toEqual([' cache']);
  await cloud.advance(10_000);
  expect(told).toEqual([' cache', ' server']);
  await note(cloud, 'a');
  await settle();
  expect(told.at(-1)).toBe('a server');
  await client.dispose();
});

it('a client is offline when the server is silent for ten seconds, until the server answers', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  await settle();
  await note(cloud, 'a');
  cloud.faults.inject({ kind: 'latency', service: 'docs', ms: 15_000, times: 2 });
  const told = follow(client, 'tasks');
  await cloud.advance(9999);
  expect(told).toEqual([]);
  await cloud.advance(1);
  expect(told).toEqual([' cache']);
  await expect(client.docs.get('notes/a')).rejects.toMatchObject({ code: 'unavailable' });
  await cloud.advance(60_000);
  expect(told).toEqual([' cache', ' server']);
  expect((await client.docs.get('notes/a')).metadata.fromCache).toBe(false);
  await client.dispose();
});

const refuseListens = (code: 'permission-denied' | 'unavailable', times: number) =>
  ({ kind: 'refuse', service: 'docs', operation: 'listen', code, times }) as const;

it('stays online when its only listens are denied', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  await settle();
  await note(cloud, 'a');
  cloud.faults.inject(refuseListens('permission-denied', 2));
  follow(client);
  follow(client, 'tasks');
  await settle();
  await cloud.advance(60_000);
  expect((await client.docs.find(query('notes'))).metadata.fromCache).toBe(false);
  await client.dispose();
});

it('treats a denied listen as an answer for other listens of the stream', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  await settle();
  cloud.faults.inject(refuseListens('permission-denied', 1));
  cloud.faults.inject(refuseListens('unavailable', 8));
  follow(client);
  const told = follow(client, 'tasks');
  await cloud.advance(11_000);
  expect(told).not.toContain(' cache');
  await client.dispose();
});

it('asks the server again after a silent period once no listener is left', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  await settle();
  await note(cloud, 'a');
  cloud.faults.inject(refuseListens('unavailable', 1000));
  const stop = client.docs.watchQuery(query('tasks'), { next: () => {} });
  await cloud.advance(30_000);
  await expect(client.docs.get('notes/a', { source: 'server' })).rejects.toMatchObject({
    code: 'unavailable',
  });
  stop();
  expect((await client.docs.get('notes/a', { source: 'server' })).data).toEqual({});
  expect((await client.docs.find(query('notes'))).metadata.fromCache).toBe(false);
  await client.dispose();
});
