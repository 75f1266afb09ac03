/** Values and keys: which can be stored, and how they are handed over. */
import { expect } from 'vitest';
import { recorder, type Scenario } from '../harness.ts';

export function realtimeValueScenarios(scenario: Scenario): void {
  scenario('a snapshot contains its key and path', async (scene) => {
    const { realtime } = await scene.member();
    await realtime.set('a/b', { c: 1, d: { e: true } });
    expect(await realtime.get('a/b')).toEqual({
      key: 'b',
      path: 'a/b',
      value: { c: 1, d: { e: true } },
      priority: null,
      children: [
        { key: 'c', value: 1, priority: null },
        { key: 'd', value: { e: true }, priority: null },
      ],
    });
    expect(await realtime.get('')).toMatchObject({ key: null, path: '' });
    expect(await realtime.get('nothing/here')).toMatchObject({ key: 'here', value: null, children: [] });
    expect(await realtime.get('a/b/c')).toMatchObject({ value: 1, children: [] });
  });

  scenario('arrays are stored as children 0, 1, …', async (scene) => {
    const { realtime } = await scene.member();
    await realtime.set('list', ['x', 'y', 'z']);
    expect((await realtime.get('list/1')).value).toBe('y');
    expect((await realtime.get('list')).value).toEqual(['x', 'y', 'z']);
    await realtime.remove('list/1');
    expect((await realtime.get('list')).value).toEqual(['x', null, 'z']);
    await realtime.set('list', { 1: 'x' });
    expect((await realtime.get('list')).value).toEqual([null, 'x']);
    await realtime.set('list', { 0: 'x', 3: 'y' });
    expect((await realtime.get('list')).value).toEqual(['x', null, null, 'y']);
    await realtime.set('list', { 0: 'x', 4: 'y' });
    expect((await realtime.get('list')).value).toEqual({ 0: 'x', 4: 'y' });
    await realtime.set('list', { 0: 'x', 1: 'y', '01': 'z' });
    expect((await realtime.get('list')).value).toEqual({ 0: 'x', 1: 'y', '01': 'z' });
    await realtime.set('list', { 0: 'x', 7: 'y' });
    expect((await realtime.get('list')).value).toEqual({ 0: 'x', 7: 'y' });
  });

  scenario('inputs and returned values are copies', async (scene) => {
    const { realtime } = await scene.member();
    const given = { list: { b: 1 } };
    const write = realtime.set('a', given);
    given.list.b = 2;
    await write;
    const { value } = await realtime.get('a');
    expect(value).toEqual({ list: { b: 1 } });
    expect(() => {
      (value as { list: { b: number } }).list.b = 3;
    }).toThrow(TypeError);
    expect((await realtime.get('a')).value).toEqual({ list: { b: 1 } });
  });

  scenario(
    'invalid arguments throw a TypeError',
    { needs: ['realtime.priorities', 'realtime.disconnects'] },
    async (scene) => {
      const { realtime } = await scene.member();
      for (const path of [
        'a.b',
        'a#',
        '$a',
        'a[0]',
        'a]',
        'a//b',
        '/a',
        'a\u0007',
        'x/'.repeat(32) + 'x',
        'é'.repeat(384),
      ])
        for (const call of [() => realtime.set(path, 1), () => realtime.get(path)])
          expect(call).toThrow(TypeError);
      const deep = JSON.parse(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`);
      const bad: unknown[] = [
        undefined,
        Number.NaN,
        Infinity,
        () => 1,
        { 'a.b': 1 },
        { a: undefined },
        { '': 1 },
      ];
      for (const value of [...bad, new Date(0), { '.sv': 'magic' }, { a: deep }])
        expect(() => realtime.set('a', value as never)).toThrow(TypeError);
      expect(() => realtime.update('a', { b: 1, 'b/c': 2 })).toThrow(TypeError);
      expect(() => realtime.update('a', { 'b/../c': 2 })).toThrow(TypeError);
      expect(() => realtime.priorities.set('a', true as never)).toThrow(TypeError);
      expect(() => realtime.disconnects.at('a.b')).toThrow(TypeError);
      expect(() => realtime.watch('a.b', recorder())).toThrow(TypeError);
      const [long, longest] = ['é'.repeat(300), 'y'.repeat(768 - 600 - 2)];
      for (const value of [{ [long]: { [`${longest}y`]: 1 } }, { [long]: [[{ [longest]: 1 }]] }])
        expect(() => realtime.set('', value)).toThrow(TypeError);
      const mebibyte = 'z'.repeat(1024 * 1024);
      expect(() => realtime.set('text', `${mebibyte.repeat(10)}z`)).toThrow(TypeError);
      expect(() => realtime.set('text', 'é'.repeat(5 * 1024 * 1024 + 1))).toThrow(TypeError);
      expect(await scene.server.realtime.get('')).toBeNull();
      await realtime.set('text', mebibyte.repeat(10));
      await realtime.set('', { [long]: { [longest]: 1 } });
      await realtime.set('x/'.repeat(31) + 'x', 1);
      await realtime.set(`${'é'.repeat(383)}y`, 1);
    },
  );
}
