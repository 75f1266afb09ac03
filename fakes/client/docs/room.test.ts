/** Eviction of the cache: what stays and what goes when it exceeds its budget. */
import { expect, it } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { unlimitedCache } from '#ports/defaults.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { connect, type EmbeddedClient } from '../client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import type { BrowserStore } from '#provider-kit/tab-store.ts';

const minute = 60_000;
const MiB = 1024 * 1024;

/** Writes `count` documents of about 100 KiB each, `notes/00` first. */
async function fill(cloud: FakeCloud, count: number, collection = 'notes'): Promise<readonly string[]> {
  const paths = Array.from({ length: count }, (_, at) => `${collection}/${String(at).padStart(2, '0')}`);
  for (const [n, path] of paths.entries())
    await cloud.server.docs.batch([
      { type: 'set', path, data: { n, group: Math.floor(n / 5), text: 'x'.repeat(100 * 1024) } },
    ]);
  return paths;
}

function open(cloud: FakeCloud, cacheBytes = MiB, local: BrowserStore = memoryStore()) {
  const share = local.openTab();
  const stores = { local: { openTab: () => share }, session: memoryStore() };
  return { local, share, client: connect(cloud, { stores, settings: { cacheBytes } }) };
}

const inGroup = (group: number) => query('notes', where('group', '==', group));

/** The paths that are cached. */
async function cached({ docs }: EmbeddedClient, paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.allSettled(paths.map((path) => docs.get(path, { source: 'cache' })));
  return paths.filter((_, at) => found[at]?.status === 'fulfilled');
}

it('evicts the least recently used tenth, a minute after the start and every five minutes', async () => {
  const cloud = new FakeCloud();
  const paths = await fill(cloud, 20);
  const { client } = open(cloud);
  for (const path of paths) await client.docs.get(path);
  const [first = ''] = paths;
  await client.docs.get(first);
  expect(await cached(client, paths)).toEqual(paths);
  await cloud.advance(minute - 1);
  expect(await cached(client, paths)).toEqual(paths);
  await cloud.advance(1);
  expect(await cached(client, paths)).toEqual(paths.filter((_, at) => at !== 1 && at !== 2));
  await cloud.advance(5 * minute - 1);
  expect(await cached(client, paths)).toHaveLength(18);
  await cloud.advance(1);
  expect(await cached(client, paths)).toHaveLength(17);
  await expect(client.docs.get('notes/01', { source: 'cache' })).rejects.toMatchObject({
    code: 'unavailable',
  });
  await client.dispose();
});

it('stops evicting below the limit and resumes above it', async () => {
  const cloud = new FakeCloud();
  const paths = await fill(cloud, 24);
  const { client } = open(cloud);
  for (const path of paths) await client.docs.get(path);
  await cloud.advance(5 * 60 * minute);
  const left = await cached(client, paths);
  expect(left).toEqual(paths.slice(-10));
  await client.docs.get('notes/00');
  await client.docs.get('notes/01');
  await cloud.advance(5 * minute);
  expect(await cached(client, paths)).toEqual(['notes/00', 'notes/01', ...paths.slice(-9)]);
  await client.dispose();
});

it('never evicts documents watched by any tab or changed by pending writes', async () => {
  const cloud = new FakeCloud();
  const paths = await fill(cloud, 20);
  const { client, local } = open(cloud);
  const beside = open(cloud, MiB, local).client;
  await settle();
  const seen: DocSnapshot[] = [];
  const stops = [
    client.docs.watchQuery(inGroup(0), { next: () => {} }),
    beside.docs.watchQuery(inGroup(1), { next: () => {} }),
    beside.docs.watch('notes/10', { next: (snapshot) => void seen.push(snapshot) }),
  ];
  await settle();
  for (const path of paths.slice(10)) await client.docs.get(path);
  for (let at = 0; at < 100; at++) await client.docs.get(`other/${at}`);
  client.control.setNetwork(false);
  client.docs.write({ type: 'update', path: 'notes/11', changes: { n: -1 } }).catch(() => {});
  beside.control.setNetwork(false);
  await cloud.advance(10 * 60 * minute);
  const kept = [...paths.slice(0, 10), 'notes/10', 'notes/11'];
  for (const one of [client, beside]) expect(await cached(one, paths)).toEqual(kept);
  for (const stop of stops) stop();
  await client.dispose();
  await beside.dispose();
});

it('evicts a query with its documents, least recently used first', async () => {
  const cloud = new FakeCloud();
  const paths = await fill(cloud, 20);
  const { client } = open(cloud);
  for (const group of [0, 1, 2, 3]) {
    const stop = client.docs.watchQuery(inGroup(group), { next: () => {} });
    await settle();
    stop();
  }
  const again = client.docs.watchQuery(inGroup(0), { next: () => {} });
  await settle();
  again();
  for (let at = 0; at < 8; at++) await client.docs.find(query('other', where('n', '==', at)));
  await cloud.advance(minute);
  expect(await cached(client, paths)).toEqual(paths.filter((_, at) => at < 5 || at >= 10));
  await client.dispose();
});

it('remembers the order of use after a reload', async () => {
  const cloud = new FakeCloud();
  const paths = await fill(cloud, 20);
  const { client, local } = open(cloud, unlimitedCache);
  for (const path of paths.toReversed()) await client.docs.get(path);
  await cloud.advance(60 * minute);
  expect(await cached(client, paths)).toEqual(paths);
  await client.dispose();
  const next = open(cloud, MiB, local).client;
  next.control.setNetwork(false);
  await cloud.advance(minute);
  expect(await cached(next, paths)).toEqual(paths.slice(0, 18));
  await next.dispose();
  const last = open(cloud, unlimitedCache, local).client;
  expect(await cached(last, paths)).toEqual(paths.slice(0, 18));
  await last.dispose();
});

it('evicts although the evicting tab has crashed, including what it alone watched', async () => {
  const cloud = new FakeCloud();
  const paths = await fill(cloud, 20);
  const { client, share, local } = open(cloud);
  const beside = open(cloud, MiB, local).client;
  await settle();
  client.docs.watchQuery(query('notes'), { next: () => {} });
  await settle();
  await cloud.advance(60 * minute);
  expect(await cached(beside, paths)).toEqual(paths);
  share.close();
  client.control.setNetwork(false);
  await beside.docs.get('notes/19');
  await cloud.advance(10 * 60 * minute);
  expect((await cached(beside, paths)).length).toBeLessThan(12);
  await beside.dispose();
});

it('queries the server completely once parts of a cached result were evicted', async () => {
  const cloud = new FakeCloud();
  await fill(cloud, 20);
  const { client } = open(cloud);
  const asked = query('notes', orderBy('n'), limit(15));
  await client.docs.find(asked);
  for (let at = 0; at < 20; at++) await client.docs.find(query('other', where('n', '==', at)));
  await cloud.advance(60 * minute);
  const found: number[] = [];
  client.docs.watchQuery(asked, { next: ({ docs }) => void found.push(docs.length) });
  await settle();
  expect(found.at(-1)).toBe(15);
  await client.dispose();
});

it('caches no unreferenced document without persistence', async () => {
  const cloud = new FakeCloud();
  const paths = await fill(cloud, 5);
  const client = connect(cloud);
  await client.docs.get('notes/00');
  expect(await cached(client, paths)).toEqual([]);
  await client.docs.find(query('notes'));
  expect(await cached(client, paths)).toEqual([]);
  const stop = client.docs.watchQuery(query('notes', where('n', '<', 3)), { next: () => {} });
  const stopOne = client.docs.watch('notes/04', { next: () => {} });
  await settle();
  expect(await cached(client, paths)).toEqual(['notes/00', 'notes/01', 'notes/02', 'notes/04']);
  await cloud.server.docs.batch([{ type: 'update', path: 'notes/01', changes: { n: 7 } }]);
  await settle();
  expect(await cached(client, paths)).toEqual(['notes/00', 'notes/02', 'notes/04']);
  client.control.setNetwork(false);
  client.docs.write({ type: 'set', path: 'notes/02', data: {} }).catch(() => {});
  stop();
  stopOne();
  expect(await cached(client, paths)).toEqual(['notes/02']);
  client.control.setNetwork(true);
  await client.docs.offline.waitForPendingWrites();
  expect(await cached(client, paths)).toEqual([]);
  await client.dispose();
});
