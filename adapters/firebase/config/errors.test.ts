import { expect, test } from 'vitest';
import { portErrorFrom } from '../errors.ts';
import { coded, type ExpectedCodes, pairsOf, sdkCodesOf } from '../expected-codes.fixture.ts';
import { sdkCodes } from '../sdk-codes.fixture.ts';
import { configCodes, fetchError, watchError } from './errors.ts';

const expected: ExpectedCodes = {
  'invalid-argument': [
    'remoteconfig/registration-project-id',
    'remoteconfig/registration-api-key',
    'remoteconfig/registration-app-id',
  ],
  'failed-precondition': ['remoteconfig/already-initialized'],
  unimplemented: ['remoteconfig/registration-window', 'remoteconfig/indexed-db-unavailable'],
  'out-of-range': ['remoteconfig/custom-signal-max-allowed-signals'],
  unavailable: [
    'remoteconfig/stream-error',
    'remoteconfig/realtime-unavailable',
    'remoteconfig/analytics-unavailable',
  ],
  'config/fetch-timeout': ['remoteconfig/fetch-timeout'],
  'config/fetch-throttle': ['remoteconfig/fetch-throttle'],
  'config/fetch-failed': [
    'remoteconfig/storage-open',
    'remoteconfig/storage-get',
    'remoteconfig/storage-set',
    'remoteconfig/storage-delete',
    'remoteconfig/fetch-client-network',
    'remoteconfig/fetch-client-parse',
    'remoteconfig/fetch-status',
    'remoteconfig/update-message-invalid',
    'remoteconfig/update-not-fetched',
  ],
};

test.each(pairsOf(expected))('%s maps to %s', (sdk, port) => {
  expect(portErrorFrom(configCodes, coded(sdk)).code).toBe(port);
  expect(fetchError(coded(sdk)).code).toBe(port);
});

test('the table contains exactly the codes of the SDK', async () => {
  const known = await sdkCodes('remote-config', 'ERROR_DESCRIPTION_MAP', 'remoteconfig');
  expect(Object.keys(configCodes).sort()).toEqual(known);
  expect(sdkCodesOf(expected)).toEqual(known);
});

test('a fetch that fails in another module rejects with config/fetch-failed', () => {
  expect(fetchError(coded('installations/app-offline'))).toMatchObject({ code: 'config/fetch-failed' });
  expect(fetchError(new TypeError('fetch failed'))).toMatchObject({ code: 'config/fetch-failed' });
});

test('a watch ends when the server rejects or is unavailable, and on no other error', () => {
  const status = (code: number) =>
    coded('remoteconfig/stream-error', `Unable to connect to the server. HTTP status code: ${code}`);
  expect(watchError(status(403))).toMatchObject({ code: 'permission-denied' });
  expect(watchError(status(501))).toMatchObject({ code: 'unavailable' });
  expect(watchError(coded('remoteconfig/realtime-unavailable'))).toMatchObject({ code: 'unavailable' });
  expect(watchError(coded('remoteconfig/update-not-fetched'))).toBeNull();
});
