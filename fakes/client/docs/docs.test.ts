import { expect, it } from 'vitest';
import { portChannel } from '#fakes/cloud/channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { platformLimits } from '#firebase-rules/platform/planner.ts';
import { type DocsDriver, docsShell } from '#provider-kit/docs/shell.ts';
import { GeoPoint, increment, Timestamp } from '#ports/docs/values.ts';
import { connect, createClient } from '../client.ts';

it('shows a local write immediately, then as confirmed', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  await settle();
  const seen: string[] = [];
  client.docs.watchQuery(
    query('a', orderBy('n')),
    {
      next: ({ docs, metadata }) =>
        seen.push(
          `${docs.map(({ id }) => id).join('')} ${metadata.fromCache ? 'cache' : ''} ${metadata.hasPendingWrites ? 'pending' : ''}`,
        ),
    },
    { includeMetadataChanges: true },
  );
  await settle();
  await client.docs.write({ type: 'set', path: 'a/1', data: { n: 1 } });
  await settle();
  expect(seen).toEqual(['  ', '1  pending', '1  ']);
  expect(client.openSubscriptions()).toBe(1);
  await client.dispose();
  expect(client.openSubscriptions()).toBe(0);
});

it('keeps showing the stored document while an unstorable write is being rejected', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  const deep = Array.from({ length: 20 }, () => 'm').join('.');
  await client.docs.write({ type: 'set', path: 'a/1', data: { n: 1 } });
  const seen: unknown[] = [];
  client.docs.watch('a/1', { next: ({ data }) => void seen.push(data) });
  await settle();
  const refused = client.docs.write({ type: 'update', path: 'a/1', changes: { [`${deep}.x.y`]: 1 } });
  await expect(refused).rejects.toMatchObject({ code: 'invalid-argument' });
  await client.docs.write({ type: 'update', path: 'a/1', changes: { n: 2 } });
  await settle();
  expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
  await client.dispose();
});

it('reports the data of a cloud that was restored to an older state', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  await settle();
  const seen: unknown[] = [];
  const write = (n: number) => cloud.server.docs.batch([{ type: 'set', path: 'a/1', data: { n } }]);
  await write(1);
  const before = cloud.snapshot();
  client.docs.watchQuery(query('a'), { next: ({ docs }) => void seen.push(docs[0]?.data) });
  await settle();
  await write(2);
  await cloud.server.docs.batch([{ type: 'set', path: 'a/2', data: {} }]);
  cloud.restore(before);
  await cloud.advance(10_000);
  expect(seen.at(-1)).toEqual({ n: 1 });
  expect((await client.docs.find(query('a'))).docs).toHaveLength(1);
  await write(3);
  await settle();
  expect(seen.at(-1)).toEqual({ n: 3 });
  await client.dispose();
});

it('a listener that throws does not affect the others', async () => {
  const thrown: unknown[] = [];
  const told: string[] = [];
  const docs = docsShell(silentDriver, {
    limits: platformLimits,
    report: (error) => void thrown.push(error),
  });
  const oops = new Error('oops');
  docs.watch('a/1', {
    next: () => {
      throw oops;
    },
  });
  docs.watch('a/1', { next: ({ id }) => void told.push(id) });
  await settle();
  expect(thrown).toEqual([oops]);
  expect(told).toEqual(['1']);
});

it('works over a channel that carries plain data only', async () => {
  const cloud = new FakeCloud();
  const client = createClient({
    clientId: 'far away',
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      cloud.accept(portChannel(port2));
      return portChannel(port1);
    },
    clock: cloud.clock,
    random: cloud.random.fork('far away'),
  });
  const { docs } = client;
  const at = new Timestamp(1, 0);
  const seen = new Promise((resolve) => {
    docs.watchQuery(
      query('a', where('at', '>=', at), orderBy('at')),
      { next: ({ docs: [doc] }) => doc && !doc.metadata.hasPendingWrites && resolve(doc.data) },
      { includeMetadataChanges: true },
    );
  });
  const data = { at, list: [new GeoPoint(1, 2)], bytes: Uint8Array.of(1), $muster: 'x' };
  await docs.write({ type: 'set', path: 'a/1', data: { ...data, n: increment(2) } });
  await docs.write({ type: 'update', path: 'a/1', changes: { n: increment(1) } });
  expect((await docs.get('a/1', { source: 'server' })).data).toEqual({ ...data, n: 3 });
  expect(await seen).toMatchObject(data);
  await client.dispose();
});

const no = () => Promise.reject(new Error('Not asked for in this test.'));

/** Calls each watcher once per batch of changes. */
const waiting: (() => void)[] = [];
const silentDriver: DocsDriver = {
  get: no,
  find: no,
  commit: no,
  newId: () => '',
  watchQuery: () => () => {},
  watch(path, observer) {
    if (waiting.length === 0) queueMicrotask(() => waiting.forEach((tell) => tell()));
    const metadata = { fromCache: false, hasPendingWrites: false };
    waiting.push(() => observer.next({ id: '1', path, data: null, metadata }));
    return () => {};
  },
};
