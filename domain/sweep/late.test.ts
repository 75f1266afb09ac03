import { expect, test } from 'vitest';
import { isSweepLate } from './late.ts';

const now = 1_000_000_000;
const minutes = (count: number) => now - count * 60_000;

test.each([
  ['it ran three minutes ago', minutes(3), minutes(60), false],
  ['it ran more than three minutes ago', minutes(3) - 1, minutes(0), true],
  ['it never ran, and the browser opened just now', null, minutes(0), false],
  ['it never ran while the browser was open for more than three minutes', null, minutes(3) - 1, true],
])('%s', (_, lastAt, watchedFrom, late) => {
  expect(isSweepLate(lastAt, now, watchedFrom)).toBe(late);
});
