/** Configuration from a server that is slow, overloaded, or was reset. */
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { connect } from '../client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';

const busy = { kind: 'refuse', service: 'config', operation: 'fetch', code: 'resource-exhausted' } as const;

function start(cloud = new FakeCloud({ config: { color: 'red' } }), settings = {}) {
  const stores = { local: memoryStore(), session: memoryStore() };
  const client = connect(cloud, { stores, settings });
  return { cloud, client, stores, config: client.config };
}

test('a fetch from an overloaded server is retried until it succeeds', async () => {
  const { cloud, client, config } = start();
  await client.control.inject({ ...busy, times: 3 });
  const fetching = config.remote.fetch();
  await cloud.advance(15_000);
  await fetching;
  expect(config.remote.status().lastFetch).toBe('success');
});

test('a fetch that times out during back-off is throttled, also after a reload', async () => {
  const { cloud, client, config, stores } = start();
  await client.control.inject({ ...busy, times: 1000 });
  const fetching = config.remote.fetch().catch((error: unknown) => error);
  await cloud.advance(60_000);
  expect(await fetching).toMatchObject({ code: 'config/fetch-throttle' });
  expect(config.remote.status()).toEqual({ lastFetch: 'throttled', fetchedAt: null });
  await client.control.clearFaults();

  const { config: next } = connect(cloud, { stores, settings: { configFetchTimeoutMs: 1 } });
  await expect(next.remote.fetch()).rejects.toMatchObject({
    code: 'config/fetch-throttle',
    details: { until: expect.any(Number) },
  });
  await cloud.advance(120_000);
  await next.remote.fetch();
  expect(next.remote.status().lastFetch).toBe('success');
});

test('a slow fetch times out', async () => {
  const { cloud, client, config } = start();
  await client.control.inject({ kind: 'latency', service: 'config', ms: 61_000 });
  const fetching = config.remote.fetch().catch((error: unknown) => error);
  await cloud.advance(60_000);
  expect(await fetching).toMatchObject({ code: 'config/fetch-timeout' });
  expect(config.remote.status().lastFetch).toBe('failure');
});

test('concurrent fetches share one request', async () => {
  const { client, config } = start();
  await client.control.inject({ ...busy, code: 'permission-denied' });
  const results = await Promise.allSettled([config.remote.fetch(), config.remote.fetch()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await config.remote.fetch();
});

test('disposing rejects a waiting fetch', async () => {
  const { client, config } = start();
  await client.control.inject({ ...busy, times: 5 });
  const fetching = config.remote.fetch().catch((error: unknown) => error);
  await settle();
  await client.dispose();
  expect(await fetching).toMatchObject({ code: 'failed-precondition' });
});

test('published values survive a snapshot, and a reset is reported like a publication', async () => {
  const { cloud, client, config } = start();
  await config.remote.fetch();
  await config.remote.activate();
  await client.control.publishConfig({ color: 'blue' });
  const snapshot = structuredClone(cloud.snapshot());
  await config.remote.fetch();
  const seen: unknown[] = [];
  const stop = config.live.watch({ next: (update) => void seen.push(update) });
  await settle();
  expect(seen).toEqual([{ updatedKeys: ['color'] }]);
  await config.remote.activate();
  await client.control.reset();
  await cloud.advance(2000);
  expect(seen).toHaveLength(2);
  expect(await cloud.server.config.value('color')).toBe('red');
  cloud.restore(snapshot);
  expect(await cloud.server.config.value('color')).toBe('blue');
  expect(cloud.snapshot().services.config).toEqual(snapshot.services.config);
  stop();
});

test('publishing is atomic and limited', async () => {
  const { cloud, client } = start();
  const publish = (values: Record<string, string>) => client.control.publishConfig(values);
  await expect(publish({ ok: 'yes', 'not ok': '' })).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(await cloud.server.config.value('ok')).toBeNull();
  await expect(publish({ long: 'x'.repeat(1_000_000) })).rejects.toMatchObject({ code: 'out-of-range' });
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`k${at}`, '']));
  await expect(publish(many)).rejects.toMatchObject({ code: 'out-of-range' });
});
