import { expect, test } from 'vitest';
import { numberIn } from './incident-number.ts';

test.each([
  ['12', 12],
  [' #7 ', 7],
  ['7 down', null],
  ['', null],
])('the search “%j” finds the number %j', (text, number) => {
  expect(numberIn(text)).toBe(number);
});
