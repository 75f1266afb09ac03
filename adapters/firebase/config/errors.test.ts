import { expect, test } from 'vitest';
import { sdkCodes } from '../sdk-codes.fixture.ts';
import { configCodes, fetchError, watchError } from './errors.ts';

test('every code of the SDK has one of the port, and no other has', async () => {
  const known = await sdkCodes('remote-config', 'ERROR_DESCRIPTION_MAP', 'remoteconfig');
  expect(Object.keys(configCodes).sort()).toEqual(known);
});

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });

test('a fetch that fails for another module’s reason has failed', () => {
  expect(fetchError(coded('installations/app-offline'))).toMatchObject({ code: 'config/fetch-failed' });
  expect(fetchError(new TypeError('fetch failed'))).toMatchObject({ code: 'config/fetch-failed' });
});

test('a watch ends when the server won’t or can’t tell, and for nothing else', () => {
  const status = (code: number) =>
    coded('remoteconfig/stream-error', `Unable to connect to the server. HTTP status code: ${code}`);
  expect(watchError(status(403))).toMatchObject({ code: 'permission-denied' });
  expect(watchError(status(501))).toMatchObject({ code: 'unavailable' });
  expect(watchError(coded('remoteconfig/realtime-unavailable'))).toMatchObject({ code: 'unavailable' });
  expect(watchError(coded('remoteconfig/update-not-fetched'))).toBeNull();
});
