import { AppErrorCode } from 'firebase-admin/app';
import { AuthErrorCode, FirebaseAuthError } from 'firebase-admin/auth';
import { DatabaseErrorCode } from 'firebase-admin/database';
import { FunctionsErrorCode } from 'firebase-admin/functions';
import { FirebaseMessagingError, MessagingErrorCode } from 'firebase-admin/messaging';
import { RemoteConfigErrorCode } from 'firebase-admin/remote-config';
import { StorageErrorCode } from 'firebase-admin/storage';
import { expect, test } from 'vitest';
import { isPortErrorCode, PortError } from '#ports/errors.ts';
import { adminError, asPort } from './errors.ts';
import { authCodes } from './errors-auth.ts';
import { messagingCodes } from './errors-messaging.ts';
import { appCodes, configCodes, databaseCodes, functionsCodes, storageCodes } from './errors-rest.ts';

test.each([
  ['app', AppErrorCode, appCodes],
  ['auth', AuthErrorCode, authCodes],
  ['database', DatabaseErrorCode, databaseCodes],
  ['functions', FunctionsErrorCode, functionsCodes],
  ['messaging', MessagingErrorCode, messagingCodes],
  ['remote-config', RemoteConfigErrorCode, configCodes],
  ['storage', StorageErrorCode, storageCodes],
])('the table of %s names each of the SDK’s codes, and no other', (prefix, listed, table) => {
  const theirs = Object.values(listed).map((code) => `${prefix}/${code}`);
  expect(Object.keys(table).toSorted()).toEqual([...new Set(theirs)].toSorted());
  expect(Object.values(table).filter((code) => !isPortErrorCode(code))).toEqual([]);
});

const coded = (code: unknown) => Object.assign(new Error('refused'), { code });

test.each([
  [new FirebaseAuthError({ code: 'email-already-exists', message: 'taken' }), 'auth/email-already-in-use'],
  [
    new FirebaseMessagingError({ code: 'installation-id-not-registered', message: 'gone' }),
    'messaging/registration-unknown',
  ],
  [coded(5), 'not-found'],
  [coded(10), 'aborted'],
  [coded(16), 'unauthenticated'],
  [coded(404), 'not-found'],
  [coded('404'), 'not-found'],
  [coded(599), 'unavailable'],
  [coded(418), 'unknown'],
  [coded('ECONNREFUSED'), 'unavailable'],
  [coded('never/heard-of'), 'unknown'],
  [new Error('no code'), 'unknown'],
])('%s is %s', (error, code) => {
  expect(adminError(error)).toMatchObject({ code, cause: error });
});

test('what is a PortError already, and mistakes in arguments, stay as they are', async () => {
  const refused = new PortError('permission-denied', 'no');
  const mistake = new TypeError('a number');
  await expect(asPort(() => Promise.reject(refused))).rejects.toBe(refused);
  await expect(asPort(() => Promise.reject(mistake))).rejects.toBe(mistake);
});
