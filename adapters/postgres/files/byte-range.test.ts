import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=3-5', { first: 3, last: 5 }],
  ['bytes=8-99', { first: 8, last: 9 }],
  ['bytes=4-', { first: 4, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, null],
  ['bytes=5-3', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['lines=0-1', null],
  ['bytes=0-9999999999999999', null],
] as const)('%s of ten bytes is %j', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});

test('an empty file has no satisfiable range', () => {
  expect(byteRange('bytes=0-0', 0)).toBe('unsatisfiable');
});
