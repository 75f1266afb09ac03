import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { errorForStatus, errorInBody, statusCodes } from './errors.ts';

/** Google's API status names, with their HTTP statuses: google/rpc/code.proto. */
const expected = [
  ['CANCELLED', 'cancelled', 499],
  ['UNKNOWN', 'unknown', null],
  ['INVALID_ARGUMENT', 'invalid-argument', 400],
  ['DEADLINE_EXCEEDED', 'deadline-exceeded', 504],
  ['NOT_FOUND', 'not-found', 404],
  ['ALREADY_EXISTS', 'already-exists', null],
  ['PERMISSION_DENIED', 'permission-denied', 403],
  ['UNAUTHENTICATED', 'unauthenticated', 401],
  ['RESOURCE_EXHAUSTED', 'resource-exhausted', 429],
  ['FAILED_PRECONDITION', 'failed-precondition', null],
  ['ABORTED', 'aborted', 409],
  ['OUT_OF_RANGE', 'out-of-range', null],
  ['UNIMPLEMENTED', 'unimplemented', 501],
  ['INTERNAL', 'internal', 500],
  ['UNAVAILABLE', 'unavailable', 503],
  ['DATA_LOSS', 'data-loss', null],
] as const;

test.each(expected)('%s maps to %s', (status, code) => {
  expect(errorInBody('f', { error: { status } })?.code).toBe(code);
});

test.each(expected.filter(([, , httpStatus]) => httpStatus !== null))(
  '%s maps to %s for the bare status %d',
  (_status, code, httpStatus) => {
    expect(errorForStatus('f', httpStatus ?? 0).code).toBe(code);
  },
);

test('a gateway error maps to unavailable', () => {
  expect(errorForStatus('f', 502).code).toBe('unavailable');
});

/** The SDK does not export its list: it is read from the installed module. */
async function sdkCodes(): Promise<Record<string, string>> {
  const firebase = createRequire(createRequire(import.meta.url).resolve('firebase/package.json'));
  const source = await readFile(firebase.resolve('@firebase/functions'), 'utf8');
  const list = /const errorCodeMap = \{([^}]*)\}/.exec(source)?.[1] ?? '';
  return Object.fromEntries(
    [...list.matchAll(/(\w+): '([\w-]+)'/g)].map(([, name = '', code = '']) => [name, code]),
  );
}

test('the status codes equal those of the SDK', async () => {
  const theirs = await sdkCodes();
  expect({ OK: 'ok', ...statusCodes }).toEqual(theirs);
  expect(expected).toHaveLength(Object.keys(theirs).length - 1);
});

test('the body’s status decides over the HTTP status, and an unknown one maps to internal', () => {
  const details = { big: { '@type': 'type.googleapis.com/google.protobuf.Int64Value', value: '12' } };
  expect(errorInBody('f', { error: { status: 'ABORTED', message: 'Enough.', details } })).toMatchObject({
    code: 'aborted',
    message: 'Enough.',
    details: { big: 12 },
  });
  expect(errorInBody('f', { error: { status: 'TEAPOT' } })).toMatchObject({ code: 'internal' });
  for (const body of [null, [], 'x', {}, { error: 'text' }, { error: null }])
    expect(errorInBody('f', body)).toBeNull();
});

test('an unknown port code in the details is replaced by the call’s status', () => {
  const details = { portError: 'auth/not-yet-known', details: { why: 'so' } };
  expect(errorInBody('f', { error: { status: 'UNAVAILABLE', message: 'No.', details } })).toMatchObject({
    code: 'unavailable',
    details: { why: 'so' },
  });
});

test('without a body the HTTP status decides', () => {
  expect([404, 429, 503, 418, 204].map((status) => errorForStatus('f', status).code)).toEqual([
    'not-found',
    'resource-exhausted',
    'unavailable',
    'unknown',
    'internal',
  ]);
});
