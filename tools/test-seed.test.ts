import { expect, test } from 'vitest';
import { testSeed } from './test-seed.ts';

test('testSeed takes the given seed', () => {
  expect(testSeed('7')).toBe(7);
  expect(testSeed('2147483647')).toBe(2_147_483_647);
});

test('testSeed draws a whole number in range when none is given', () => {
  expect(testSeed(undefined, () => 0)).toBe(1);
  expect(testSeed('', () => 1 - Number.EPSILON)).toBe(2_147_483_647);
});

test.each(['0', '-1', '1.5', '1e3', 'seven', '2147483648'])('testSeed rejects %s', (given) => {
  expect(() => testSeed(given)).toThrow(RangeError);
});
