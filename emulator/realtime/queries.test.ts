import { expect, test } from 'vitest';
import { listenQueryOf } from './queries.ts';

const plain = { keys: ['q'], orderBy: 'priority', start: null, end: null, limit: null };

test('a query without parameters selects everything by priority', () => {
  expect(listenQueryOf('/q')).toEqual(plain);
  expect(listenQueryOf('/', {})).toEqual({ ...plain, keys: [] });
});

test('parameters select order, range and limit', () => {
  expect(listenQueryOf('q', { i: '.key', sp: 'b', sin: false, l: 2, vf: 'l' })).toEqual({
    ...plain,
    orderBy: 'key',
    start: { value: 'b', key: null, inclusive: false },
    limit: { count: 2, from: 'first' },
  });
  expect(
    listenQueryOf('q', { i: 'a/b', sp: null, sn: 'k', ep: 5, en: 'm', ein: true, l: 1, vf: 'r' }),
  ).toEqual({
    ...plain,
    orderBy: { child: ['a', 'b'] },
    start: { value: null, key: 'k', inclusive: true },
    end: { value: 5, key: 'm', inclusive: true },
    limit: { count: 1, from: 'last' },
  });
});

test('exclusive bounds by value are encoded with reserved keys', () => {
  expect(
    listenQueryOf('q', {
      i: '.value',
      sp: 1,
      sn: '[MAX_NAME]',
      sin: false,
      ep: 9,
      en: '[MIN_NAME]',
      ein: false,
    }),
  ).toEqual({
    ...plain,
    orderBy: 'value',
    start: { value: 1, key: null, inclusive: false },
    end: { value: 9, key: null, inclusive: false },
  });
});

test('an invalid path throws a TypeError', () => {
  for (const path of ['a.b', 'a/$b', 'a[0]']) expect(() => listenQueryOf(path)).toThrow(TypeError);
});
