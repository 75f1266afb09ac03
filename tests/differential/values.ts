/** Values of every type that a document can hold, most of them from small pools, so that equal ones meet. */
import fc from 'fast-check';
import { DocRef, type DocData, type DocValue, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';

const numbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  2,
  3,
  1.5,
  -1.5,
  0.1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  2 ** 63,
  -(2 ** 63),
  Number.MIN_VALUE,
  Number.MAX_VALUE,
];

/** Code units and UTF-8 bytes order these differently: above the surrogates, and by pairs of them. */
const texts: readonly string[] = [
  '',
  'a',
  'aa',
  'b',
  'B',
  '1',
  '10',
  'é',
  'e\u0301',
  '\u00df',
  '\ud7ff',
  '\ue000',
  '\uff5e',
  '😀',
  '😀a',
  'a😀',
  'a\uff5e',
  '\u{10ffff}',
  '\0',
];

const times: readonly Timestamp[] = [
  new Timestamp(0, 0),
  new Timestamp(-1, 999_999_999),
  new Timestamp(0, 1000),
  new Timestamp(0, 1999),
  new Timestamp(1, 0),
  new Timestamp(1_700_000_000, 123_456_789),
  new Timestamp(-62_135_596_800, 0),
  new Timestamp(253_402_300_799, 999_999_999),
];

const bytes: readonly (readonly number[])[] = [[], [0], [1], [1, 0], [0, 255], [255], [128]];

/**
 * References without parts that code units and UTF-8 order differently: inside values the SDK goes by code units, the server by
 * UTF-8.
 */
const refs: readonly string[] = [
  'a/b',
  'a/b/c/d',
  'a!/b',
  'a/b!',
  'A/b',
  'é/b',
  'a/😀',
  'z/1',
  'z/10',
  'z/2',
];

const points: readonly GeoPoint[] = [
  new GeoPoint(0, 0),
  new GeoPoint(-90, 180),
  new GeoPoint(90, -180),
  new GeoPoint(1.5, 2),
  new GeoPoint(1.5, -2),
];

const vectors: readonly (readonly number[])[] = [
  [],
  [0],
  [1],
  [1, 2],
  [1, 3],
  [2, 1],
  [-1, 0.5, 3],
  [Number.NaN],
];

const number: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) },
);

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);

const simple: fc.Arbitrary<DocValue> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 5, arbitrary: number },
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(...times) },
  { weight: 1, arbitrary: fc.constantFrom(...bytes).map((list) => Uint8Array.from(list)) },
  { weight: 1, arbitrary: fc.constantFrom(...refs).map((path) => new DocRef(path)) },
  { weight: 1, arbitrary: fc.constantFrom(...points) },
  { weight: 1, arbitrary: fc.constantFrom(...vectors).map((list) => new Vector(list)) },
);

/** Names for fields of nested maps. Two need quotes in a path. */
export const innerNames = ['x', 'x.y', 'é', 'y', '`'] as const;

const map = (inner: fc.Arbitrary<DocValue>): fc.Arbitrary<DocData> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...innerNames), inner), {
      selector: ([name]) => name,
      maxLength: 3,
    })
    .map((entries) => Object.fromEntries(entries));

const shallowMap = map(simple);
const list = fc.array(fc.oneof({ weight: 4, arbitrary: simple }, { weight: 1, arbitrary: shallowMap }), {
  maxLength: 3,
});

export const value: fc.Arbitrary<DocValue> = fc.oneof(
  { weight: 6, arbitrary: simple },
  { weight: 2, arbitrary: list },
  { weight: 2, arbitrary: map(fc.oneof({ weight: 4, arbitrary: simple }, list, shallowMap)) },
);
