/** Documents as JSON texts and back. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostLevels } from '#provider-kit/docs/argument-limits.ts';
import { ownData } from '#provider-kit/docs/own.ts';
import { DocRef, type DocData, type DocValue, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { assertProperty } from '../tests/property.ts';
import { dataFromJson, dataToJson } from './json-values.ts';

const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(NaN, Infinity, -Infinity, -0));
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', '\udc00a'));
const id = fc.stringMatching(/^[a-z$]{1,4}$/u);
const leaf: fc.Arbitrary<DocValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  number,
  text,
  fc.uint8Array({ maxLength: 8 }),
  fc
    .tuple(
      fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }),
      fc.integer({ min: 0, max: 999_999 }).map((micros) => micros * 1000),
    )
    .map(([seconds, nanoseconds]) => new Timestamp(seconds, nanoseconds)),
  fc
    .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
    .map(([latitude, longitude]) => new GeoPoint(latitude, longitude)),
  fc.array(number, { maxLength: 3 }).map((values) => new Vector(values)),
  fc
    .array(id, { minLength: 1, maxLength: 2 })
    .map((ids) => new DocRef(ids.map((name) => `c/${name}`).join('/'))),
);
/** Field names that look like the encodings' own, that JavaScript gives a meaning (but for `constructor`, which confuses `toStrictEqual`), and any other. */
const name = fc.oneof(
  fc.constantFrom('$text', '$muster', '$', 'is', 'map', 'base64', 'toString', '__proto', '1'),
  text.filter((any) => any !== '' && !/^__.*__$/su.test(any)),
);
/** Maps that look like encodings. */
const impostor: fc.Arbitrary<DocValue> = fc.record(
  {
    $text: fc.constantFrom('number', 'bytes', 'map', 'undefined'),
    $muster: fc.constantFrom('time', 'map', 'ref', 'op'),
    is: fc.constant('NaN'),
  },
  { requiredKeys: [] },
);
const { map } = fc.letrec<{ value: DocValue; inner: DocValue; map: DocData }>((tie) => ({
  // An array holds no array directly.
  inner: fc.oneof({ maxDepth: 4 }, leaf, impostor, tie('map')),
  value: fc.oneof({ maxDepth: 4 }, leaf, tie('inner'), fc.array(tie('inner'), { maxLength: 3 })),
  map: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

it('preserves each valid document', () => {
  assertProperty(
    fc.property(map, (data) => {
      const owned = ownData(data);
      expect(dataFromJson(dataToJson(owned))).toStrictEqual(owned);
    }),
    { numRuns: 500 },
  );
});

it.each<[kind: string, value: DocValue, json: string]>([
  ['null', null, 'null'],
  ['a boolean', true, 'true'],
  ['a number', 1.5, '1.5'],
  ['NaN', NaN, '{"$text":"number","is":"NaN"}'],
  ['infinity', Infinity, '{"$text":"number","is":"Infinity"}'],
  ['negative infinity', -Infinity, '{"$text":"number","is":"-Infinity"}'],
  ['negative zero', -0, '{"$text":"number","is":"-0"}'],
  ['a string', 'a\0\ud800', String.raw`"a\u0000\ud800"`],
  ['a time', new Timestamp(-1, 5000), '{"$muster":"time","seconds":-1,"nanoseconds":5000}'],
  ['bytes', new Uint8Array([0, 255]), '{"$text":"bytes","base64":"AP8="}'],
  [
    'a point',
    new GeoPoint(-0, 180),
    '{"$muster":"geo","latitude":{"$text":"number","is":"-0"},"longitude":180}',
  ],
  ['a vector', new Vector([1, 2]), '{"$muster":"vector","values":[1,2]}'],
  ['a reference', new DocRef('notes/a'), '{"$muster":"ref","path":"notes/a"}'],
  ['a list', [1, { b: [] }], '[1,{"b":[]}]'],
  ['a map like a time', { seconds: 1, nanoseconds: 0 }, '{"seconds":1,"nanoseconds":0}'],
  ['a map with a tag', { $text: 'undefined' }, '{"$text":"map","map":{"$text":"undefined"}}'],
  ['a map with the other tag', { $muster: 'time' }, '{"$muster":"map","map":{"$muster":"time"}}'],
])('stores %s as readable JSON', (_, value, json) => {
  expect(dataToJson({ a: value })).toBe(`{"a":${json}}`);
  expect(dataFromJson(`{"a":${json}}`)).toStrictEqual({ a: value });
});

it('preserves the deepest document with tags on every level', () => {
  let value: DocValue = new Vector([NaN]);
  for (let level = 0; level < mostLevels; level++) value = { $text: 1, $muster: value };
  const owned = ownData({ a: value, $text: 0, $muster: 0 });
  expect(dataFromJson(dataToJson(owned))).toStrictEqual(owned);
});

it('preserves a field named like a property of Object.prototype', () => {
  const data = { constructor: [null], toString: 1, hasOwnProperty: {} } as unknown as DocData;
  expect(dataFromJson(dataToJson(data))).toEqual(data);
});

it('returns frozen and checked data', () => {
  const data = dataFromJson('{"a":{"b":[1]}}');
  expect([data, data['a']].every(Object.isFrozen)).toBe(true);
  expect(ownData(data)).toBe(data);
});

it.each([
  ['no text', '', /JSON/],
  ['a text that is cut off', '{"a":1', /JSON/],
  ['another value than a map', '[]', /no map/],
  ['a value alone', '{"$muster":"time","seconds":1,"nanoseconds":0}', /no map/],
  ['a tag of no kind', '{"a":{"$text":"nymber","is":"NaN"}}', /no kind/],
  ['a class of no kind', '{"a":{"$muster":"tyme"}}', /undefined/],
  ['a number that is none', '{"a":{"$text":"number","is":"abc"}}', /NaN, an infinity or -0/],
  ['a number without its text', '{"a":{"$text":"number"}}', /NaN, an infinity or -0/],
  ['bytes that are none', '{"a":{"$text":"bytes","base64":"?"}}', /./],
  ['bytes without a text', '{"a":{"$text":"bytes"}}', /must be a text/],
  ['a map without its fields', '{"a":{"$text":"map"}}', /must be a map/],
  ['a map that is a list', '{"a":{"$muster":"map","map":[1]}}', /must be a map/],
  ['a time that is none', '{"a":{"$muster":"time","seconds":"1","nanoseconds":0}}', /seconds/],
  ['a point of strings', '{"a":{"$muster":"geo","latitude":"1","longitude":null}}', /must be a number/],
  ['a vector of strings', '{"a":{"$muster":"vector","values":"12"}}', /only numbers/],
  ['a vector without numbers', '{"a":{"$muster":"vector"}}', /./],
  ['a reference to a collection', '{"a":{"$muster":"ref","path":"notes"}}', /collection/],
  ['a reference to nothing', '{"a":{"$muster":"ref"}}', /string/],
  ['an operation', '{"a":{"$muster":"op","op":"delete","operand":null}}', /operation/],
  ['a value of no kind', '{"a":{"$text":"undefined"}}', /undefined/],
  ['a list in a list', '{"a":[[1]]}', /array/],
  ['a reserved name', '{"__proto__":{"polluted":true}}', /reserved/],
  ['a reserved name further in', '{"a":{"__proto__":{"polluted":true}}}', /reserved/],
  ['a reserved name in a tagged map', '{"a":{"$text":"map","map":{"__proto__":1,"$text":1}}}', /reserved/],
  ['fields nested too deeply', `{"a":${'['.repeat(99)}${']'.repeat(99)}}`, /array/],
  ['levels without end', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested too deeply/],
])('rejects %s as damaged', (_, damaged, reason) => {
  const read = () => dataFromJson(damaged);
  expect(read).toThrow(PortError);
  expect(read).toThrow(
    expect.objectContaining({ code: 'data-loss', message: expect.stringMatching(reason) }),
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

/** Round trip of a text that may be damaged: parsed, written and parsed again; the error's code if it is invalid. */
function readTwice(text: string): readonly [first: unknown, second: unknown] {
  try {
    const data = dataFromJson(text);
    return [data, dataFromJson(dataToJson(data))];
  } catch (error) {
    return [isPortError(error, 'data-loss'), true];
  }
}

it('returns a document or data-loss for any damaged text', () => {
  const json = fc.oneof(fc.json(), map.map(dataToJson), fc.string());
  assertProperty(
    fc.property(json, fc.nat(), fc.string({ maxLength: 3 }), (whole, place, other) => {
      const at = place % (whole.length + 1);
      const [first, second] = readTwice(whole.slice(0, at) + other + whole.slice(at + 1));
      expect(second).toEqual(first);
    }),
    { numRuns: 500 },
  );
});
