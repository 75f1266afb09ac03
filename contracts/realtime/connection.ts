import { expect } from 'vitest';
import { incrementBy, type RealtimeSnapshot, serverTime } from '#ports/realtime/realtime.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';

const minute = 60_000;
const hour = 60 * minute;

export function connectionScenarios(scenario: Scenario): void {
  scenario(
    'watchConnection reports the current state and each change',
    { needs: ['realtime.connection'] },
    async (scene) => {
      const client = await scene.member();
      const seen = recorder<boolean>();
      scene.closing(client.realtime.watchConnection(seen.next));
      expect(seen.values).toEqual([]);
      await scene.settle();
      await scene.setNetwork(client, false);
      await scene.setNetwork(client, true);
      client.realtime.connection.setOnline(false);
      await scene.settle();
      client.realtime.connection.setOnline(true);
      await scene.settle();
      expect(seen.values).toEqual([true, false, true, false, true]);
      await scene.setNetwork(client, false);
      const late = recorder<boolean>();
      const stop = client.realtime.watchConnection(late.next);
      await scene.settle();
      stop();
      stop();
      await scene.setNetwork(client, true);
      expect(late.values).toEqual([false]);
    },
  );

  scenario('watchServerTimeOffset reports an offset', async (scene) => {
    const { realtime } = await scene.member();
    const seen = recorder<number>();
    scene.closing(realtime.watchServerTimeOffset(seen.next));
    expect(seen.values).toEqual([]);
    await scene.settle();
    expect(Math.abs(seen.last())).toBeLessThan(60_000);
  });

  scenario(
    'the offset of a wrong client clock is reported when it is measured, and to later watchers',
    { needs: ['control'] },
    async (scene) => {
      const client = await scene.member();
      const [early, late] = [recorder<number>(), recorder<number>()];
      scene.closing(client.realtime.watchServerTimeOffset(early.next));
      await scene.settle();
      await client.control?.inject({ kind: 'clock-skew', ms: -hour });
      await scene.advance(1000);
      scene.closing(client.realtime.watchServerTimeOffset(late.next));
      await scene.settle();
      for (const seen of [early, late]) expect(Math.abs(seen.last() - hour)).toBeLessThan(minute);
    },
  );

  scenario('offline, watches keep their values and catch up on reconnect', async (scene) => {
    const client = await scene.member();
    const { realtime } = client;
    await scene.server.realtime.update({ a: { b: 1, c: 1 }, z: 1 });
    const [all, first] = [recorder<RealtimeSnapshot>(), recorder<RealtimeSnapshot>()];
    scene.closing(realtime.watch('a', all));
    scene.closing(realtime.watch({ path: 'a', limitToFirst: 1 }, first));
    await scene.settle();
    await scene.setNetwork(client, false);
    expect((await realtime.get('a')).value).toEqual({ b: 1, c: 1 });
    expect((await realtime.get('a/b')).value).toBe(1);
    expect(await rejection(realtime.get('z'))).toMatchObject({ code: 'unavailable', retryable: true });
    const late = recorder<RealtimeSnapshot>();
    scene.closing(realtime.watch('z', late));
    const own = recorder<RealtimeSnapshot>();
    const write = realtime.set('new', { here: 1 });
    scene.closing(realtime.watch('new/here', own));
    await scene.server.realtime.update({ 'a/b': null, z: 2 });
    await scene.settle();
    expect(late.values).toEqual([]);
    expect(own.values.map(({ value }) => value)).toEqual([1]);
    await scene.setNetwork(client, true);
    await write;
    expect(own.values).toHaveLength(1);
    expect(all.values.map(({ value }) => value)).toEqual([{ b: 1, c: 1 }, { c: 1 }]);
    expect(first.values.map(({ value }) => value)).toEqual([{ b: 1 }, { c: 1 }]);
    expect(late.values.map(({ value }) => value)).toEqual([2]);
  });

  scenario(
    'disconnect writes of a disconnected client are applied once',
    { needs: ['realtime.disconnects'] },
    async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      await ada.realtime.set('presence/ada', { here: true });
      await ada.realtime.disconnects.at('presence/ada').remove();
      await ada.realtime.disconnects.at('left').set({ at: serverTime(), by: 'ada' });
      await ada.realtime.disconnects.at('').update({ count: incrementBy(1), 'log/ada': 'gone' });
      expect((await ben.realtime.get('')).value).toEqual({ presence: { ada: { here: true } } });
      await scene.advance(5000);
      await scene.kill(ada);
      await scene.settle();
      const at = scene.server.clock.now();
      expect((await ben.realtime.get('')).value).toEqual({
        left: { at, by: 'ada' },
        count: 1,
        log: { ada: 'gone' },
      });
      await scene.advance(60_000);
      expect((await ben.realtime.get('count')).value).toBe(1);
    },
  );

  scenario(
    'disconnect writes are applied on setOnline(false) and on dispose, and have to be repeated after a reconnect',
    { needs: ['realtime.disconnects', 'realtime.connection'] },
    async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      const mine = recorder<RealtimeSnapshot>();
      const stop = ada.realtime.watch('count', mine);
      await ada.realtime.disconnects.at('count').set(incrementBy(1));
      ada.realtime.connection.setOnline(false);
      await scene.settle();
      expect((await ben.realtime.get('count')).value).toBe(1);
      expect(mine.last().value).toBe(1);
      ada.realtime.connection.setOnline(true);
      await scene.settle();
      ada.realtime.connection.setOnline(false);
      await scene.settle();
      ada.realtime.connection.setOnline(true);
      await scene.settle();
      expect((await ben.realtime.get('count')).value).toBe(1);
      expect(mine.values.map(({ value }) => value)).toEqual([null, 1]);
      await ada.realtime.disconnects.at('count').set(incrementBy(1));
      stop();
      await ada.dispose();
      await scene.settle();
      expect((await ben.realtime.get('count')).value).toBe(2);
    },
  );

  scenario(
    'cancelling a disconnect write cancels its path and everything below, and the last write per path wins',
    { needs: ['realtime.disconnects'] },
    async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      const left = (path: string) => ada.realtime.disconnects.at(path);
      await left('a/b/c').set(1);
      await left('a').update({ d: 2 });
      await left('other').set(3);
      await left('a').cancel();
      await left('twice').set('first');
      await left('twice').set('second', 5);
      await left('count').set(incrementBy(1));
      await left('count').set(incrementBy(1));
      await left('deep/er').set('below');
      await left('deep').set('above');
      await scene.kill(ada);
      await scene.settle();
      expect((await ben.realtime.get('')).value).toEqual({
        other: 3,
        twice: 'second',
        count: 1,
        deep: 'above',
      });
      expect((await ben.realtime.get('twice')).priority).toBe(5);
    },
  );

  scenario(
    'cancelling a path inside a disconnect write keeps its siblings',
    { needs: ['realtime.disconnects'] },
    async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      const left = (path: string) => ada.realtime.disconnects.at(path);
      await left('a').set({ b: 1, c: { d: 2, e: 3 } });
      await left('a/c/d').cancel();
      await left('x').update({ y: 4, 'z/w': 5 });
      await left('x/y').cancel();
      await scene.kill(ada);
      await scene.settle();
      expect((await ben.realtime.get('')).value).toEqual({ a: { b: 1, c: { e: 3 } }, x: { z: { w: 5 } } });
    },
  );

  scenario(
    'a disconnect write made offline is confirmed once the server holds it',
    { needs: ['realtime.disconnects'] },
    async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      await scene.setNetwork(ada, false);
      let confirmed = false;
      const left = ada.realtime.disconnects
        .at('gone')
        .set(true)
        .then(() => {
          confirmed = true;
        });
      await scene.settle();
      expect(confirmed).toBe(false);
      await scene.setNetwork(ada, true);
      await left;
      expect((await ben.realtime.get('gone')).value).toBeNull();
      await scene.kill(ada);
      await scene.settle();
      expect((await ben.realtime.get('gone')).value).toBe(true);
    },
  );

  scenario(
    'with the connection set offline, reads reject and writes wait',
    { needs: ['realtime.connection'] },
    async (scene) => {
      const { realtime } = await scene.member();
      realtime.connection.setOnline(false);
      expect(await rejection(realtime.get('a'))).toMatchObject({ code: 'unavailable' });
      const write = realtime.set('a', 1);
      await scene.settle();
      expect(await scene.server.realtime.get('a')).toBeNull();
      realtime.connection.setOnline(true);
      await write;
      expect(await scene.server.realtime.get('a')).toBe(1);
    },
  );

  scenario(
    'methods of a disposed client reject, and its listeners get nothing',
    { needs: ['realtime.transactions', 'realtime.disconnects', 'auth.mail'] },
    async (scene) => {
      const client = await scene.member();
      const { realtime } = client;
      const seen = recorder<RealtimeSnapshot>();
      realtime.watch('a', seen);
      await scene.settle();
      await scene.setNetwork(client, false);
      const waiting = rejection(realtime.set('a', 1));
      await client.dispose();
      expect(await waiting).toMatchObject({ code: 'failed-precondition' });
      for (const call of [
        () => realtime.set('a', 1),
        () => realtime.update('a', { b: 1 }),
        () => realtime.get('a'),
        () => realtime.transactions.run('a', () => 1),
        () => realtime.disconnects.at('a').remove(),
      ])
        expect(await rejection(call())).toMatchObject({ code: 'failed-precondition' });
      const after = recorder<RealtimeSnapshot>();
      realtime.watch('a', after);
      await scene.server.realtime.update({ a: 5 });
      await scene.settle();
      expect(after.values).toEqual([]);
      expect(after.errors).toMatchObject([{ code: 'failed-precondition' }]);
      expect(seen.values.map(({ value }) => value)).not.toContain(5);
    },
  );

  scenario(
    'signing out keeps the connection and the written data',
    { needs: ['auth.guests'] },
    async (scene) => {
      const client = await scene.connect();
      const seen = recorder<boolean>();
      scene.closing(client.realtime.watchConnection(seen.next));
      await scene.settle();
      expect(seen.values).toEqual([true]);
      await client.auth.guests.signIn();
      await client.realtime.set('a', 1);
      await client.auth.signOut();
      expect(await scene.server.realtime.get('a')).toBe(1);
    },
  );
}
