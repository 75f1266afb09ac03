import { expect, test } from 'vitest';
import { toJson } from './json.ts';

test('plain data is returned equal and as a copy', () => {
  const value = { a: [1, 'two', true, null, { b: [] }], c: {} };
  const json = toJson(value);
  expect(json).toEqual(value);
  expect(json).not.toBe(value);
  expect((json as typeof value).a).not.toBe(value.a);
});

test('dates become ISO strings', () => {
  expect(toJson({ at: new Date(Date.UTC(2026, 0, 5)) })).toEqual({ at: '2026-01-05T00:00:00.000Z' });
});

test('undefined is left out of objects and null elsewhere', () => {
  expect(JSON.stringify(toJson({ a: undefined, b: [undefined, 1] }))).toBe('{"b":[null,1]}');
  expect(toJson(undefined)).toBeNull();
});

test('holes of an array become null, and -0 becomes 0', () => {
  const holes: unknown[] = [];
  holes[1] = -0;
  expect(Object.is((toJson(holes) as number[])[1], 0)).toBe(true);
  expect(toJson(holes)).toEqual([null, 0]);
});

test('a field named __proto__ stays a field', () => {
  const json = toJson(JSON.parse('{"__proto__":{"a":1}}'));
  expect(Object.keys(json as object)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
});

test('a repeated object is not a cycle', () => {
  const shared = { a: 1 };
  expect(toJson([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
});

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

test.each([
  ['NaN', { n: Number.NaN }, 'input.n'],
  ['an infinity', [1, -Infinity], 'input[1]'],
  ['a function', { deep: [{ f: () => 1 }] }, 'input.deep[0].f'],
  ['a symbol', Symbol('s'), 'input'],
  ['a big integer', 1n, 'input'],
  ['an invalid date', new Date(Number.NaN), 'input'],
  ['a map', new Map(), 'Map'],
  ['bytes', new Uint8Array(1), 'Uint8Array'],
  ['a cycle', cycle, 'input.self'],
])('%s throws a TypeError with its place', (_, value, place) => {
  expect(() => toJson(value)).toThrow(TypeError);
  expect(() => toJson(value)).toThrow(place);
});
