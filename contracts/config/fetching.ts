/** Configuration: fetches from the server, the cache, and behaviour without an answer. */
import { expect } from 'vitest';
import type { ConfigUpdate } from '#ports/config/config.ts';
import { PortError } from '#ports/errors.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';
import { hourMs, refreshed } from './common.ts';

export function fetchingScenarios(scenario: Scenario): void {
  scenario('fetched values apply after activate', { needs: ['config.remote'] }, async (scene) => {
    const { config } = await scene.connect();
    config.remote.setSettings({ minimumFetchIntervalMs: 0 });
    expect(await config.remote.activate()).toBe(false);
    await scene.publishConfig({ color: 'red' });
    await config.remote.fetch();
    expect(config.value('color').source).toBe('static');
    expect(await config.remote.activate()).toBe(true);
    expect(config.value('color').asString()).toBe('red');
    expect(await config.remote.activate()).toBe(false);
    await config.remote.fetch();
    expect(await config.remote.activate()).toBe(false);
  });

  scenario(
    'activate reports no change when values return to their active state',
    { needs: ['config.remote', 'config.live'] },
    async (scene) => {
      const client = await scene.connect();
      const { config } = client;
      config.remote.setSettings({ minimumFetchIntervalMs: 0 });
      await scene.publishConfig({ color: 'red' });
      await refreshed(config);
      const seen = recorder<ConfigUpdate>();
      scene.closing(config.live.watch(seen));
      await scene.settle();
      await scene.setNetwork(client, false);
      await scene.publishConfig({ color: 'blue' });
      await scene.publishConfig({ color: 'red' });
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      expect(seen.values).toEqual([]);
      expect(await refreshed(config)).toBe(false);
    },
  );

  scenario('fetched values stay fresh for 12 hours', { needs: ['config.remote'] }, async (scene) => {
    const { config } = await scene.connect();
    await scene.publishConfig({ color: 'red' });
    await refreshed(config);
    await scene.publishConfig({ color: 'blue' });
    await scene.advance(12 * hourMs - 60_000);
    expect(await refreshed(config)).toBe(false);
    expect(config.value('color').asString()).toBe('red');
    await scene.advance(120_000);
    expect(await refreshed(config)).toBe(true);
    expect(config.value('color').asString()).toBe('blue');
  });

  scenario(
    'the minimum fetch interval can be set within bounds',
    { needs: ['config.remote'] },
    async (scene) => {
      const { config } = await scene.connect();
      config.remote.setSettings({ minimumFetchIntervalMs: hourMs });
      await scene.publishConfig({ color: 'red' });
      await refreshed(config);
      await scene.publishConfig({ color: 'blue' });
      await scene.advance(hourMs / 2);
      expect(await refreshed(config)).toBe(false);
      await scene.advance(hourMs);
      expect(await refreshed(config)).toBe(true);
      for (const settings of [
        { minimumFetchIntervalMs: -1 },
        { minimumFetchIntervalMs: Number.NaN },
        { fetchTimeoutMs: 0 },
        { fetchTimeoutMs: Infinity },
      ])
        expect(() => config.remote.setSettings(settings)).toThrow(
          expect.objectContaining({ name: PortError.name, code: 'out-of-range' }),
        );
    },
  );

  scenario(
    'status reports the outcome and time of the last fetch',
    { needs: ['config.remote'] },
    async (scene) => {
      const client = await scene.connect();
      const { config } = client;
      config.remote.setSettings({ minimumFetchIntervalMs: 0 });
      expect(config.remote.status()).toEqual({ lastFetch: 'never', fetchedAt: null });
      await config.remote.fetch();
      const first = config.remote.status();
      expect(first.lastFetch).toBe('success');
      expect(Math.abs((first.fetchedAt ?? 0) - scene.server.clock.now())).toBeLessThan(60_000);
      await scene.setNetwork(client, false);
      expect(await rejection(config.remote.fetch())).toMatchObject({
        code: 'config/fetch-failed',
        retryable: true,
      });
      expect(config.remote.status()).toEqual({ lastFetch: 'failure', fetchedAt: first.fetchedAt });
      await scene.setNetwork(client, true);
      await config.remote.fetch();
      expect(config.remote.status().lastFetch).toBe('success');
    },
  );

  scenario(
    'offline, a fetch of fresh values succeeds without a request',
    { needs: ['config.remote'] },
    async (scene) => {
      const client = await scene.connect();
      await client.config.remote.fetch();
      await scene.setNetwork(client, false);
      await client.config.remote.fetch();
      expect(client.config.remote.status().lastFetch).toBe('success');
    },
  );

  scenario(
    'active values, status and freshness survive a reload',
    { needs: ['config.remote'] },
    async (scene) => {
      const client = await scene.connect();
      await scene.publishConfig({ color: 'red' });
      await refreshed(client.config);
      const next = await scene.reload(client);
      await scene.settle();
      expect(next.config.value('color').asString()).toBe('red');
      expect(next.config.remote.status()).toEqual(client.config.remote.status());
      await scene.publishConfig({ color: 'blue' });
      expect(await refreshed(next.config)).toBe(false);
    },
  );

  scenario(
    'fetched values that were not activated survive a reload',
    { needs: ['config.remote'] },
    async (scene) => {
      const client = await scene.connect();
      await scene.publishConfig({ color: 'red' });
      await client.config.remote.fetch();
      const next = await scene.reload(client);
      expect(await next.config.remote.activate()).toBe(true);
      expect(next.config.value('color').asString()).toBe('red');
    },
  );

  const refusing = (service: 'config') =>
    ({ kind: 'refuse', service, operation: 'fetch', code: 'resource-exhausted' }) as const;

  scenario(
    'a fetch from an overloaded server is retried with growing pauses until it succeeds',
    { needs: ['control', 'config.remote'] },
    async (scene) => {
      const { config, control } = await scene.connect();
      await control?.inject({ ...refusing('config'), times: 3 });
      let fetched = false;
      const fetching = config.remote.fetch().then(() => (fetched = true));
      await scene.settle();
      expect(fetched).toBe(false);
      await scene.advance(30_000);
      await fetching;
      expect(config.remote.status().lastFetch).toBe('success');
    },
  );

  scenario(
    'a fetch that times out during back-off rejects with fetch-throttle, also after a reload, until the pause ends',
    { needs: ['control', 'config.remote'] },
    async (scene) => {
      const client = await scene.connect();
      await client.control?.inject({ ...refusing('config'), times: 99 });
      const throttled = { code: 'config/fetch-throttle', retryable: true };
      const fetching = rejection(client.config.remote.fetch());
      await scene.advance(60_000);
      expect(await fetching).toMatchObject(throttled);
      expect(client.config.remote.status().lastFetch).toBe('throttled');
      await client.control?.clearFaults();
      const next = await scene.reload(client);
      next.config.remote.setSettings({ fetchTimeoutMs: 1 });
      expect(await rejection(next.config.remote.fetch())).toMatchObject(throttled);
      await scene.advance(120_000);
      await next.config.remote.fetch();
      expect(next.config.remote.status().lastFetch).toBe('success');
    },
  );

  scenario(
    'a fetch from a slow server times out after 60 s or the configured time',
    { needs: ['control', 'config.remote'] },
    async (scene) => {
      const { config, control } = await scene.connect();
      for (const [set, limit] of [
        [null, 60_000],
        [5000, 5000],
      ] as const) {
        if (set !== null) config.remote.setSettings({ fetchTimeoutMs: set });
        await control?.inject({ kind: 'latency', service: 'config', ms: 600_000 });
        let error: unknown = null;
        const fetching = rejection(config.remote.fetch()).then((caught) => (error = caught));
        await scene.advance(limit - 1);
        expect(error).toBeNull();
        await scene.advance(1);
        await fetching;
        expect(error).toMatchObject({ code: 'config/fetch-timeout', retryable: true });
        expect(config.remote.status()).toEqual({ lastFetch: 'failure', fetchedAt: null });
      }
    },
  );
}
