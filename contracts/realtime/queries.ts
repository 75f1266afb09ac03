import { expect } from 'vitest';
import type { ChildEvent, RealtimeQuery, RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import { recorder, type Scenario } from '../harness.ts';

const told = ({ type, child, previousKey }: ChildEvent) => [type, child.key, child.value, previousKey];

export function realtimeQueryScenarios(scenario: Scenario): void {
  scenario('a watch reports the current value and each change', async (scene) => {
    const [ada, ben] = [await scene.member(), await scene.member()];
    const seen = recorder<RealtimeSnapshot>();
    scene.closing(ben.realtime.watch('rooms/1', seen));
    expect(seen.values).toEqual([]);
    await scene.settle();
    expect(seen.values.map(({ value }) => value)).toEqual([null]);
    await ada.realtime.set('rooms/1', { topic: 'fire' });
    await ada.realtime.set('rooms/2', { topic: 'flood' });
    await ada.realtime.update('rooms', { '1/seats': 2, 3: true });
    await ada.realtime.set('rooms/1/seats', 2);
    await ada.realtime.remove('rooms/1/topic');
    await ada.realtime.remove('rooms');
    await scene.settle();
    expect(seen.values.map(({ value }) => value)).toEqual([
      null,
      { topic: 'fire' },
      { topic: 'fire', seats: 2 },
      { seats: 2 },
      null,
    ]);
  });

  scenario('a watch reports nothing after unsubscribing', async (scene) => {
    const { realtime } = await scene.member();
    const [early, late] = [recorder<RealtimeSnapshot>(), recorder<RealtimeSnapshot>()];
    realtime.watch('a', early)();
    const stop = realtime.watch('a', late);
    await scene.settle();
    await realtime.set('a', 1);
    const write = realtime.set('a', 2);
    stop();
    stop();
    await write;
    await scene.settle();
    expect(early.values).toEqual([]);
    expect(late.values.map(({ value }) => value)).toEqual([null, 1]);
  });

  scenario(
    'several watches of one path share its value, and a later one starts with the known value',
    async (scene) => {
      const { realtime } = await scene.member();
      await realtime.set('a', { b: { c: 1 } });
      const all = recorder<RealtimeSnapshot>();
      const stop = realtime.watch('a', all);
      await scene.settle();
      const [same, below] = [recorder<RealtimeSnapshot>(), recorder<RealtimeSnapshot>()];
      scene.closing(realtime.watch('a', same));
      scene.closing(realtime.watch('a/b', below));
      expect(same.values).toEqual([]);
      await scene.settle();
      expect(same.last().value).toEqual({ b: { c: 1 } });
      expect(below.last().value).toEqual({ c: 1 });
      stop();
      await scene.server.realtime.update({ 'a/b/c': 2 });
      await scene.settle();
      expect(all.values).toHaveLength(1);
      expect(same.last().value).toEqual({ b: { c: 2 } });
      expect(below.values.map(({ value }) => value)).toEqual([{ c: 1 }, { c: 2 }]);
    },
  );

  scenario('a narrower watch continues when the wider one that covers it ends', async (scene) => {
    const { realtime } = await scene.member();
    await realtime.set('a', { b: 1, c: 2 });
    const stop = realtime.watch('a', recorder());
    await scene.settle();
    const below = recorder<RealtimeSnapshot>();
    const first = recorder<RealtimeSnapshot>();
    scene.closing(realtime.watch('a/b', below));
    scene.closing(realtime.watch({ path: 'a', orderBy: 'value', limitToFirst: 1 }, first));
    await scene.settle();
    stop();
    await scene.server.realtime.update({ 'a/b': 5, 'a/d': 1 });
    await scene.settle();
    expect(below.values.map(({ value }) => value)).toEqual([1, 5]);
    expect(first.values.map(({ value }) => value)).toEqual([{ b: 1 }, { d: 1 }]);
  });

  scenario(
    'child events contain the key of the previous child',
    { needs: ['realtime.lists'] },
    async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      await ada.realtime.set('list', { b: 2, d: 4 });
      const seen = recorder<ChildEvent>();
      scene.closing(ben.realtime.lists.watchChildren({ path: 'list', orderBy: 'value' }, seen));
      expect(seen.values).toEqual([]);
      await scene.settle();
      await ada.realtime.set('list/c', 3);
      await ada.realtime.set('list/b', 9);
      await ada.realtime.remove('list/c');
      await scene.settle();
      expect(seen.values.map(told)).toEqual([
        ['added', 'b', 2, null],
        ['added', 'd', 4, 'b'],
        ['added', 'c', 3, 'b'],
        ['moved', 'b', 9, 'd'],
        ['changed', 'b', 9, 'd'],
        ['removed', 'c', 3, null],
      ]);
    },
  );

  scenario(
    'child events of one change arrive in the order removed, added, moved, changed',
    { needs: ['realtime.lists'] },
    async (scene) => {
      const { realtime } = await scene.member();
      await realtime.set('list', { a: 1, b: 2, c: 3 });
      const seen = recorder<ChildEvent>();
      scene.closing(realtime.lists.watchChildren({ path: 'list', orderBy: 'value' }, seen));
      await scene.settle();
      seen.values.length = 0;
      await scene.server.realtime.update({ 'list/a': 9, 'list/b': null, 'list/d': 0 });
      await scene.settle();
      expect(seen.values.map(told)).toEqual([
        ['removed', 'b', 2, null],
        ['added', 'd', 0, null],
        ['moved', 'a', 9, 'c'],
        ['changed', 'a', 9, 'c'],
      ]);
    },
  );

  scenario(
    'with order by value, a changed child is reported as moved too, even at the same position',
    { needs: ['realtime.lists'] },
    async (scene) => {
      const { realtime } = await scene.member();
      await realtime.set('list', { a: 1, b: 5, c: 9 });
      const seen = recorder<ChildEvent>();
      scene.closing(realtime.lists.watchChildren({ path: 'list', orderBy: 'value' }, seen));
      await scene.settle();
      seen.values.length = 0;
      await scene.server.realtime.update({ 'list/b': 6 });
      await scene.settle();
      expect(seen.values.map(told)).toEqual([
        ['moved', 'b', 6, 'a'],
        ['changed', 'b', 6, 'a'],
      ]);
    },
  );

  scenario(
    'a local write of a child shows immediately with an otherwise unknown list',
    { needs: ['realtime.lists'] },
    async (scene) => {
      const client = await scene.member();
      const { realtime } = client;
      await scene.server.realtime.update({ 'list/c': 3, 'list/e/x': 5 });
      await scene.setNetwork(client, false);
      const [values, children] = [recorder<RealtimeSnapshot>(), recorder<ChildEvent>()];
      scene.closing(realtime.watch('list', values));
      scene.closing(realtime.lists.watchChildren('list', children));
      const writes = [
        realtime.set('list/b', 2),
        realtime.update('list', { d: 4, 'e/y': 6 }),
        realtime.set('list/b', 22),
      ];
      await scene.settle();
      expect(children.values.map(told)).toEqual([
        ['added', 'b', 2, null],
        ['added', 'd', 4, 'b'],
        ['changed', 'b', 22, null],
      ]);
      expect(values.values).toEqual([]);
      await scene.setNetwork(client, true);
      await Promise.all(writes);
      await scene.settle();
      expect(children.values.slice(3).map(told)).toEqual([
        ['added', 'c', 3, 'b'],
        ['added', 'e', { x: 5, y: 6 }, 'd'],
      ]);
      expect(values.values.map(({ value }) => value)).toEqual([{ b: 22, c: 3, d: 4, e: { x: 5, y: 6 } }]);
    },
  );

  scenario(
    'values of a narrower watch show in a wider watch before the other values arrive',
    { needs: ['realtime.lists'] },
    async (scene) => {
      const client = await scene.member();
      const { realtime } = client;
      await scene.server.realtime.update({ list: { a: { x: 1 }, b: 2 } });
      scene.closing(realtime.watch('list/a', recorder()));
      await scene.settle();
      await scene.setNetwork(client, false);
      const [values, children] = [recorder<RealtimeSnapshot>(), recorder<ChildEvent>()];
      scene.closing(realtime.watch('list', values));
      scene.closing(realtime.lists.watchChildren('list', children));
      await scene.settle();
      expect(children.values.map(told)).toEqual([['added', 'a', { x: 1 }, null]]);
      expect(values.values).toEqual([]);
      await scene.setNetwork(client, true);
      expect(children.values.slice(1).map(told)).toEqual([['added', 'b', 2, 'a']]);
      expect(values.values.map(({ value }) => value)).toEqual([{ a: { x: 1 }, b: 2 }]);
    },
  );

  scenario('children are sorted by the requested order', async (scene) => {
    const { realtime } = await scene.member();
    const keys = async (query: Omit<RealtimeQuery, 'path'>) =>
      (await realtime.get({ path: 'q', ...query })).children.map(({ key }) => key).join(' ');
    await realtime.set('q', { b: 3, a: 'x', 10: true, 2: { n: 1 }, c: 3, d: false });
    await realtime.set('q/e', { n: 0 }, 7);
    expect(await keys({ orderBy: 'key' })).toBe('2 10 a b c d e');
    expect(await keys({ orderBy: 'value' })).toBe('d 10 b c a 2 e');
    expect(await keys({ orderBy: { child: 'n' } })).toBe('10 a b c d e 2');
    expect(await keys({})).toBe('2 10 a b c d e');
  });

  scenario(
    'children sort by priority: none first, then numbers, then texts',
    { needs: ['realtime.priorities'] },
    async (scene) => {
      const { realtime } = await scene.member();
      for (const [key, priority] of [
        ['a', 'x'],
        ['b', 2],
        ['c', 1],
        ['d', null],
      ] as const)
        await realtime.set(`p/${key}`, true, priority);
      const { children } = await realtime.get('p');
      expect(children.map(({ key }) => key)).toEqual(['d', 'c', 'b', 'a']);
      const numbers = await realtime.get({ path: 'p', startAt: { value: 1 }, endAt: { value: 2 } });
      expect(numbers.children.map(({ key }) => key)).toEqual(['c', 'b']);
    },
  );

  scenario('ranges and limits select children', async (scene) => {
    const { realtime } = await scene.member();
    await realtime.set('q', { a: 1, b: 2, c: 2, d: 3 });
    const keys = async (query: Omit<RealtimeQuery, 'path'>) =>
      (await realtime.get({ path: 'q', orderBy: 'value', ...query })).children.map(({ key }) => key).join('');
    expect(await keys({ startAt: { value: 2 } })).toBe('bcd');
    expect(await keys({ startAt: { value: 2, key: 'c' } })).toBe('cd');
    expect(await keys({ startAfter: { value: 2 } })).toBe('d');
    expect(await keys({ startAfter: { value: 2, key: 'b' } })).toBe('cd');
    expect(await keys({ endAt: { value: 2 } })).toBe('abc');
    expect(await keys({ endBefore: { value: 2, key: 'c' } })).toBe('ab');
    expect(await keys({ equalTo: { value: 2 } })).toBe('bc');
    expect(await keys({ limitToFirst: 3 })).toBe('abc');
    expect(await keys({ limitToLast: 2 })).toBe('cd');
    expect(await keys({ startAt: { value: 2 }, endAt: { value: 3 }, limitToLast: 1 })).toBe('d');
    expect(await keys({ orderBy: 'key', startAt: { value: 'b' }, limitToFirst: 2 })).toBe('bc');
    expect((await realtime.get({ path: 'q', orderBy: 'value', equalTo: { value: 9 } })).value).toBeNull();
  });

  scenario(
    'a limited query stays full as children are added and removed',
    { needs: ['realtime.lists'] },
    async (scene) => {
      const { realtime } = await scene.member();
      await scene.server.realtime.update({ q: { a: 1, b: 2, c: 3 } });
      const seen = recorder<ChildEvent>();
      const values = recorder<RealtimeSnapshot>();
      const query = { path: 'q', orderBy: 'value', limitToLast: 2 } as const;
      scene.closing(realtime.lists.watchChildren(query, seen));
      scene.closing(realtime.watch(query, values));
      await scene.settle();
      await scene.server.realtime.update({ 'q/d': 4 });
      await scene.server.realtime.update({ 'q/c': null });
      await scene.server.realtime.update({ 'q/a': 0 });
      await scene.settle();
      expect(seen.values.map(told)).toEqual([
        ['added', 'b', 2, null],
        ['added', 'c', 3, 'b'],
        ['removed', 'b', 2, null],
        ['added', 'd', 4, 'c'],
        ['removed', 'c', 3, null],
        ['added', 'b', 2, null],
      ]);
      expect(values.values.map(({ value }) => value)).toEqual([
        { b: 2, c: 3 },
        { c: 3, d: 4 },
        { b: 2, d: 4 },
      ]);
    },
  );

  scenario('a contradictory query throws a TypeError', async (scene) => {
    const { realtime } = await scene.member();
    const bad: Omit<RealtimeQuery, 'path'>[] = [
      { limitToFirst: 1, limitToLast: 1 },
      { limitToFirst: 0 },
      { limitToLast: 1.5 },
      { startAt: { value: 1 }, startAfter: { value: 1 } },
      { endAt: { value: 1 }, equalTo: { value: 1 } },
      { orderBy: 'key', startAt: { value: 1 } },
      { orderBy: 'key', equalTo: { value: 'a', key: 'b' } },
      { orderBy: 'priority', equalTo: { value: true } },
      { orderBy: { child: 'a.b' } },
    ];
    for (const query of bad)
      expect(() => realtime.watch({ path: 'q', ...query }, recorder())).toThrow(TypeError);
  });
}
