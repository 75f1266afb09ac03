import { expect, test } from 'vitest';
import { domainError } from '#domain/errors.ts';
import { encodeError } from '#api/error-encoding.ts';
import { PortError, type PortErrorCode } from '#ports/errors.ts';
import { mayTryAgain, mayTryReceiptAgain } from './sending.ts';

const failed = (code: PortErrorCode) => new PortError(code, 'It failed.');

test('transport failures are retried, a limited number of times', () => {
  for (const code of ['unavailable', 'aborted', 'deadline-exceeded'] as const) {
    expect([mayTryAgain(0, failed(code)), mayTryAgain(19, failed(code))]).toEqual([true, true]);
    expect(mayTryAgain(20, failed(code))).toBe(false);
  }
});

test('resource-exhausted is final on the first attempt, and retried after an earlier attempt', () => {
  const tried = [0, 1, 19, 20].filter((count) => mayTryAgain(count, failed('resource-exhausted')));
  expect(tried).toEqual([1, 19]);
});

test('rejections of the command are not retried', () => {
  const details = encodeError(domainError('rate_limited', { retryAfter: 9 }));
  expect(mayTryAgain(1, new PortError('resource-exhausted', 'Too much.', { details }))).toBe(false);
  expect(mayTryAgain(0, failed('permission-denied'))).toBe(false);
  expect(mayTryAgain(0, new TypeError('A mistake.'))).toBe(false);
});

test('a command rejected for an expired token waits until the token is renewed', () => {
  const details = encodeError(domainError('unauthenticated', {}));
  expect(mayTryAgain(500, new PortError('unauthenticated', 'Signed out.', { details }))).toBe(true);
});

test('a receipt is dropped after 8 retries, for any failure', () => {
  for (const code of ['unavailable', 'unauthenticated'] as const)
    expect([mayTryReceiptAgain(7, failed(code)), mayTryReceiptAgain(8, failed(code))]).toEqual([true, false]);
  expect(mayTryReceiptAgain(0, failed('permission-denied'))).toBe(false);
});
