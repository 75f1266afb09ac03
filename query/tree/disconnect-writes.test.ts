import { expect, test } from 'vitest';
import type { RealtimeValue } from '#ports/realtime/realtime.ts';
import { type DisconnectBatch, type DisconnectChange, withDisconnect } from './disconnect-writes.ts';

const set = (path: string, value: RealtimeValue, priority: number | null = null): DisconnectChange => ({
  action: 'set',
  keys: path.split('/'),
  value,
  priority,
});
const left = (...wills: readonly DisconnectChange[]) =>
  wills
    .reduce<readonly DisconnectBatch[]>(withDisconnect, [])
    .map((will) => will.map(({ keys, value, priority }) => [keys.join('/'), value, priority]));

test('a later write replaces those at its path and below, and keeps the others', () => {
  expect(left(set('a/b', 1), set('c', 2), set('a', 3, 5))).toEqual([[['c', 2, null]], [['a', 3, 5]]]);
});

test('a write inside an earlier one is merged into it', () => {
  expect(left(set('a', { b: 1 }, 5), set('a/c/d', 2), set('a/b', null))).toEqual([
    [['a', { b: null, c: { d: 2 } }, 5]],
  ]);
  expect(left(set('a', 'plain'), set('a/b', 1, 7))).toEqual([
    [['a', { b: { '.value': 1, '.priority': 7 } }, null]],
  ]);
  expect(left(set('a', null), set('a/b', ['x']), set('a/b/1', 'y'))).toEqual([
    [['a', { b: { 0: 'x', 1: 'y' } }, null]],
  ]);
});

test('writes of one update are applied together, except parts of other writes', () => {
  const keys = (path: string) => path.split('/');
  const update: DisconnectChange = {
    action: 'update',
    values: [
      { keys: keys('a/b'), value: 2 },
      { keys: keys('c'), value: 3 },
      { keys: keys('d'), value: 4 },
    ],
  };
  expect(left(set('a', { x: 1 }), set('c/y', 1), update)).toEqual([
    [['a', { x: 1, b: 2 }, null]],
    [
      ['c', 3, null],
      ['d', 4, null],
    ],
  ]);
});
