import { expect, test } from 'vitest';
import { minute } from './constants.ts';
import { leaseRequests as leaseOf, type RequestRate } from './request-rate.ts';

const [most, block] = [300, 10];
const leaseRequests = (before: RequestRate | null, now: number) =>
  leaseOf(before, { perMinute: most, perLease: block }, now);
const start = 100 * minute;

function leasedAll(now: number, before: RequestRate | null = null): readonly number[] {
  const grants: number[] = [];
  for (let { state, granted } = leaseRequests(before, now); granted > 0;) {
    grants.push(granted);
    ({ state, granted } = leaseRequests(state, now));
  }
  return grants;
}

test('leases of a minute add up to the limit, in blocks', () => {
  const grants = leasedAll(start + 1);
  expect(grants.reduce((sum, granted) => sum + granted, 0)).toBe(most);
  expect(new Set(grants)).toEqual(new Set([block]));
  const almost = leaseRequests({ windowAt: start, leased: most - 3 }, start);
  expect(almost).toEqual({ granted: 3, state: { windowAt: start, leased: most } });
});

test('a counter beyond the limit grants nothing and stays as it is', () => {
  const state = { windowAt: start, leased: most + 7 };
  expect(leaseRequests(state, start)).toEqual({ granted: 0, state });
});

test.each([
  { name: 'an earlier minute begins anew', windowAt: start - minute, counts: false },
  { name: 'this minute counts', windowAt: start, counts: true },
  { name: 'the next minute, of a clock that is ahead, counts', windowAt: start + minute, counts: true },
  { name: 'a later minute, of a wrong clock, begins anew', windowAt: start + 2 * minute, counts: false },
])('a counter of $name', ({ windowAt, counts }) => {
  const { state } = leaseRequests({ windowAt, leased: 40 }, start + minute - 1);
  expect(state).toEqual(counts ? { windowAt, leased: 40 + block } : { windowAt: start, leased: block });
});
