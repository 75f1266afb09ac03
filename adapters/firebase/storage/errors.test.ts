import { StorageErrorCode } from 'firebase/storage';
import { expect, test } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { storageCodes, storageError } from './errors.ts';

test('every code of the SDK has one of the port, and no other has', () => {
  const known = Object.values(StorageErrorCode).map((code) => `storage/${code}`);
  expect(Object.keys(storageCodes).sort()).toEqual(known.sort());
});

test('a request that the server finds wrong is an invalid argument, or a checksum that is not right', () => {
  const bad = (message: string) =>
    Object.assign(new Error(message), { code: 'storage/unknown', status: 400 });
  expect(storageError(bad('Bad Request'))).toMatchObject({ code: 'invalid-argument' });
  expect(storageError(bad('Provided MD5 hash does not match'))).toMatchObject({
    code: 'storage/invalid-checksum',
  });
  expect(storageError(Object.assign(bad(''), { status: 418 }))).toMatchObject({ code: 'unknown' });
});

test('an error of the port stays what it is', () => {
  const error = new PortError('storage/cannot-slice-blob', 'gone');
  expect(storageError(error)).toBe(error);
});
