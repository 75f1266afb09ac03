import { expect, test } from 'vitest';
import { sdkCodes } from '../sdk-codes.fixture.ts';
import { messagingCodes, registrationError, removalError } from './errors.ts';

test('every code of the SDK has one of the port, and no other has', async () => {
  expect(Object.keys(messagingCodes).sort()).toEqual(await sdkCodes('messaging', 'ERROR_MAP', 'messaging'));
});

test('what is no error of the SDK keeps a browser from being registered, or from being removed', () => {
  expect(registrationError(new TypeError('fetch failed'))).toMatchObject({
    code: 'messaging/registration-failed',
  });
  expect(removalError(new TypeError('fetch failed'))).toMatchObject({ code: 'unavailable' });
});
