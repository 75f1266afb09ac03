import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { constants, minute } from '../constants.ts';
import { shorten } from '../text.ts';
import type { Alert } from '../alert/schema.ts';
import {
  beginReview,
  endReview,
  isReviewDue,
  onLink,
  pageTitle,
  takesAlerts,
  withReview,
} from './joining.ts';
import { begin, policyOf, start, step } from './page.fixture.ts';

const page = begin(policyOf([step(['ada'])])).state;
const alert = { id: 'a', status: 'open' } as Alert;
const other = { ...alert, id: 'b' };

test('a page takes alerts for five minutes, unless it is over or of an incident', () => {
  const window = constants.stormWindowMinutes * minute;
  expect([takesAlerts(page, start + window - 1), takesAlerts(page, start + window)]).toEqual([true, false]);
  expect(takesAlerts({ ...page, status: 'acknowledged' }, start)).toBe(true);
  for (const change of [
    { status: 'cancelled' },
    { status: 'exhausted' },
    { incidentId: 'i' },
    { subject: { kind: 'drill', deviceId: 'd' } },
  ] as const)
    expect(takesAlerts({ ...page, ...change }, start)).toBe(false);
});

test('what changes is seen by a review that begins after it, in whatever order reviews and changes come', () => {
  assertProperty(
    fc.property(fc.array(fc.constantFrom('change', 'begin', 'end')), (events) => {
      let state = page;
      let alerts = 1;
      let counted = 1;
      let underWay = false;
      for (const [now, event] of events.entries()) {
        if (event === 'change') {
          alerts++;
          state = withReview(state, now);
        } else if (event === 'begin' && isReviewDue(state, now)) {
          state = beginReview(state, now);
          counted = alerts;
          underWay = true;
        } else if (event === 'end' && underWay) {
          state = endReview(state, counted);
          underWay = false;
        }
      }
      // Either nothing is missing, or a review is still to come.
      const missing = state.reviewAt === null ? alerts - (state.alertCount ?? 1) : 0;
      expect(missing).toBe(0);
    }),
  );
});

test.each([
  ['alone', page, alert, {}, 'along'],
  ['among others that are over', page, alert, { others: true }, 'along'],
  ['among others', page, alert, { others: true, liveOthers: true }, 'leaves'],
  ['over, among others', page, { ...alert, status: 'resolved' }, { others: true }, 'leaves'],
  ['of a page that is over', { ...page, status: 'cancelled' }, alert, { others: true }, 'leaves'],
  ['the subject of an incident’s page', { ...page, incidentId: 'i' }, alert, { others: true }, 'along'],
  ['not the subject of an incident’s page', { ...page, incidentId: 'i' }, other, {}, 'leaves'],
] as const)('an alert that is linked, %s', (_, its, linked, others, becomes) => {
  expect(onLink(its, linked, { others: false, liveOthers: false, ...others })).toBe(becomes);
});

test('a page is called by its alert, and by how many more there are', () => {
  const named = (summary: string, alertCount: number) => ({ summary, alertCount });
  expect(pageTitle(named('Disk full', 1), 'Payments')).toBe('Disk full');
  expect(pageTitle(named('Disk full', 813), 'Payments')).toBe('Disk full and 812 more on Payments');
  expect(pageTitle(named('Disk full', 2), null)).toBe('Disk full and 1 more');
  const long = pageTitle(named('x'.repeat(500), 10_001), 'Payments', shorten, 200);
  expect(long.length).toBeLessThanOrEqual(200);
  expect(long).toMatch(/ and 10,000 more on Payments$/u);
});
