import { expect, test } from 'vitest';
import { isPortError, isPortErrorCode, PortError, portErrorCodes, toPortError } from './errors.ts';

test('an error has a code, a message, details and a cause', () => {
  const cause = new Error('deep');
  const error = new PortError('not-found', 'There is none.', { cause, details: { at: 1 } });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'PortError',
    code: 'not-found',
    message: 'There is none.',
    details: { at: 1 },
    cause,
    retryable: false,
  });
});

test('details default to null, and the cause to none', () => {
  const error = new PortError('aborted', 'Try again.');
  expect(error.details).toBeNull();
  expect('cause' in error).toBe(false);
});

test('transient codes are retryable, rejections are not', () => {
  for (const code of ['unavailable', 'aborted', 'deadline-exceeded', 'config/fetch-throttle'] as const)
    expect(new PortError(code, '').retryable).toBe(true);
  for (const code of ['permission-denied', 'cancelled', 'unauthenticated', 'storage/unauthorized'] as const)
    expect(new PortError(code, '').retryable).toBe(false);
});

test('error codes are known and listed once', () => {
  expect(new Set(portErrorCodes).size).toBe(portErrorCodes.length);
  expect(isPortErrorCode('not-found')).toBe(true);
  for (const other of ['nonsense', 'toString', 404, null]) expect(isPortErrorCode(other)).toBe(false);
});

test('isPortError checks the code, or only the type', () => {
  const error = new PortError('not-found', '');
  expect(isPortError(error)).toBe(true);
  expect(isPortError(error, 'aborted', 'not-found')).toBe(true);
  expect(isPortError(error, 'aborted')).toBe(false);
  expect(isPortError({ name: 'PortError', code: 'not-found' })).toBe(false);
});

test('any value becomes a PortError, and a PortError stays itself', () => {
  const error = new PortError('aborted', '');
  expect(toPortError(error)).toBe(error);
  const thrown = new Error('plain');
  expect(toPortError(thrown)).toMatchObject({ code: 'unknown', message: 'plain', cause: thrown });
  expect(toPortError('text')).toMatchObject({ code: 'unknown', message: 'text' });
});
