import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { constants, minute } from '../constants.ts';
import { shorten } from '../text.ts';
import type { Alert } from '../alert/schema.ts';
import {
  beginReview,
  endReview,
  isReviewDue,
  isWorseThanHeld,
  mayJoinHeld,
  onLink,
  pageTitle,
  takesAlerts,
  withReview,
  withSeverity,
} from './joining.ts';
import { defaultJoining, type Joining } from '../service/schema.ts';
import { begin, policyOf, start, step } from './page.fixture.ts';
import type { Page } from './schema.ts';
import { changePage } from './transitions.ts';

const page = begin(policyOf([step(['ada'])])).state;
const alert = { id: 'a', status: 'open' } as Alert;
const other = { ...alert, id: 'b' };

const anyAlert = { severity: 'error' } as const;

test('a page accepts alerts for the time set by its service, unless ended or of an incident', () => {
  const window = constants.stormWindowMinutes * minute;
  const takes = (its: Page, now: number, joining: Joining | null = defaultJoining) =>
    takesAlerts(its, anyAlert, joining, now);
  expect([takes(page, start + window - 1), takes(page, start + window)]).toEqual([true, false]);
  expect(takes(page, start + minute, { ...defaultJoining, minutes: 1 })).toBe(false);
  expect(takes(page, start, { ...defaultJoining, severities: ['critical'] })).toBe(false);
  expect(takes(page, start, null)).toBe(false);
  expect(takes({ ...page, status: 'acknowledged' }, start)).toBe(true);
  for (const change of [
    { status: 'cancelled' },
    { status: 'exhausted' },
    { incidentId: 'i' },
    { subject: { kind: 'drill', to: { channel: 'push', target: 'd' } } },
  ] as const)
    expect(takes({ ...page, ...change }, start)).toBe(false);
});

describe('a critical alert joins an acknowledged page', () => {
  const held: Page = {
    ...page,
    status: 'acknowledged',
    acknowledgements: [{ userId: 'ada', acknowledgedAt: start }],
  };
  const critical = { severity: 'critical' } as const;
  const age = constants.signOfLifeMinutes * minute;

  test.each([
    ['no sign', held, null, false],
    ['a receipt of before the acknowledgement', held, start, false],
    ['a receipt since', held, start + 1, true],
    ['a sign of life since', { ...held, signOfLifeAt: start + 1 }, null, true],
    ['an acknowledgement of another one since', { ...held, signOfLifeAt: start - 1 }, start - 5, false],
  ])('%s', (_, its, seenAt, joins) => {
    expect(mayJoinHeld(its, critical, seenAt, start + 2)).toBe(joins);
  });

  test('not after the last sign of life is too old', () => {
    expect(mayJoinHeld(held, critical, start + 1, start + 1 + age)).toBe(true);
    expect(mayJoinHeld(held, critical, start + 1, start + 2 + age)).toBe(false);
  });

  test('always if the page is asking, and always if the alert is not critical', () => {
    expect(mayJoinHeld(page, critical, null, start)).toBe(true);
    expect(mayJoinHeld(held, anyAlert, null, start)).toBe(true);
  });
});

test('an alert is worse than the severities held by its page if more severe than all of them', () => {
  const its = { ...page, worstSeverity: 'error' } as const;
  expect(isWorseThanHeld({ severity: 'critical' }, its)).toBe(true);
  expect(isWorseThanHeld({ severity: 'error' }, its)).toBe(false);
  expect(withSeverity(its, { severity: 'critical' }).worstSeverity).toBe('critical');
  expect(withSeverity(its, { severity: 'warning' })).toBe(its);
});

test('only a holder can show a sign of life for a page', () => {
  const [ada, lin] = ['ada', 'lin'].map((by) => ({ by, now: start + 5 }));
  const held = changePage(page, { kind: 'acknowledge' }, { by: 'ada', now: start });
  if (!held.ok || !ada || !lin) throw new Error('The page was acknowledged.');
  expect(changePage(held.state, { kind: 'sign-of-life' }, ada)).toMatchObject({
    state: { signOfLifeAt: start + 5 },
  });
  expect(changePage(held.state, { kind: 'sign-of-life' }, lin)).toMatchObject({
    error: { code: 'forbidden' },
  });
  expect(changePage(page, { kind: 'sign-of-life' }, ada)).toMatchObject({ error: { code: 'forbidden' } });
});

test('a change is seen by a review that begins later, in any order of reviews and changes', () => {
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
          state = endReview(state, { alertCount: counted, joinedCount: 0 });
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
] as const)('a linked alert %s', (_, its, linked, others, becomes) => {
  expect(onLink(its, linked, { others: false, liveOthers: false, ...others })).toBe(becomes);
});

test('the label of a page is its alert, with the number of further alerts', () => {
  const named = (summary: string, alertCount: number) => ({ summary, alertCount });
  expect(pageTitle(named('Disk full', 1), 'Payments')).toBe('Disk full');
  expect(pageTitle(named('Disk full', 813), 'Payments')).toBe('Disk full and 812 more on Payments');
  expect(pageTitle(named('Disk full', 2), null)).toBe('Disk full and 1 more');
  const long = pageTitle(named('x'.repeat(500), 10_001), 'Payments', shorten, 200);
  expect(long.length).toBeLessThanOrEqual(200);
  expect(long).toMatch(/ and 10,000 more on Payments$/u);
});
