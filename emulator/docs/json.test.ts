import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { jsonOf, messageFrom } from './json.ts';
import { documentsMethods } from './protos.ts';

const methods = documentsMethods();
const typeOf = (method: string) => {
  const types = methods.get(method);
  if (!types) throw new Error(`There is no ${method}.`);
  return types;
};
const commit = typeOf('Commit').asked;
const runQuery = typeOf('RunQuery').asked;
const listened = typeOf('Listen').answer;

const written = (value: unknown) => ({ writes: [{ update: { name: 'n', fields: { value } } }] });
const read = (value: unknown) => messageFrom(commit, written(value));
/** As it arrives: through text. */
const sent = (message: object) => JSON.parse(JSON.stringify(jsonOf(commit, message))) as unknown;

test.each([
  [{ nullValue: null }, { nullValue: 'NULL_VALUE' }],
  [{ doubleValue: 'NaN' }, { doubleValue: NaN }],
  [{ doubleValue: '-Infinity' }, { doubleValue: -Infinity }],
  [{ doubleValue: '-0' }, { doubleValue: -0 }],
  [{ doubleValue: 1.5 }, { doubleValue: 1.5 }],
  [{ integerValue: 7 }, { integerValue: '7' }],
  [{ integerValue: '9007199254740993' }, { integerValue: '9007199254740993' }],
  [{ bytesValue: 'AP8=' }, { bytesValue: Buffer.from([0, 255]) }],
  [
    { timestampValue: '2026-01-31T12:00:00.5Z' },
    { timestampValue: { seconds: '1769860800', nanos: 500_000_000 } },
  ],
  [{ timestampValue: '2026-01-31T14:00:00+02:00' }, { timestampValue: { seconds: '1769860800', nanos: 0 } }],
  [
    { timestampValue: '1969-12-31T23:59:59.999999999Z' },
    { timestampValue: { seconds: '-1', nanos: 999_999_999 } },
  ],
  [{ timestampValue: '0001-01-01T00:00:00Z' }, { timestampValue: { seconds: '-62135596800', nanos: 0 } }],
  [{ timestampValue: { seconds: 5, nanos: 6 } }, { timestampValue: { seconds: '5', nanos: 6 } }],
  [
    { arrayValue: { values: [{ booleanValue: true }] } },
    { arrayValue: { values: [{ booleanValue: true }] } },
  ],
  [
    { mapValue: { fields: { a: { stringValue: 'b' } } } },
    { mapValue: { fields: { a: { stringValue: 'b' } } } },
  ],
])('%j is decoded', (json, expected) => {
  expect(read(json)).toEqual(written(expected));
});

test('wrapped numbers, enumerations by name or number and names in either style are decoded, and null is skipped', () => {
  const query = {
    structured_query: {
      limit: 5,
      from: [{ collectionId: 'notes', allDescendants: null }],
      order_by: [{ field: { field_path: 'n' }, direction: 2 }],
    },
  };
  expect(messageFrom(runQuery, query)).toEqual({
    structuredQuery: {
      limit: { value: 5 },
      from: [{ collectionId: 'notes' }],
      orderBy: [{ field: { fieldPath: 'n' }, direction: 'DESCENDING' }],
    },
  });
});

test.each([
  [{ writes: {} }, /^writes has to be a list/u],
  [{ writes: [5] }, /^writes\[0\] has to be an object/u],
  [[], /^The message has to be an object/u],
  [{ wirtes: [] }, /^wirtes is no field/u],
  [{ toString: 'x' }, /^toString is no field/u],
  [{ transaction: 5 }, /^transaction has to be bytes/u],
  [written({ integerValue: 'many' }), /fields\.value\.integerValue has to be a whole number/u],
  [written({ integerValue: '9223372036854775808' }), /integerValue has to be a whole number of 64 bits/u],
  [written({ doubleValue: 'many' }), /doubleValue has to be a number/u],
  [written({ booleanValue: 'yes' }), /booleanValue has to be a bool/u],
  [written({ timestampValue: 'soon' }), /timestampValue has to be a time, 2026/u],
  [{ writes: [{ update: { fields: 5 } }] }, /update\.fields has to be an object/u],
])('%j is rejected with its place', (json, message) => {
  expect(() => messageFrom(commit, json)).toThrow(
    expect.objectContaining({ code: 'invalid-argument', message: expect.stringMatching(message) as string }),
  );
});

test('an answer is encoded without default fields', () => {
  const change = {
    targetChange: {
      targetChangeType: 'CURRENT',
      targetIds: [2],
      readTime: { seconds: '1', nanos: 5000 },
      resumeToken: Buffer.from('12:a'),
    },
  };
  expect(jsonOf(listened, change)).toEqual({
    targetChange: {
      targetChangeType: 'CURRENT',
      targetIds: [2],
      readTime: '1970-01-01T00:00:01.000005000Z',
      resumeToken: 'MTI6YQ==',
    },
  });
});

const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });
const { value: anyValue } = fc.letrec<{ value: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.record({ nullValue: fc.constant('NULL_VALUE') }),
    fc.record({ booleanValue: fc.boolean() }),
    fc.record({ integerValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
    fc.record({ doubleValue: fc.double() }),
    fc.record({ stringValue: fc.string({ unit: 'binary' }) }),
    fc.record({ bytesValue: fc.uint8Array().map((bytes) => Buffer.from(bytes)) }),
    fc.record({
      timestampValue: fc.record({
        seconds: seconds.map(String),
        nanos: fc.integer({ min: 0, max: 999_999_999 }),
      }),
    }),
    fc.record({ geoPointValue: fc.record({ latitude: fc.double(), longitude: fc.double() }) }),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value')) }) }),
    fc.record({ mapValue: fc.record({ fields: fc.dictionary(fc.string(), tie('value')) }) }),
  ),
}));

test('a round trip through JSON preserves every message', () => {
  assertProperty(
    fc.property(anyValue, (value) => {
      const message = written(value);
      expect(messageFrom(commit, sent(message))).toEqual(message);
    }),
    { numRuns: 2000 },
  );
});
