import { describe, expect, test } from 'vitest';
import { minute } from '../constants.ts';
import {
  countAttempt,
  parseRecoveryCode,
  type RecoveryAttempts,
  recoveryCodeBytes,
  recoveryCodeFrom,
  recoveryDigest,
  withoutCode,
} from './recovery-codes.ts';

const bytes = (start: number) => Uint8Array.from({ length: recoveryCodeBytes }, (_, index) => start + index);

describe('a recovery code', () => {
  test('has 20 letters of five bits each, in groups', () => {
    expect(recoveryCodeFrom(bytes(0))).toBe('01234-56789-ABCDE-FGHJK');
    expect(recoveryCodeFrom(bytes(12))).toBe('CDEFG-HJKMN-PQRST-VWXYZ');
    expect(recoveryCodeFrom(bytes(32))).toBe(recoveryCodeFrom(bytes(0)));
    expect(() => recoveryCodeFrom(new Uint8Array(3))).toThrow(TypeError);
  });

  test.each([
    ['01234-56789-ABCDE-FGHJK', '01234-56789-ABCDE-FGHJK'],
    [' o1234 56789abcde\tfghjk ', '01234-56789-ABCDE-FGHJK'],
    ['0i234-56789-ABCDE-FGHJK', '01234-56789-ABCDE-FGHJK'],
    ['0L234-56789-ABCDE-FGHJK', '01234-56789-ABCDE-FGHJK'],
    ['01234-56789-ABCDE-FGHJ', null],
    ['01234-56789-ABCDE-FGHJKM', null],
    ['01234-56789-ABCDE-FGHJU', null],
    ['', null],
  ])('%j is read as %s', (typed, code) => {
    expect(parseRecoveryCode(typed)).toBe(code);
  });

  test('has a different digest for each user', () => {
    const code = recoveryCodeFrom(bytes(0));
    expect(recoveryDigest('ada', code)).toMatch(/^[0-9a-f]{64}$/u);
    expect(recoveryDigest('ada', code)).not.toBe(recoveryDigest('omar', code));
  });

  test('is removed from the list after use', () => {
    expect(withoutCode(['a', 'b'], 'a')).toEqual(['b']);
    expect(withoutCode(['a', 'b'], 'c')).toBeNull();
  });
});

test('recovery attempts are counted within an hour and rejected after ten', () => {
  let attempts: RecoveryAttempts | null = null;
  for (let count = 1; count <= 10; count++) {
    const counted = countAttempt(attempts, count * minute);
    if (!counted.ok) throw new Error(counted.error.message);
    attempts = counted.attempts;
  }
  expect(attempts).toEqual({ startedAt: minute, count: 10 });
  expect(countAttempt(attempts, 11 * minute)).toMatchObject({
    ok: false,
    error: { code: 'rate_limited', retryAfter: 50 * 60 },
  });
  expect(countAttempt(attempts, 61 * minute)).toEqual({
    ok: true,
    attempts: { startedAt: 61 * minute, count: 1 },
  });
});
