import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { coded, type ExpectedCodes, pairsOf, sdkCodesOf } from '../expected-codes.fixture.ts';
import { realtimeCodes, realtimeError } from './errors.ts';

const expected: ExpectedCodes = {
  aborted: ['DATASTALE'],
  internal: ['FAILURE'],
  'permission-denied': ['PERMISSION_DENIED'],
  'resource-exhausted': ['TOO_BIG'],
  unavailable: ['UNAVAILABLE'],
  'realtime/disconnected': ['DISCONNECT'],
  'realtime/max-retries': ['MAXRETRY'],
  'realtime/overridden-by-set': ['SET'],
};

test.each(pairsOf(expected))('%s maps to %s, as a code and as the message, in any case', (sdk, port) => {
  for (const said of [sdk, sdk.toLowerCase()]) {
    expect(realtimeError(coded(said)).code).toBe(port);
    expect(realtimeError(new Error(said)).code).toBe(port);
  }
});

/** Messages of the installed SDK, by their source. */
function codesOfTheSdk(): ReadonlySet<string> {
  const require = createRequire(import.meta.url);
  const sdk = createRequire(require.resolve('firebase/package.json')).resolve('@firebase/database');
  const source = readFileSync(sdk, 'utf8');
  const said = [
    // The server's words for a listen.
    /function errorForServerCode[\s\S]*?\n}/,
    // Why a transaction has ended; `nodata` is no error.
    /abortReason = '(?!nodata)\w+'/g,
    /new Error\('set'\)/g,
    /onComplete\('disconnect'\)/g,
    /status === 'datastale'/g,
  ].flatMap((place) => source.match(place) ?? []);
  const words = said.flatMap((text) =>
    [...text.matchAll(/(?:=|\()\s*'([a-z_]+)'/g)].map(([, word]) => word ?? ''),
  );
  return new Set(words.map((word) => word.toUpperCase()));
}

test('the table contains exactly the codes of the SDK and the server’s own FAILURE', () => {
  const { FAILURE: _serversOwn, ...told } = realtimeCodes;
  expect(new Set(Object.keys(told))).toEqual(codesOfTheSdk());
  expect(sdkCodesOf(expected)).toEqual([...codesOfTheSdk(), 'FAILURE'].toSorted());
});

test('a code is found in any property of the SDK’s error, and a denied read by its message', () => {
  const refused = coded('PERMISSION_DENIED', 'PERMISSION_DENIED: Permission denied');
  expect(realtimeError(refused)).toMatchObject({ code: 'permission-denied', cause: refused });
  const codes = ['maxretry', 'set', 'disconnect', 'permission_denied', 'failure'].map(
    (message) => realtimeError(new Error(message)).code,
  );
  expect(codes).toEqual([
    'realtime/max-retries',
    'realtime/overridden-by-set',
    'realtime/disconnected',
    'permission-denied',
    'internal',
  ]);
  expect(realtimeError(new Error('Permission denied')).code).toBe('permission-denied');
  const index = 'Index not defined, add ".indexOn": "n", for path "/open", to the rules';
  expect(realtimeError(new Error(index))).toMatchObject({ code: 'failed-precondition', message: index });
  expect(realtimeError(new Error('Something new')).code).toBe('unknown');
});
