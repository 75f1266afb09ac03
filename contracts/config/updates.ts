/** Configuration: announced publications. */
import { expect } from 'vitest';
import type { ConfigUpdate } from '#ports/config/config.ts';
import { recorder, type Scenario } from '../harness.ts';
import { refreshed } from './common.ts';

export function updateScenarios(scenario: Scenario): void {
  scenario(
    'a publication is reported and fetched, and not activated',
    { needs: ['config.live', 'config.remote'] },
    async (scene) => {
      const { config } = await scene.connect();
      await scene.publishConfig({ color: 'red', size: 'big' });
      await refreshed(config);
      const seen = recorder<ConfigUpdate>();
      scene.closing(config.live.watch(seen));
      await scene.settle();
      expect(seen.values).toEqual([]);
      await scene.publishConfig({ color: 'blue', shape: 'round', size: null });
      await scene.settle();
      expect(seen.values.map(({ updatedKeys }) => [...updatedKeys].sort())).toEqual([
        ['color', 'shape', 'size'],
      ]);
      expect(config.value('color').asString()).toBe('red');
      expect(await config.remote.activate()).toBe(true);
      expect(config.value('color').asString()).toBe('blue');
    },
  );

  scenario(
    'publishing the active values again reports nothing',
    { needs: ['config.live', 'config.remote'] },
    async (scene) => {
      const { config } = await scene.connect();
      await scene.publishConfig({ color: 'red' });
      await refreshed(config);
      const seen = recorder<ConfigUpdate>();
      scene.closing(config.live.watch(seen));
      await scene.settle();
      await scene.publishConfig({ color: 'red' });
      await scene.settle();
      expect(seen.values).toEqual([]);
    },
  );

  scenario(
    'a publication that returns to the active values reports nothing and leaves nothing to activate',
    { needs: ['config.live', 'config.remote'] },
    async (scene) => {
      const { config } = await scene.connect();
      await scene.publishConfig({ color: 'red' });
      await refreshed(config);
      const seen = recorder<ConfigUpdate>();
      scene.closing(config.live.watch(seen));
      await scene.settle();
      await scene.publishConfig({ color: 'blue' });
      await scene.settle();
      await scene.publishConfig({ color: 'red' });
      await scene.settle();
      expect(seen.values).toEqual([{ updatedKeys: ['color'] }]);
      expect(await config.remote.activate()).toBe(false);
      expect(config.value('color').asString()).toBe('red');
    },
  );

  scenario(
    'every watcher gets a publication, and none does after it unsubscribed',
    { needs: ['config.live', 'config.remote'] },
    async (scene) => {
      const { config } = await scene.connect();
      await config.remote.fetch();
      const [early, other] = [recorder<ConfigUpdate>(), recorder<ConfigUpdate>()];
      const stop = config.live.watch(early);
      scene.closing(config.live.watch(other));
      await scene.settle();
      stop();
      stop();
      await scene.publishConfig({ color: 'red' });
      await scene.settle();
      expect(early.values).toEqual([]);
      expect(other.values).toHaveLength(1);
    },
  );

  scenario(
    'a publication made while offline is reported on reconnect',
    { needs: ['config.live', 'config.remote'] },
    async (scene) => {
      const client = await scene.connect();
      await refreshed(client.config);
      const seen = recorder<ConfigUpdate>();
      scene.closing(client.config.live.watch(seen));
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
  );
}
