import { AppErrorCode } from 'firebase-admin/app';
import { AuthErrorCode, FirebaseAuthError } from 'firebase-admin/auth';
import { DatabaseErrorCode } from 'firebase-admin/database';
import { FunctionsErrorCode } from 'firebase-admin/functions';
import { FirebaseMessagingError, MessagingErrorCode } from 'firebase-admin/messaging';
import { RemoteConfigErrorCode } from 'firebase-admin/remote-config';
import { StorageErrorCode } from 'firebase-admin/storage';
import { expect, test } from 'vitest';
import { isPortErrorCode, PortError } from '#ports/errors.ts';
import { coded, pairsOf, sdkCodesOf } from '../firebase/expected-codes.fixture.ts';
import { adminError, asPort } from './errors.ts';
import { adminAuthCodes } from './errors-auth.ts';
import { adminMessagingCodes } from './errors-messaging.ts';
import {
  appCodes,
  adminConfigCodes,
  databaseCodes,
  functionsCodes,
  adminStorageCodes,
} from './errors-rest.ts';
import * as expected from './expected-codes.fixture.ts';

const tables = [
  ['app', AppErrorCode, appCodes, expected.expectedApp],
  ['auth', AuthErrorCode, adminAuthCodes, expected.expectedAuth],
  ['database', DatabaseErrorCode, databaseCodes, expected.expectedDatabase],
  ['functions', FunctionsErrorCode, functionsCodes, expected.expectedFunctions],
  ['messaging', MessagingErrorCode, adminMessagingCodes, expected.expectedMessaging],
  ['remote-config', RemoteConfigErrorCode, adminConfigCodes, expected.expectedConfig],
  ['storage', StorageErrorCode, adminStorageCodes, expected.expectedStorage],
] as const;

test.each(tables.flatMap(([, , , codes]) => pairsOf(codes)))('%s maps to %s', (sdk, port) => {
  expect(adminError(coded(sdk)).code).toBe(port);
});

test.each(tables)('the table of %s contains exactly the codes of the SDK', (prefix, listed, table, codes) => {
  const theirs = Object.values(listed).map((code) => `${prefix}/${code}`);
  expect(Object.keys(table).toSorted()).toEqual([...new Set(theirs)].toSorted());
  expect(sdkCodesOf(codes)).toEqual([...new Set(theirs)].toSorted());
  expect(Object.values(table).filter((code) => !isPortErrorCode(code))).toEqual([]);
});

/** By number, as google/rpc/code.proto has them. */
const grpc = [
  [1, 'cancelled'],
  [2, 'unknown'],
  [3, 'invalid-argument'],
  [4, 'deadline-exceeded'],
  [5, 'not-found'],
  [6, 'already-exists'],
  [7, 'permission-denied'],
  [8, 'resource-exhausted'],
  [9, 'failed-precondition'],
  [10, 'aborted'],
  [11, 'out-of-range'],
  [12, 'unimplemented'],
  [13, 'internal'],
  [14, 'unavailable'],
  [15, 'data-loss'],
  [16, 'unauthenticated'],
] as const;

/** Statuses of the files' service, and what may be done about each. */
const http = [
  [400, 'invalid-argument'],
  [401, 'unauthenticated'],
  [403, 'permission-denied'],
  [404, 'not-found'],
  [408, 'deadline-exceeded'],
  [409, 'aborted'],
  [412, 'failed-precondition'],
  [413, 'resource-exhausted'],
  [416, 'out-of-range'],
  [429, 'resource-exhausted'],
  [500, 'internal'],
  [501, 'unimplemented'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'deadline-exceeded'],
] as const;

test.each([...grpc, ...http])('number %s maps to %s, as a text too', (number, port) => {
  for (const code of [number, String(number)]) expect(adminError(coded(code)).code).toBe(port);
});

test.each([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])('%s of Node maps to unavailable', (code) => {
  expect(adminError(coded(code)).code).toBe('unavailable');
});

test.each([
  [new FirebaseAuthError({ code: 'email-already-exists', message: 'taken' }), 'auth/email-already-in-use'],
  [
    new FirebaseMessagingError({ code: 'installation-id-not-registered', message: 'gone' }),
    'messaging/registration-unknown',
  ],
  [coded(599), 'unavailable'],
  [coded(418), 'unknown'],
  [coded('never/heard-of'), 'unknown'],
  [new Error('no code'), 'unknown'],
])('%s maps to %s', (error, code) => {
  expect(adminError(error)).toMatchObject({ code, cause: error });
});

test('a PortError and a TypeError stay unchanged', async () => {
  const refused = new PortError('permission-denied', 'no');
  const mistake = new TypeError('a number');
  await expect(asPort(() => Promise.reject(refused))).rejects.toBe(refused);
  await expect(asPort(() => Promise.reject(mistake))).rejects.toBe(mistake);
});
