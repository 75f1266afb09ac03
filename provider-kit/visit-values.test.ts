import { expect, it } from 'vitest';
import { mapFields, mapLeaves, someLeaf } from './visit-values.ts';

class Mark {
  readonly inner = { n: 1 };
}

const mark = new Mark();
const data = { a: [1, { b: 'x' }], c: null, m: mark, bytes: Uint8Array.of(1) };

it('`mapLeaves` copies lists and maps and replaces leaves', () => {
  const leaves: unknown[] = [];
  const copy = mapLeaves(data, (leaf) => (leaves.push(leaf), typeof leaf === 'number' ? leaf + 1 : leaf));
  expect(copy).toEqual({ ...data, a: [2, { b: 'x' }] });
  expect(leaves).toEqual([1, 'x', null, mark, data.bytes]);
});

it('`someLeaf` visits leaves until one passes', () => {
  expect(someLeaf(data, (leaf) => leaf instanceof Mark)).toBe(true);
  expect(someLeaf(data, (leaf) => leaf === 2)).toBe(false);
  expect(someLeaf([[[]], {}], () => true)).toBe(false);
});

it('`mapFields` keeps a field of any name', () => {
  const fields = JSON.parse('{"__proto__":1,"constructor":2}') as Record<string, number>;
  const mapped = mapFields(fields, (value) => value * 2);
  expect(JSON.stringify(mapped)).toBe('{"__proto__":2,"constructor":4}');
  expect(Object.getPrototypeOf(mapped)).toBe(Object.prototype);
});
