import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DocRef, FieldOp, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import { assertProperty } from '../../tests/property.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import { doubleOf, integerOf } from '#query/exact-number.ts';
import { fromWireText, wireText } from './wire.ts';

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double(),
  fc.string(),
  fc.uint8Array({ maxLength: 8 }),
  fc.integer({ min: -1e9, max: 1e9 }).map((ms) => Timestamp.fromMillis(ms)),
  fc
    .tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -180, max: 180 }))
    .map(([a, b]) => new GeoPoint(a, b)),
  fc.array(fc.double(), { maxLength: 3 }).map((values) => new Vector(values)),
  fc.string().map((path) => new DocRef(path)),
  fc.integer().map((by) => new FieldOp('increment', by)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(integerOf),
  fc.oneof(fc.double(), fc.integer()).map(doubleOf),
);
/** Field names, the codecs' own tags among them. */
const name = fc.oneof(fc.constantFrom('$muster', '$text', '__proto__'), fc.string({ maxLength: 6 }));
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

it('preserves every value across a structured clone', () => {
  assertProperty(
    fc.property(value, (original) => {
      expect(decodeMessage(structuredClone(encodeMessage(original)))).toEqual(original);
    }),
  );
});

it('preserves every value as text', () => {
  const any = fc.oneof(
    value,
    fc.string({ unit: 'binary' }),
    fc.constantFrom(undefined, { a: undefined }, [-0]),
  );
  assertProperty(
    fc.property(any, (original) => {
      expect(fromWireText(wireText(original))).toEqual(original);
    }),
  );
});

it.each([
  ['no JSON', '{', /JSON/],
  ['bytes that are none', '{"$text":"bytes","base64":"?"}', /character/],
  ['more levels than any message has', '['.repeat(200) + ']'.repeat(200), /nested too deeply/],
  ['levels without end', '['.repeat(1_000_000), /JSON/],
])('rejects %s', (_, text, reason) => {
  expect(() => fromWireText(text)).toThrow(reason);
});

it('does not change prototypes', () => {
  const back = fromWireText('{"__proto__":{"polluted":true}}') as object;
  expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
  expect(Object.keys(back)).toEqual(['__proto__']);
});

it('preserves classes', () => {
  const back = decodeMessage(
    structuredClone(encodeMessage({ at: Timestamp.fromMillis(1), ops: [new FieldOp('delete')] })),
  );
  expect(back).toMatchObject({ at: expect.any(Timestamp), ops: [expect.any(FieldOp)] });
});
