/** The promises of `ports/realtime/realtime.ts`. */
import { expect } from 'vitest';
import { type ChildEvent, incrementBy, type RealtimeSnapshot, serverTime } from '#ports/realtime/realtime.ts';
import { contract, type Provider, recorder, rejection } from './harness.ts';

export function realtimeContract(provider: Provider): void {
  contract('realtime', provider, (scenario) => {
    scenario('what one writes another reads; two stages share nothing', async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      await ada.realtime.set('rooms/1', { topic: 'fire', seats: 3 });
      expect((await ben.realtime.get('rooms/1')).value).toEqual({ topic: 'fire', seats: 3 });
      const other = await provider.stage({ functions: { callables: {} } });
      expect(await other.server.realtime.get('rooms')).toBeNull();
      await other.dispose();
    });

    scenario('a watch tells the value now and after each change', async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      const seen = recorder<RealtimeSnapshot>();
      scene.closing(ben.realtime.watch('rooms/1', seen));
      expect(seen.values).toEqual([]);
      await scene.settle();
      expect(seen.values.map(({ value }) => value)).toEqual([null]);
      await ada.realtime.set('rooms/1', { topic: 'fire' });
      await ada.realtime.update('rooms/1', { seats: 2 });
      await ada.realtime.remove('rooms/1/topic');
      await scene.settle();
      expect(seen.values.map(({ value }) => value)).toEqual([
        null,
        { topic: 'fire' },
        { topic: 'fire', seats: 2 },
        { seats: 2 },
      ]);
      expect(seen.last()).toMatchObject({ key: '1', path: 'rooms/1', priority: null });
    });

    scenario('what was left for a vanished client is written once', async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      await ada.realtime.set('presence/ada', true);
      await ada.realtime.onDisconnect('presence/ada').remove();
      await ada.realtime.onDisconnect('left/ada').set(serverTime());
      await ada.realtime.onDisconnect('count').set(incrementBy(1));
      expect((await ben.realtime.get('presence/ada')).value).toBe(true);
      await scene.kill(ada);
      await scene.settle();
      expect((await ben.realtime.get('')).value).toMatchObject({ count: 1 });
      expect((await ben.realtime.get('presence')).value).toBeNull();
    });

    scenario('a child’s events name the child before it', async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      await ada.realtime.set('list', { b: 2, d: 4 });
      const seen = recorder<ChildEvent>();
      scene.closing(ben.realtime.watchChildren({ path: 'list', orderBy: 'value' }, seen));
      await scene.settle();
      await ada.realtime.set('list/c', 3);
      await ada.realtime.set('list/b', 9);
      await ada.realtime.remove('list/c');
      await scene.settle();
      expect(
        seen.values.map(({ type, child, previousKey }) => [type, child.key, child.value, previousKey]),
      ).toEqual([
        ['added', 'b', 2, null],
        ['added', 'd', 4, 'b'],
        ['added', 'c', 3, 'b'],
        ['moved', 'b', 9, 'd'],
        ['changed', 'b', 9, 'd'],
        ['removed', 'c', 3, null],
      ]);
    });

    scenario('transactions count every increment', async (scene) => {
      const clients = [await scene.member(), await scene.member(), await scene.member()];
      await Promise.all(
        clients.flatMap(({ realtime }) =>
          [1, 2, 3].map(() =>
            realtime.transaction('count', (now) => (typeof now === 'number' ? now : 0) + 1),
          ),
        ),
      );
      expect(await scene.server.realtime.get('count')).toBe(9);
    });

    scenario('writes while offline land in order on return', async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      await scene.setNetwork(ada, false);
      const writes = [ada.realtime.set('a', 1), ada.realtime.set('a', 2), ada.realtime.update('', { b: 3 })];
      expect((await ada.realtime.get('a')).value).toBe(2);
      expect(await rejection(ada.realtime.get('c'))).toMatchObject({ code: 'unavailable' });
      await scene.setNetwork(ada, true);
      await Promise.all(writes);
      expect((await ben.realtime.get('')).value).toEqual({ a: 2, b: 3 });
    });
  });
}
