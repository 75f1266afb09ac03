import { expect, test } from 'vitest';
import { constants, day, minute } from '../constants.ts';
import { writtenAtOf } from './written-at.ts';

const now = Date.UTC(2026, 10, 26, 3, 40);
const most = constants.writtenEarlierDays * day;

test('the time of writing is shown from a minute on, and is trusted for 30 days', () => {
  expect(writtenAtOf(now, 28 * minute)).toBe(Date.UTC(2026, 10, 26, 3, 12));
  expect(writtenAtOf(now, minute)).toBe(now - minute);
  expect(writtenAtOf(now, most)).toBe(now - most);
});

test('an entry written within the last minute has the server’s time only', () => {
  expect(writtenAtOf(now, 0)).toBeUndefined();
  expect(writtenAtOf(now, minute - 1)).toBeUndefined();
});

test('an impossible age is shown only as written earlier', () => {
  expect(writtenAtOf(now, most + 1)).toBeNull();
  expect(writtenAtOf(now, Number.MAX_SAFE_INTEGER)).toBeNull();
});
