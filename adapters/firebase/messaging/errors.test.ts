import { expect, test } from 'vitest';
import { coded, type ExpectedCodes, pairsOf, sdkCodesOf } from '../expected-codes.fixture.ts';
import { sdkCodes } from '../sdk-codes.fixture.ts';
import { messagingCodes, registrationError, removalError } from './errors.ts';

const expected: ExpectedCodes = {
  'invalid-argument': [
    'messaging/missing-app-config-values',
    'messaging/invalid-sw-registration',
    'messaging/invalid-bg-handler',
    'messaging/invalid-vapid-key',
    'messaging/invalid-on-registered-handler',
  ],
  'failed-precondition': ['messaging/use-sw-after-get-token', 'messaging/use-vapid-key-after-get-token'],
  unavailable: ['messaging/token-unsubscribe-failed', 'messaging/fid-unregister-failed'],
  'messaging/permission-default': ['messaging/permission-default'],
  'messaging/permission-blocked': ['messaging/permission-blocked'],
  'messaging/unsupported': [
    'messaging/only-available-in-window',
    'messaging/only-available-in-sw',
    'messaging/unsupported-browser',
    'messaging/indexed-db-unsupported',
  ],
  'messaging/registration-failed': [
    'messaging/failed-service-worker-registration',
    'messaging/token-subscribe-failed',
    'messaging/token-subscribe-no-token',
    'messaging/token-update-failed',
    'messaging/token-update-no-token',
    'messaging/fid-registration-failed',
    'messaging/fid-registration-idb-schema-unavailable',
  ],
};

test.each(pairsOf(expected))('%s maps to %s', (sdk, port) => {
  expect(registrationError(coded(sdk)).code).toBe(port);
  expect(removalError(coded(sdk)).code).toBe(port);
});

test('the table contains exactly the codes of the SDK', async () => {
  const known = await sdkCodes('messaging', 'ERROR_MAP', 'messaging');
  expect(Object.keys(messagingCodes).sort()).toEqual(known);
  expect(sdkCodesOf(expected)).toEqual(known);
});

test('an error from outside the SDK fails a registration or its removal', () => {
  expect(registrationError(new TypeError('fetch failed'))).toMatchObject({
    code: 'messaging/registration-failed',
  });
  expect(removalError(new TypeError('fetch failed'))).toMatchObject({ code: 'unavailable' });
});
