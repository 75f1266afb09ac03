import { describe, expect, test } from 'vitest';
import { endOfSessions, isEnded } from './sessions.ts';

test('the end of sessions is a whole second, like the times of proof', () => {
  expect(endOfSessions(10_999)).toBe(10_000);
});

describe('a session', () => {
  test.each([
    [null, null, false],
    [null, 5_000, false],
    [10_000, 9_000, true],
    [10_000, 10_000, false],
    [10_000, 11_000, false],
    [10_000, null, true],
  ])('ended at %s, proved at %s: refused is %s', (sessionsEndedAt, provedAt, ended) => {
    expect(isEnded({ sessionsEndedAt }, provedAt)).toBe(ended);
  });
});
