import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { fromStored, toStored } from './codec.ts';

class Stamp {
  readonly milliseconds: number;
  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }
}
const make = (milliseconds: number) => new Stamp(milliseconds);
const read = (value: unknown) => (value instanceof Stamp ? value.milliseconds : null);

const key = fc.oneof(
  fc.string(),
  fc.constantFrom('createdAt', 'nextAt', 'At', 'at', 'count', '__proto__', 'labels'),
);
const entity: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.string(),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.dictionary(key, tie('value'), { maxKeys: 6, noNullPrototype: true }),
})).map;

test('an entity survives the round trip, whatever it holds', () => {
  assertProperty(
    fc.property(entity, (value) => {
      expect(fromStored(toStored(value, make), read)).toEqual(value);
    }),
  );
});

test('exactly the numbers in fields named …At are converted, at any depth', () => {
  const stored = toStored(
    { createdAt: 1, count: 2, endedAt: null, notified: [{ firstAt: 3, times: 4 }], times: { triageAt: 5 } },
    make,
  );
  expect(stored).toEqual({
    createdAt: new Stamp(1),
    count: 2,
    endedAt: null,
    notified: [{ firstAt: new Stamp(3), times: 4 }],
    times: { triageAt: new Stamp(5) },
  });
});

test('what a provider brings along is handed through as the same object', () => {
  const sentinel = { kind: 'server-timestamp' };
  const union = [{ kind: 'element' }];
  const bytes = new Uint8Array([1]);
  const stored = toStored({ createdAt: sentinel, bytes, nested: { sentinel }, union, lastAt: 1 }, make);
  expect(stored).toMatchObject({ lastAt: new Stamp(1) });
  const { createdAt, bytes: kept, nested, union: list } = stored as Record<string, unknown>;
  expect(createdAt).toBe(sentinel);
  expect(kept).toBe(bytes);
  expect(list).toBe(union);
  expect((nested as { sentinel: unknown }).sentinel).toBe(sentinel);
});
