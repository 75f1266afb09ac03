import { expect, test } from 'vitest';
import { listNames, longDuration } from './labels.ts';

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_840_000, '1 h 04 min'],
  [97_200_000, '1 d 3 h'],
])('%i ms reads %s', (milliseconds, text) => {
  expect(longDuration(milliseconds)).toBe(text);
});

test.each([
  [[], 'nobody'],
  [['Lin'], 'Lin'],
  [['Lin', 'Sam'], 'Lin and Sam'],
  [['Lin', 'Sam', 'Ada'], 'Lin, Sam and Ada'],
  [['Lin', 'Sam', 'Ada', 'Kim', 'Zoe'], 'Lin, Sam and 3 more'],
])('%j reads %s', (names, text) => {
  expect(listNames(names)).toBe(text);
});
