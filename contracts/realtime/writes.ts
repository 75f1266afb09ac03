import { expect } from 'vitest';
import { incrementBy, type RealtimeSnapshot, serverTime } from '#ports/realtime/realtime.ts';
import { type Provider, recorder, rejection, type Scenario } from '../harness.ts';
import { wholeStage } from '../scene.ts';

export function realtimeWriteScenarios(scenario: Scenario, provider: Provider): void {
  scenario('a client reads another client’s write, and two stages share no data', async (scene) => {
    const [ada, ben] = [await scene.member(), await scene.member()];
    await ada.realtime.set('rooms/1', { topic: 'fire', seats: 3 });
    expect((await ben.realtime.get('rooms/1')).value).toEqual({ topic: 'fire', seats: 3 });
    const other = wholeStage(await provider.stage({ functions: { callables: {} } }));
    expect(await other.server.realtime.get('rooms')).toBeNull();
    await other.dispose();
  });

  scenario(
    'set replaces the whole subtree, and null, remove and an empty object delete it',
    async (scene) => {
      const { realtime } = await scene.member();
      const value = async () => (await realtime.get('a')).value;
      await realtime.set('a', { b: 1, c: 2 });
      await realtime.set('a', { d: 3 });
      expect(await value()).toEqual({ d: 3 });
      await realtime.set('a/d', null);
      expect(await value()).toBeNull();
      await realtime.set('a', { b: 1, c: { d: null }, e: {}, f: [] });
      expect(await value()).toEqual({ b: 1 });
      await realtime.remove('a/b');
      expect((await realtime.get('')).value).toBeNull();
      await realtime.set('a', 5);
      await realtime.set('a/b', 6);
      expect(await value()).toEqual({ b: 6 });
    },
  );

  scenario('an update writes several paths atomically', async (scene) => {
    const [ada, ben] = [await scene.member(), await scene.member()];
    await ada.realtime.set('a', { b: 1, c: 2 });
    const seen = recorder<RealtimeSnapshot>();
    scene.closing(ben.realtime.watch('a', seen));
    await scene.settle();
    await ada.realtime.update('a', { b: null, 'd/e': 3, f: { g: 4 } });
    await scene.settle();
    expect(seen.values.map(({ value }) => value)).toEqual([
      { b: 1, c: 2 },
      { c: 2, d: { e: 3 }, f: { g: 4 } },
    ]);
  });

  scenario('the server resolves serverTime and incrementBy', async (scene) => {
    const [ada, ben] = [await scene.member(), await scene.member()];
    await ada.realtime.set('a', { at: serverTime(), count: incrementBy(2), text: 'x' });
    // Within half a second: the server may be another machine.
    expect((await ben.realtime.get('a/at')).value).toEqual(expect.closeTo(scene.server.clock.now(), -3));
    await Promise.all([
      ada.realtime.set('a/count', incrementBy(3)),
      ben.realtime.update('a', { count: incrementBy(-1), text: incrementBy(5) }),
    ]);
    expect((await ada.realtime.get('a')).value).toMatchObject({ count: 4, text: 5 });
  });

  scenario('local writes show before the server confirms them', async (scene) => {
    const [ada, ben] = [await scene.member(), await scene.member()];
    const [mine, theirs] = [recorder<RealtimeSnapshot>(), recorder<RealtimeSnapshot>()];
    scene.closing(ada.realtime.watch('a', mine));
    scene.closing(ben.realtime.watch('a', theirs));
    await scene.settle();
    await scene.setNetwork(ada, false);
    const write = ada.realtime.set('a', { b: 1 });
    await scene.settle();
    expect(mine.last().value).toEqual({ b: 1 });
    expect(theirs.last().value).toBeNull();
    await scene.setNetwork(ada, true);
    await write;
    await scene.settle();
    expect(mine.values).toHaveLength(2);
    expect(theirs.last().value).toEqual({ b: 1 });
  });

  scenario('a read from the server includes own pending writes', async (scene) => {
    const { realtime } = await scene.member();
    await scene.server.realtime.update({ 'a/b': 1, 'a/c': 1 });
    const reading = realtime.get('a');
    const writes = [realtime.set('a/b', 2), realtime.remove('a/c')];
    expect((await reading).value).toEqual({ b: 2 });
    await Promise.all(writes);
    expect((await realtime.get('a')).value).toEqual({ b: 2 });
  });

  scenario(
    'a denied write rejects and is rolled back, and the next one is applied',
    { needs: ['control', 'realtime.priorities', 'realtime.disconnects'] },
    async (scene) => {
      const { realtime, control } = await scene.member();
      await realtime.set('a', 1);
      const seen = recorder<RealtimeSnapshot>();
      scene.closing(realtime.watch('a', seen));
      await scene.settle();
      const refuse = (operation: string) =>
        control?.inject({ kind: 'refuse', service: 'realtime', operation, code: 'permission-denied' });
      await refuse('set');
      const [refused, next] = [rejection(realtime.set('a', 2)), realtime.set('b', 3)];
      expect(await refused).toMatchObject({ code: 'permission-denied' });
      await next;
      await scene.settle();
      expect(seen.values.map(({ value }) => value)).toEqual([1, 2, 1]);
      await refuse('update');
      expect(await rejection(realtime.update('', { a: 4 }))).toMatchObject({ code: 'permission-denied' });
      await refuse('setPriority');
      expect(await rejection(realtime.priorities.set('a', 4))).toMatchObject({ code: 'permission-denied' });
      await refuse('onDisconnect');
      expect(await rejection(realtime.disconnects.at('a').remove())).toMatchObject({
        code: 'permission-denied',
      });
      await scene.settle();
      expect(seen.last()).toMatchObject({ value: 1, priority: null });
      expect(await scene.server.realtime.get('')).toEqual({ a: 1, b: 3 });
    },
  );

  scenario(
    'a write whose answer was lost is repeated in order, and idempotent operations have the same result',
    { needs: ['control'] },
    async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      const seen = recorder<RealtimeSnapshot>();
      scene.closing(ben.realtime.watch('', seen));
      await scene.settle();
      const lose = (operation: string) =>
        ada.control?.inject({ kind: 'lose-answer', service: 'realtime', operation });
      await lose('set');
      const first = ada.realtime.set('a', 1);
      await scene.settle();
      await scene.advance(5000);
      await lose('update');
      const writes = [ada.realtime.update('', { a: 2, b: 1, c: null }), ada.realtime.set('a', 3)];
      await scene.settle();
      await scene.advance(5000);
      await Promise.all([first, ...writes]);
      await scene.settle();
      expect(await scene.server.realtime.get('')).toEqual({ a: 3, b: 1 });
      expect(seen.last().value).toEqual({ a: 3, b: 1 });
      expect((await ada.realtime.get('')).value).toEqual({ a: 3, b: 1 });
    },
  );

  scenario('an update that replaces all children keeps the path and its priority', async (scene) => {
    const [ada, ben] = [await scene.member(), await scene.member()];
    await ada.realtime.set('a', { b: 1 }, 5);
    const seen = recorder<RealtimeSnapshot>();
    scene.closing(ben.realtime.watch('a', seen));
    await scene.settle();
    await ada.realtime.update('a', { b: null, c: 2 });
    await scene.settle();
    expect(seen.values).toHaveLength(2);
    expect(seen.last()).toMatchObject({ value: { c: 2 }, priority: 5 });
    expect(await ada.realtime.get('a')).toMatchObject({ value: { c: 2 }, priority: 5 });
  });

  scenario('offline writes are applied in order on reconnect', async (scene) => {
    const [ada, ben] = [await scene.member(), await scene.member()];
    const seen = recorder<RealtimeSnapshot>();
    scene.closing(ben.realtime.watch('log', seen));
    await scene.setNetwork(ada, false);
    const writes = [
      ada.realtime.set('log', 1),
      ada.realtime.set('log', 2),
      ada.realtime.update('', { log: incrementBy(1), other: 4 }),
      ada.realtime.remove('other'),
    ];
    await scene.setNetwork(ada, true);
    await Promise.all(writes);
    await scene.settle();
    expect(seen.values.map(({ value }) => value)).toEqual([null, 1, 2, 3]);
    expect((await ben.realtime.get('')).value).toEqual({ log: 3 });
  });

  scenario(
    'priorities are kept, replaced by set, and deleted with the value',
    { needs: ['realtime.priorities'] },
    async (scene) => {
      const { realtime } = await scene.member();
      await realtime.set('a', { b: 1 }, 5);
      await realtime.priorities.set('a/b', 'high');
      expect(await realtime.get('a')).toMatchObject({
        priority: 5,
        children: [{ key: 'b', priority: 'high' }],
      });
      await realtime.update('a', { c: 2 });
      expect((await realtime.get('a')).priority).toBe(5);
      await realtime.set('a/b', 2);
      expect((await realtime.get('a/b')).priority).toBeNull();
      await realtime.set('a', { b: 1 });
      expect((await realtime.get('a')).priority).toBeNull();
      await realtime.priorities.set('nothing', 1);
      expect(await realtime.get('nothing')).toMatchObject({ value: null, priority: null });
    },
  );

  scenario('new keys sort in the order of their creation', { needs: ['realtime.lists'] }, async (scene) => {
    const { realtime } = await scene.member();
    const keys: string[] = [];
    for (let batch = 0; batch < 3; batch++) {
      for (let made = 0; made < 50; made++) keys.push(realtime.lists.newKey('list'));
      await scene.advance(1);
    }
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.toSorted()).toEqual(keys);
    await realtime.set(`list/${keys[0]}`, 1);
    expect((await realtime.get('list')).children.map(({ key }) => key)).toEqual([keys[0]]);
  });

  scenario('the server reads and writes regardless of the rules', async (scene) => {
    const { realtime } = await scene.member();
    const seen = recorder<RealtimeSnapshot>();
    scene.closing(realtime.watch('a', seen));
    await scene.server.realtime.update({ 'a/b': 1, 'a/c': serverTime(), z: 2 });
    await scene.settle();
    expect(seen.last().value).toEqual({ b: 1, c: expect.closeTo(scene.server.clock.now(), -3) });
    expect(await scene.server.realtime.get('a/b')).toBe(1);
    expect(await scene.server.realtime.get('none')).toBeNull();
    await scene.server.realtime.update({ 'a/b': null });
    expect(await scene.server.realtime.get('a')).not.toHaveProperty('b');
  });
}
