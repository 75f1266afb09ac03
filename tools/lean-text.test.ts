import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';
import { loadedAtUse, messagesOnFirstUse, nodeIsIn, replaced } from './lean-text.ts';

const protos = path.resolve(
  import.meta.dirname,
  '../node_modules/@google-cloud/firestore-api/build/protos/protos.js',
);

interface Message {
  readonly fromObject: (value: object) => { readonly toJSON: () => unknown };
}
interface Messages {
  readonly google: {
    readonly firestore: { readonly v1: Readonly<Record<'Document' | 'StructuredQuery' | 'Value', Message>> };
  };
}

/** The package's own classes, and the ones in their place. */
function bothMessages(): readonly Messages[] {
  const exports = {};
  const require = createRequire(protos);
  compileFunction(messagesOnFirstUse(''), ['exports', 'require'])(exports, require);
  return [require(protos) as Messages, exports as Messages];
}

const value = {
  mapValue: {
    fields: {
      nothing: { nullValue: 'NULL_VALUE' },
      whole: { integerValue: '9007199254740993' },
      part: { doubleValue: Number.NaN },
      time: { timestampValue: { seconds: 5, nanos: 6 } },
      bytes: { bytesValue: new Uint8Array([1, 2, 255]) },
      place: { geoPointValue: { latitude: 1, longitude: -2 } },
      list: { arrayValue: { values: [{ booleanValue: true }, { stringValue: 'ä' }] } },
    },
  },
};

test.each(['Value', 'Document', 'StructuredQuery'] as const)('messages on first use: %s', (name) => {
  const given = {
    Value: value,
    Document: { name: 'a/b', fields: { value }, createTime: { seconds: 1 } },
    StructuredQuery: {
      from: [{ collectionId: 'notes' }],
      where: { fieldFilter: { field: { fieldPath: 'a' }, op: 'EQUAL', value } },
      orderBy: [{ field: { fieldPath: 'a' }, direction: 'DESCENDING' }],
      limit: { value: 3 },
    },
  };
  const [own, ours] = bothMessages().map(({ google }) =>
    google.firestore.v1[name].fromObject(given[name]).toJSON(),
  );
  expect(ours).toEqual(own);
  expect(JSON.stringify(ours)).toContain('{');
});

test('a missing text to replace fails', () => {
  expect(replaced(['a', 'b'], ['c', '$&'])('ac')).toBe('b$&');
  expect(() => replaced(['d', ''])('ac')).toThrow('“d” is missing.');
});

test('a package is loaded at its only use', () => {
  const lean = loadedAtUse('const fs_1 = require("fs");', 'fs_1', 'fs_1.read(', 'require("fs").read(');
  expect(lean('const fs_1 = require("fs");\nfs_1.read();')).toBe('\nrequire("fs").read();');
  expect(() => lean('const fs_1 = require("fs");\nfs_1.read(); fs_1.stat();')).toThrow(
    '“fs_1” is used more than once.',
  );
});

test('the check of Node’s version is replaced, and no other', () => {
  const source =
    "const semver = require('semver');\nmodule.exports = semver.satisfies(process.version, '>=15.7.0');";
  expect(nodeIsIn('>=15.7.0')(source)).toBe('\nmodule.exports = true;');
  expect(() => nodeIsIn('>=99.0.0')(source)).toThrow('is missing');
});
