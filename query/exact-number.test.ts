import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DocValue } from '#ports/docs/values.ts';
import { assertProperty } from '../tests/property.ts';
import { ByValues } from './by-values.ts';
import { doubleOf, exactExtreme, integerOf, numberOf } from './exact-number.ts';
import { conditionsOf } from './filters.ts';
import { compareValues, identical, sameValue, valueKey } from './order.ts';
import { projection } from './projection.ts';

const edges = [0n, 3n, 2n ** 53n, 2n ** 60n, 1_152_921_504_606_847_000n, 2n ** 63n - 1n, 2n ** 63n];
const integers = fc
  .tuple(fc.constantFrom(...edges), fc.bigInt({ min: -3n, max: 3n }), fc.boolean())
  .map(([edge, off, negative]) => BigInt.asIntN(64, negative ? -edge + off : edge + off));
const doubles = fc.oneof(
  integers.map(Number),
  fc.double(),
  fc.constantFrom(-0, NaN, Infinity, -Infinity, 2 ** 53, 2 ** 63),
);
/** A number as it is written, and the value that a document holds for it. */
const numbers = fc.oneof(
  integers.map((value) => ({ written: value as bigint | number, value: integerOf(value) })),
  doubles.map((value) => ({ written: value as bigint | number, value: doubleOf(value) })),
);

const sign = (one: bigint | number, other: bigint | number) => Number(one > other) - Number(one < other);
const isNaN = (value: bigint | number) => Number.isNaN(value);
/** The order by definition: NaN first, then by value. */
const expected = (one: bigint | number, other: bigint | number) =>
  isNaN(one) || isNaN(other) ? Number(isNaN(other)) - Number(isNaN(one)) : sign(one, other);

test('integers and doubles have one order in every comparison', () => {
  assertProperty(
    fc.property(numbers, numbers, (one, other) => {
      const order = expected(one.written, other.written);
      expect(Math.sign(compareValues(one.value, other.value))).toBe(order);
      expect(sameValue(one.value, other.value)).toBe(order === 0);
      expect(valueKey(one.value) === valueKey(other.value)).toBe(order === 0);
      const projected = sign(projection(one.value), projection(other.value));
      expect(projected === order || (projected === 0 && order !== 0)).toBe(true);
      const kept = new ByValues<boolean>();
      kept.set([one.value], true);
      expect(kept.get([other.value]) ?? false).toBe(order === 0);
    }),
    { numRuns: 2000 },
  );
});

test('filters compare by value, and NaN is a separate type', () => {
  const operators = ['==', '<', '<=', '>', '>='] as const;
  const accepts = { '==': [0], '<': [-1], '<=': [-1, 0], '>': [1], '>=': [0, 1] };
  assertProperty(
    fc.property(numbers, numbers, fc.constantFrom(...operators), (one, other, op) => {
      const { match } = conditionsOf({ collection: 'n', where: [{ field: 'n', op, value: other.value }] });
      const comparable = isNaN(one.written) === isNaN(other.written);
      expect(match({ path: 'n/a', data: { n: one.value } })).toBe(
        comparable && accepts[op].includes(expected(one.written, other.written)),
      );
    }),
    { numRuns: 2000 },
  );
});

test('a number is identical only to one of the same type and value', () => {
  const kind = ({ written }: { readonly written: bigint | number }) => typeof written;
  assertProperty(
    fc.property(numbers, numbers, (one, other) => {
      const same = kind(one) === kind(other) && Object.is(one.written, other.written);
      expect(identical(one.value, other.value)).toBe(same);
      const inside = (value: DocValue) => ({ list: [{ value }] });
      expect(identical(inside(one.value), inside(other.value))).toBe(same);
    }),
    { numRuns: 2000 },
  );
});

test('minimum and maximum keep the exact number and type, and the stored one of equal numbers', () => {
  assertProperty(
    fc.property(numbers, numbers, fc.constantFrom('minimum', 'maximum'), (stored, given, which) => {
      const result = exactExtreme(which, numberOf(stored.value), numberOf(given.value) ?? 0);
      const order = expected(given.written, stored.written);
      const gives = which === 'minimum' ? order < 0 : order > 0;
      const nan = isNaN(given.written) ? given : isNaN(stored.written) ? stored : null;
      expect(identical(result, (nan ?? (gives ? given : stored)).value)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('minimum and maximum replace a non-numeric value', () => {
  expect(exactExtreme('minimum', null, 3)).toBe(3);
});
