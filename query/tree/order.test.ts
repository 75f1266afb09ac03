import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalQuery } from '#provider-kit/realtime/checks.ts';
import type { RealtimeQuery } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import { assertProperty } from '../../tests/property.ts';
import { fromWire } from './node.ts';
import { compareKeys } from './order.ts';
import { QueryFilter } from './query-filter.ts';
import { SortedMap } from './sorted-map.ts';

const ordered = (query: Omit<RealtimeQuery, 'path'>, tree: Json) => {
  const filter = new QueryFilter(normalQuery({ path: '', ...query }));
  const shown = filter.whole(fromWire(tree));
  return [...shown.ordered(filter.query.orderBy).entries()].map(({ key }) => key);
};

test('keys are ordered: 32-bit integers by number, shorter first, then texts', () => {
  const keys = [
    'b',
    '10',
    '-3',
    'a',
    '2',
    '02',
    '4294967296',
    'A',
    '-x',
    '2147483647',
    '000000000011',
    '-0',
    '00',
  ];
  expect(keys.toSorted(compareKeys)).toEqual([
    '-3',
    '-0',
    '00',
    '2',
    '02',
    '10',
    '000000000011',
    '2147483647',
    '-x',
    '4294967296',
    'A',
    'a',
    'b',
  ]);
});

test('values are ordered: nothing, false, true, numbers, texts, objects, and equal ones by key', () => {
  const tree = { a: { x: 1 }, b: 'text', c: 7, d: true, e: false, f: -1, g: 'Text', h: { y: 1 }, i: 7 };
  expect(ordered({ orderBy: 'value' }, tree)).toEqual(['e', 'd', 'f', 'c', 'i', 'g', 'b', 'a', 'h']);
  expect(ordered({ orderBy: { child: 'x' } }, { b: { y: 1 }, a: { x: 2 }, c: { x: 1 } })).toEqual([
    'b',
    'c',
    'a',
  ]);
});

test('priorities are ordered: none, numbers, texts', () => {
  const tree = {
    a: { '.priority': 'late', '.value': 1 },
    b: { '.priority': 2, '.value': 1 },
    c: { '.priority': 1, x: 1 },
    d: 1,
  };
  expect(ordered({}, tree)).toEqual(['d', 'c', 'b', 'a']);
});

const five = { a: 1, b: 2, c: 2, d: 3, e: null };

test.each<[Omit<RealtimeQuery, 'path'>, string]>([
  [{ startAt: { value: 2 } }, 'bcd'],
  [{ startAt: { value: 2, key: 'c' } }, 'cd'],
  [{ startAfter: { value: 2 } }, 'd'],
  [{ startAfter: { value: 2, key: 'b' } }, 'cd'],
  [{ endAt: { value: 2 } }, 'abc'],
  [{ endAt: { value: 2, key: 'b' } }, 'ab'],
  [{ endBefore: { value: 2 } }, 'a'],
  [{ endBefore: { value: 2, key: 'c' } }, 'ab'],
  [{ equalTo: { value: 2 } }, 'bc'],
  [{ equalTo: { value: 2, key: 'c' } }, 'c'],
  [{ limitToFirst: 2 }, 'ab'],
  [{ limitToLast: 2 }, 'cd'],
  [{ startAt: { value: 2 }, limitToFirst: 1 }, 'b'],
  [{ endAt: { value: 2 }, limitToLast: 1 }, 'c'],
])('by value, %j', (query, keys) =>
  expect(ordered({ orderBy: 'value', ...query }, five).join('')).toBe(keys),
);

test('a bound by key is a key', () => {
  expect(ordered({ orderBy: 'key', startAfter: { value: '2' } }, { 10: 1, 2: 1, x: 1 })).toEqual(['10', 'x']);
});

test('a sorted map equals a plain map in order and knows predecessors', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 60 })), { maxLength: 200 });
  assertProperty(
    fc.property(steps, (list) => {
      let map = new SortedMap<number, number>((one, other) => one - other);
      const plain = new Map<number, number>();
      for (const [index, [add, key]] of list.entries()) {
        map = add ? map.with(key, index) : map.without(key);
        if (add) plain.set(key, index);
        else plain.delete(key);
      }
      const expected = [...plain].sort(([one], [other]) => one - other);
      expect([...map.entries()]).toEqual(expected);
      expect([...map.entries(true)]).toEqual(expected.toReversed());
      expect([...map.entriesAfter((key) => key < 20)]).toEqual(expected.filter(([key]) => key >= 20));
      expect([...map.entriesAfter((key) => key > 20, true)]).toEqual(
        expected.filter(([key]) => key <= 20).toReversed(),
      );
      expect([...SortedMap.of((one: number, other: number) => one - other, plain).entries()]).toEqual(
        expected,
      );
      expect(map.size).toBe(plain.size);
      for (const key of [0, 20, 61])
        expect(map.before(key)).toBe(expected.findLast(([other]) => other < key)?.[0] ?? null);
    }),
  );
});
