/** Configuration: precedence of values, and checks. */
import { expect } from 'vitest';
import type { ConfigUpdate } from '#ports/config/config.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';
import { refreshed } from './common.ts';

export function valueScenarios(scenario: Scenario): void {
  scenario(
    'two clients share published values and have separate defaults',
    { needs: ['config.remote'] },
    async (scene) => {
      const [one, two] = [await scene.connect(), await scene.connect()];
      one.config.setDefaults({ greeting: 'mine' });
      await scene.publishConfig({ color: 'red' });
      await refreshed(one.config);
      expect(one.config.value('color').asString()).toBe('red');
      expect(two.config.value('color').source).toBe('static');
      expect(two.config.value('greeting').source).toBe('static');
    },
  );

  scenario('an unknown key has source static and the values empty, 0 and false', async ({ connect }) => {
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

  scenario('setDefaults copies its input and applies until the next call', async ({ connect }) => {
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

  scenario(
    'remote values override defaults, and a removed remote value falls back to its default',
    { needs: ['config.remote'] },
    async (scene) => {
      const { config } = await scene.connect();
      config.remote.setSettings({ minimumFetchIntervalMs: 0 });
      config.setDefaults({ color: 'grey' });
      await scene.publishConfig({ color: 'red' });
      await refreshed(config);
      expect([config.value('color').source, config.value('color').asString()]).toEqual(['remote', 'red']);
      await scene.publishConfig({ color: null });
      await refreshed(config);
      expect([config.value('color').source, config.value('color').asString()]).toEqual(['default', 'grey']);
    },
  );

  scenario('a text value converts to a number and a boolean', async ({ connect }) => {
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

  scenario('a value object that was read does not change', { needs: ['config.remote'] }, async (scene) => {
    const { config } = await scene.connect();
    await scene.publishConfig({ color: 'red' });
    const before = config.value('color');
    await refreshed(config);
    expect(before.source).toBe('static');
    expect(before.asString()).toBe('');
  });

  scenario(
    'all returns every key with a remote or default value',
    { needs: ['config.remote'] },
    async (scene) => {
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
    },
  );

  scenario(
    'setSignals accepts, removes and validates signals',
    { needs: ['config.conditions'] },
    async ({ connect }) => {
      const { config } = await connect();
      await config.conditions.setSignals({ plan: 'free', seats: 3 });
      await config.conditions.setSignals({ plan: null });
      expect(await rejection(config.conditions.setSignals({ plan: true as never }))).toBeInstanceOf(
        TypeError,
      );
      expect(await rejection(config.conditions.setSignals({ plan: 'x'.repeat(501) }))).toMatchObject({
        code: 'out-of-range',
      });
      const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`signal${at}`, at]));
      expect(await rejection(config.conditions.setSignals(many))).toMatchObject({ code: 'out-of-range' });
    },
  );

  scenario('invalid defaults throw a TypeError and change nothing', async ({ connect }) => {
    const { config } = await connect();
    config.setDefaults({ good: 1 });
    for (const bad of [{ 'a b': 1 }, { ['k'.repeat(257)]: 1 }, { key: {} as never }, { '1st': 1 }])
      expect(() => config.setDefaults(bad)).toThrow(TypeError);
    expect(config.value('good').asNumber()).toBe(1);
    config.setDefaults({ ['k'.repeat(256)]: 1 });
  });

  scenario('backend code reads the published value', async (scene) => {
    expect(await scene.server.config.value('color')).toBeNull();
    await scene.publishConfig({ color: 'red' });
    expect(await scene.server.config.value('color')).toBe('red');
    expect(await scene.server.config.value('toString')).toBeNull();
    await scene.publishConfig({ color: null });
    expect(await scene.server.config.value('color')).toBeNull();
  });

  scenario(
    'methods of a disposed client reject, and a new watcher gets one error',
    { needs: ['config.remote', 'config.conditions', 'config.live'] },
    async (scene) => {
      const client = await scene.connect();
      await client.dispose();
      expect(await rejection(client.config.remote.fetch())).toMatchObject({ code: 'failed-precondition' });
      expect(await rejection(client.config.remote.activate())).toMatchObject({ code: 'failed-precondition' });
      expect(await rejection(client.config.conditions.setSignals({}))).toMatchObject({
        code: 'failed-precondition',
      });
      const seen = recorder<ConfigUpdate>();
      client.config.live.watch(seen);
      expect(seen.errors).toEqual([]);
      await scene.settle();
      expect(seen.errors).toMatchObject([{ code: 'failed-precondition' }]);
    },
  );
}
