/** The promises of ports/config. */
import { expect } from 'vitest';
import type { Config, ConfigUpdate } from '#ports/config/config.ts';
import { PortError } from '#ports/errors.ts';
import { contract, type Provider, recorder, rejection } from './harness.ts';

const hour = 3_600_000;

async function refreshed(config: Config): Promise<boolean> {
  await config.fetch();
  return config.activate();
}

export function configContract(provider: Provider): void {
  contract('config', provider, (scenario) => {
    scenario('two clients share what is published and nothing else', async (scene) => {
      const [one, two] = [await scene.connect(), await scene.connect()];
      one.config.setDefaults({ greeting: 'mine' });
      await scene.publishConfig({ color: 'red' });
      await refreshed(one.config);
      expect(one.config.value('color').asString()).toBe('red');
      expect(two.config.value('color').source).toBe('static');
      expect(two.config.value('greeting').source).toBe('static');
    });

    scenario('a key that nobody knows is static: empty, 0 and false', async ({ connect }) => {
      const { config } = await connect();
      const value = config.value('unknown');
      expect([value.source, value.asString(), value.asNumber(), value.asBoolean()]).toEqual([
        'static',
        '',
        0,
        false,
      ]);
      expect(config.value('toString').source).toBe('static');
    });

    scenario('defaults apply, as copies, until others replace them', async ({ connect }) => {
      const { config } = await connect();
      const defaults = { text: 'a', number: 1.5, flag: true };
      config.setDefaults(defaults);
      defaults.text = 'changed';
      expect(config.value('text')).toMatchObject({ source: 'default' });
      expect(config.value('text').asString()).toBe('a');
      expect(config.value('number').asNumber()).toBe(1.5);
      expect(config.value('flag').asBoolean()).toBe(true);
      config.setDefaults({ other: '' });
      expect(config.value('text').source).toBe('static');
      expect(config.value('other').source).toBe('default');
    });

    scenario('remote values win over defaults, and removed ones give way to them', async (scene) => {
      const { config } = await scene.connect();
      config.setSettings({ minimumFetchIntervalMs: 0 });
      config.setDefaults({ color: 'grey' });
      await scene.publishConfig({ color: 'red' });
      await refreshed(config);
      expect([config.value('color').source, config.value('color').asString()]).toEqual(['remote', 'red']);
      await scene.publishConfig({ color: null });
      await refreshed(config);
      expect([config.value('color').source, config.value('color').asString()]).toEqual(['default', 'grey']);
    });

    scenario('texts read as numbers and booleans', async ({ connect }) => {
      const { config } = await connect();
      for (const text of ['1', 'true', 'T', 'yes', 'Y', 'On']) {
        config.setDefaults({ key: text });
        expect(config.value('key').asBoolean()).toBe(true);
      }
      for (const text of ['0', 'false', '', 'no', 'off', 'ja', ' true']) {
        config.setDefaults({ key: text });
        expect(config.value('key').asBoolean()).toBe(false);
      }
      for (const [text, number] of [
        ['-2.5', -2.5],
        ['1e3', 1000],
        ['', 0],
        ['12 apples', 0],
      ] as const) {
        config.setDefaults({ key: text });
        expect(config.value('key').asNumber()).toBe(number);
      }
    });

    scenario('a value that was read stays as it was', async (scene) => {
      const { config } = await scene.connect();
      await scene.publishConfig({ color: 'red' });
      const before = config.value('color');
      await refreshed(config);
      expect(before.source).toBe('static');
      expect(before.asString()).toBe('');
    });

    scenario('all has every key with a value or a default', async (scene) => {
      const { config } = await scene.connect();
      config.setDefaults({ a: 1, b: 2 });
      await scene.publishConfig({ b: 'two', c: 'three' });
      await refreshed(config);
      const all = config.all();
      expect(Object.keys(all).sort()).toEqual(['a', 'b', 'c']);
      expect(
        Object.values(all)
          .map(({ source }) => source)
          .sort(),
      ).toEqual(['default', 'remote', 'remote']);
      expect(all['b']?.asString()).toBe('two');
    });

    scenario('what was fetched applies once it is activated', async (scene) => {
      const { config } = await scene.connect();
      config.setSettings({ minimumFetchIntervalMs: 0 });
      expect(await config.activate()).toBe(false);
      await scene.publishConfig({ color: 'red' });
      await config.fetch();
      expect(config.value('color').source).toBe('static');
      expect(await config.activate()).toBe(true);
      expect(config.value('color').asString()).toBe('red');
      expect(await config.activate()).toBe(false);
      await config.fetch();
      expect(await config.activate()).toBe(false);
    });

    scenario('values that came back to what they were are no change', async (scene) => {
      const client = await scene.connect();
      const { config } = client;
      config.setSettings({ minimumFetchIntervalMs: 0 });
      await scene.publishConfig({ color: 'red' });
      await refreshed(config);
      const seen = recorder<ConfigUpdate>();
      scene.closing(config.watch(seen));
      await scene.settle();
      await scene.setNetwork(client, false);
      await scene.publishConfig({ color: 'blue' });
      await scene.publishConfig({ color: 'red' });
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      expect(seen.values).toEqual([]);
      expect(await refreshed(config)).toBe(false);
    });

    scenario('what was fetched is fresh for 12 hours', async (scene) => {
      const { config } = await scene.connect();
      await scene.publishConfig({ color: 'red' });
      await refreshed(config);
      await scene.publishConfig({ color: 'blue' });
      await scene.advance(12 * hour - 60_000);
      expect(await refreshed(config)).toBe(false);
      expect(config.value('color').asString()).toBe('red');
      await scene.advance(120_000);
      expect(await refreshed(config)).toBe(true);
      expect(config.value('color').asString()).toBe('blue');
    });

    scenario('the interval can be changed, within bounds', async (scene) => {
      const { config } = await scene.connect();
      config.setSettings({ minimumFetchIntervalMs: hour });
      await scene.publishConfig({ color: 'red' });
      await refreshed(config);
      await scene.publishConfig({ color: 'blue' });
      await scene.advance(hour / 2);
      expect(await refreshed(config)).toBe(false);
      await scene.advance(hour);
      expect(await refreshed(config)).toBe(true);
      for (const settings of [
        { minimumFetchIntervalMs: -1 },
        { minimumFetchIntervalMs: Number.NaN },
        { fetchTimeoutMs: 0 },
        { fetchTimeoutMs: Infinity },
      ])
        expect(() => config.setSettings(settings)).toThrow(
          expect.objectContaining({ name: PortError.name, code: 'out-of-range' }),
        );
    });

    scenario('the status tells of the last fetch', async (scene) => {
      const client = await scene.connect();
      const { config } = client;
      config.setSettings({ minimumFetchIntervalMs: 0 });
      expect(config.status()).toEqual({ lastFetch: 'never', fetchedAt: null });
      await config.fetch();
      const first = config.status();
      expect(first.lastFetch).toBe('success');
      expect(Math.abs((first.fetchedAt ?? 0) - scene.server.clock.now())).toBeLessThan(60_000);
      await scene.setNetwork(client, false);
      expect(await rejection(config.fetch())).toMatchObject({ code: 'config/fetch-failed', retryable: true });
      expect(config.status()).toEqual({ lastFetch: 'failure', fetchedAt: first.fetchedAt });
      await scene.setNetwork(client, true);
      await config.fetch();
      expect(config.status().lastFetch).toBe('success');
    });

    scenario('offline a fresh fetch is none at all', async (scene) => {
      const client = await scene.connect();
      await client.config.fetch();
      await scene.setNetwork(client, false);
      await client.config.fetch();
      expect(client.config.status().lastFetch).toBe('success');
    });

    scenario('active values, status and freshness survive a reload', async (scene) => {
      const client = await scene.connect();
      await scene.publishConfig({ color: 'red' });
      await refreshed(client.config);
      const next = await scene.reload(client);
      await scene.settle();
      expect(next.config.value('color').asString()).toBe('red');
      expect(next.config.status()).toEqual(client.config.status());
      await scene.publishConfig({ color: 'blue' });
      expect(await refreshed(next.config)).toBe(false);
    });

    scenario('what was fetched but not activated survives a reload too', async (scene) => {
      const client = await scene.connect();
      await scene.publishConfig({ color: 'red' });
      await client.config.fetch();
      const next = await scene.reload(client);
      expect(await next.config.activate()).toBe(true);
      expect(next.config.value('color').asString()).toBe('red');
    });

    scenario(
      'a publication is told, fetched, and not activated',
      async (scene) => {
        const { config } = await scene.connect();
        await scene.publishConfig({ color: 'red', size: 'big' });
        await refreshed(config);
        const seen = recorder<ConfigUpdate>();
        scene.closing(config.watch(seen));
        await scene.settle();
        expect(seen.values).toEqual([]);
        await scene.publishConfig({ color: 'blue', shape: 'round', size: null });
        await scene.settle();
        expect(seen.values.map(({ updatedKeys }) => [...updatedKeys].sort())).toEqual([
          ['color', 'shape', 'size'],
        ]);
        expect(config.value('color').asString()).toBe('red');
        expect(await config.activate()).toBe(true);
        expect(config.value('color').asString()).toBe('blue');
      },
      ['config.live'],
    );

    scenario(
      'publishing the active values again tells nothing',
      async (scene) => {
        const { config } = await scene.connect();
        await scene.publishConfig({ color: 'red' });
        await refreshed(config);
        const seen = recorder<ConfigUpdate>();
        scene.closing(config.watch(seen));
        await scene.settle();
        await scene.publishConfig({ color: 'red' });
        await scene.settle();
        expect(seen.values).toEqual([]);
      },
      ['config.live'],
    );

    scenario(
      'every watcher is told, and none after it unsubscribed',
      async (scene) => {
        const { config } = await scene.connect();
        await config.fetch();
        const [early, other] = [recorder<ConfigUpdate>(), recorder<ConfigUpdate>()];
        const stop = config.watch(early);
        scene.closing(config.watch(other));
        await scene.settle();
        stop();
        stop();
        await scene.publishConfig({ color: 'red' });
        await scene.settle();
        expect(early.values).toEqual([]);
        expect(other.values).toHaveLength(1);
      },
      ['config.live'],
    );

    scenario(
      'what was published while offline is told on return',
      async (scene) => {
        const client = await scene.connect();
        await refreshed(client.config);
        const seen = recorder<ConfigUpdate>();
        scene.closing(client.config.watch(seen));
        await scene.settle();
        await scene.setNetwork(client, false);
        await scene.publishConfig({ color: 'red' });
        await scene.settle();
        expect(seen.values).toEqual([]);
        await scene.setNetwork(client, true);
        await scene.advance(600_000);
        expect(seen.values).toEqual([{ updatedKeys: ['color'] }]);
        expect(seen.errors).toEqual([]);
      },
      ['config.live'],
    );

    scenario('signals are taken and checked', async ({ connect }) => {
      const { config } = await connect();
      await config.setSignals({ plan: 'free', seats: 3 });
      await config.setSignals({ plan: null });
      expect(await rejection(config.setSignals({ plan: true as never }))).toBeInstanceOf(TypeError);
      expect(await rejection(config.setSignals({ plan: 'x'.repeat(501) }))).toMatchObject({
        code: 'out-of-range',
      });
      const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`signal${at}`, at]));
      expect(await rejection(config.setSignals(many))).toMatchObject({ code: 'out-of-range' });
    });

    scenario('bad defaults are TypeErrors and change nothing', async ({ connect }) => {
      const { config } = await connect();
      config.setDefaults({ good: 1 });
      for (const bad of [{ 'a b': 1 }, { ['k'.repeat(257)]: 1 }, { key: {} as never }, { '1st': 1 }])
        expect(() => config.setDefaults(bad)).toThrow(TypeError);
      expect(config.value('good').asNumber()).toBe(1);
      config.setDefaults({ ['k'.repeat(256)]: 1 });
    });

    const refusing = (service: 'config') =>
      ({ kind: 'refuse', service, operation: 'fetch', code: 'resource-exhausted' }) as const;

    scenario(
      'an overloaded server is asked again with growing pauses, until it answers',
      async (scene) => {
        const { config, control } = await scene.connect();
        await control?.inject({ ...refusing('config'), times: 3 });
        let fetched = false;
        const fetching = config.fetch().then(() => (fetched = true));
        await scene.settle();
        expect(fetched).toBe(false);
        await scene.advance(30_000);
        await fetching;
        expect(config.status().lastFetch).toBe('success');
      },
      ['control'],
    );

    scenario(
      'a fetch whose time is up in such a pause is throttled, after a reload too, until the pause is over',
      async (scene) => {
        const client = await scene.connect();
        await client.control?.inject({ ...refusing('config'), times: 99 });
        const throttled = { code: 'config/fetch-throttle', retryable: true };
        const fetching = rejection(client.config.fetch());
        await scene.advance(60_000);
        expect(await fetching).toMatchObject(throttled);
        expect(client.config.status().lastFetch).toBe('throttled');
        await client.control?.clearFaults();
        const next = await scene.reload(client);
        next.config.setSettings({ fetchTimeoutMs: 1 });
        expect(await rejection(next.config.fetch())).toMatchObject(throttled);
        await scene.advance(120_000);
        await next.config.fetch();
        expect(next.config.status().lastFetch).toBe('success');
      },
      ['control'],
    );

    scenario(
      'a server that takes too long is a time-out, after 60 s or as set',
      async (scene) => {
        const { config, control } = await scene.connect();
        for (const [set, limit] of [
          [null, 60_000],
          [5000, 5000],
        ] as const) {
          if (set !== null) config.setSettings({ fetchTimeoutMs: set });
          await control?.inject({ kind: 'latency', service: 'config', ms: 600_000 });
          let error: unknown = null;
          const fetching = rejection(config.fetch()).then((caught) => (error = caught));
          await scene.advance(limit - 1);
          expect(error).toBeNull();
          await scene.advance(1);
          await fetching;
          expect(error).toMatchObject({ code: 'config/fetch-timeout', retryable: true });
          expect(config.status()).toEqual({ lastFetch: 'failure', fetchedAt: null });
        }
      },
      ['control'],
    );

    scenario('backend code reads the published value', async (scene) => {
      expect(await scene.server.config.value('color')).toBeNull();
      await scene.publishConfig({ color: 'red' });
      expect(await scene.server.config.value('color')).toBe('red');
      expect(await scene.server.config.value('toString')).toBeNull();
      await scene.publishConfig({ color: null });
      expect(await scene.server.config.value('color')).toBeNull();
    });

    scenario('a disposed client refuses, and tells a new watcher so once', async (scene) => {
      const client = await scene.connect();
      await client.dispose();
      expect(await rejection(client.config.fetch())).toMatchObject({ code: 'failed-precondition' });
      expect(await rejection(client.config.activate())).toMatchObject({ code: 'failed-precondition' });
      expect(await rejection(client.config.setSignals({}))).toMatchObject({ code: 'failed-precondition' });
      const seen = recorder<ConfigUpdate>();
      client.config.watch(seen);
      expect(seen.errors).toEqual([]);
      await scene.settle();
      expect(seen.errors).toMatchObject([{ code: 'failed-precondition' }]);
    });
  });
}
