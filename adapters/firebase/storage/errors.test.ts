import { StorageErrorCode } from 'firebase/storage';
import { expect, test } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { coded, type ExpectedCodes, pairsOf, sdkCodesOf } from '../expected-codes.fixture.ts';
import { storageCodes, storageError } from './errors.ts';

const expected: ExpectedCodes = {
  cancelled: ['storage/canceled'],
  internal: ['storage/internal-error'],
  unimplemented: ['storage/unsupported-environment'],
  unknown: ['storage/unknown'],
  'failed-precondition': [
    'storage/bucket-not-found',
    'storage/project-not-found',
    'storage/invalid-default-bucket',
    'storage/no-default-bucket',
    'storage/no-download-url',
    'storage/app-deleted',
  ],
  'invalid-argument': [
    'storage/invalid-event-name',
    'storage/invalid-url',
    'storage/invalid-argument',
    'storage/invalid-argument-count',
    'storage/invalid-root-operation',
    'storage/invalid-format',
  ],
  'storage/object-not-found': ['storage/object-not-found'],
  'storage/quota-exceeded': ['storage/quota-exceeded'],
  'storage/unauthenticated': ['storage/unauthenticated'],
  'storage/unauthorized': ['storage/unauthorized', 'storage/unauthorized-app'],
  'storage/retry-limit-exceeded': ['storage/retry-limit-exceeded'],
  'storage/invalid-checksum': ['storage/invalid-checksum'],
  'storage/cannot-slice-blob': ['storage/cannot-slice-blob'],
  'storage/server-file-wrong-size': ['storage/server-file-wrong-size'],
};

test.each(pairsOf(expected))('%s maps to %s', (sdk, port) => {
  expect(storageError(coded(sdk)).code).toBe(port);
});

test('the table contains exactly the codes of the SDK', () => {
  const known = Object.values(StorageErrorCode).map((code) => `storage/${code}`);
  expect(Object.keys(storageCodes).sort()).toEqual(known.sort());
  expect(sdkCodesOf(expected)).toEqual(known);
});

test('a status of 400 maps to invalid-argument, or to invalid-checksum by its message', () => {
  const bad = (message: string) =>
    Object.assign(new Error(message), { code: 'storage/unknown', status: 400 });
  expect(storageError(bad('Bad Request'))).toMatchObject({ code: 'invalid-argument' });
  expect(storageError(bad('Provided MD5 hash does not match'))).toMatchObject({
    code: 'storage/invalid-checksum',
  });
  expect(storageError(Object.assign(bad(''), { status: 418 }))).toMatchObject({ code: 'unknown' });
});

test('an error of the port stays unchanged', () => {
  const error = new PortError('storage/cannot-slice-blob', 'gone');
  expect(storageError(error)).toBe(error);
});
