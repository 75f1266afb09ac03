import { describe, expect, test } from 'vitest';
import type { PageChanged } from './effects.ts';
import { isDue, tick } from './engine.ts';
import { forecast } from './forecast.ts';
import { begin, changes, minutes, notified, policyOf, start, step, team } from './page.fixture.ts';
import { replaceRecipient } from './replace-recipient.ts';
import { expectationOf } from './expectation.ts';
import type { Page } from './schema.ts';
import { changePage, type PageOutcome } from './transitions.ts';

const accepted = (outcome: PageOutcome): PageChanged => {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
};
const at = (minute: number) => start + minutes(minute);
const snooze = (page: Page, by: string, wanted: number | null, now: number) =>
  changePage(page, { kind: 'snooze', minutes: wanted }, { by, now });

const begun = begin(policyOf([step(['ada']), step(['lin'])]));
const atSecond = tick(begun.state, team(), at(5)).state;
const taken = accepted(changePage(atSecond, { kind: 'acknowledge' }, { by: 'lin', now: at(6) })).state;
const asleep = accepted(snooze(taken, 'lin', 60, at(10)));

test('a snoozed page stays acknowledged and asks no one until the snooze ends, for any acknowledge timeout', () => {
  expect(asleep.state).toMatchObject({
    status: 'acknowledged',
    snoozedUntilAt: at(70),
    nextAt: at(70),
    acknowledgements: [{ userId: 'lin' }],
  });
  expect(asleep.events).toMatchObject([
    { at: at(10), by: 'lin', entry: { change: 'snoozed', untilAt: at(70) } },
  ]);
  expect(asleep.effects).toEqual([]);
  expect(isDue(asleep.state, at(70) - 1)).toBe(false);
});

test('a page begins again at its first step after the snooze, with an event', () => {
  const woken = tick(asleep.state, team(), at(72));
  expect(notified(woken)).toEqual(['ada@70']);
  expect(changes(woken)).toEqual(['snooze-ended', 'notified']);
  expect(woken.events.map(({ by }) => by)).toEqual(['system', 'system']);
  expect(woken.state).toMatchObject({
    ...{ status: 'notifying', step: 0, loop: 0, nextAt: at(75), acknowledgements: [] },
    ...{ snoozedUntilAt: null, snoozeEndedAt: at(70) },
  });
  expect(notified(tick(woken.state, team(), at(75)))).toEqual(['lin@75']);
  expect(forecast(asleep.state, team(), at(10), 2)).toMatchObject([
    { at: at(70), what: 'notifies', userIds: ['ada'], step: 1 },
    { at: at(75), what: 'notifies', userIds: ['lin'], step: 2 },
  ]);
});

test('a page without anyone left to ask after the snooze ends unanswered', () => {
  const woken = tick(asleep.state, { find: () => [], fallback: () => [], owners: () => [] }, at(70));
  expect(woken.state).toMatchObject({ status: 'exhausted', snoozedUntilAt: null, nextAt: null });
});

test('the holder changes and ends the snooze; the page is then acknowledged for the whole timeout', () => {
  const longer = accepted(snooze(asleep.state, 'lin', 120, at(20))).state;
  expect(longer).toMatchObject({ snoozedUntilAt: at(140), nextAt: at(140) });
  const ended = accepted(snooze(longer, 'lin', null, at(30)));
  expect(ended.state).toMatchObject({ status: 'acknowledged', snoozedUntilAt: null, nextAt: at(60) });
  expect(changes(ended)).toEqual(['snooze-ended']);
  expect(changes(tick(ended.state, team(), at(60)))).toEqual(['timed-out', 'notified']);
  expect(accepted(snooze(ended.state, 'lin', null, at(31))).state).toBe(ended.state);
  const patient = { ...asleep.state, acknowledgeTimeoutMinutes: 0 };
  expect(accepted(snooze(patient, 'lin', null, at(30))).state.nextAt).toBeNull();
});

test.each<readonly [string, Page, string]>([
  ['somebody else', taken, 'ada'],
  ['somebody whom it asks', atSecond, 'lin'],
  [
    'the person of a drill',
    { ...taken, subject: { kind: 'drill', to: { channel: 'push', target: 'd' } } },
    'lin',
  ],
])('a page can’t be snoozed by %s', (_, page, by) => {
  expect(snooze(page, by, 30, at(10))).toMatchObject({ error: { code: 'forbidden' } });
});

describe('the snooze is over when the page', () => {
  const people = team();
  const by = (userId: string) => ({ by: userId, now: at(20), people });
  test.each<readonly [string, () => PageOutcome]>([
    ['is handed over', () => changePage(asleep.state, { kind: 'hand-over', to: 'sam' }, by('lin'))],
    ['is given back', () => changePage(asleep.state, { kind: 'hand-back' }, by('lin'))],
    ['is declined', () => changePage(asleep.state, { kind: 'decline', reason: '' }, by('lin'))],
    [
      'is escalated',
      () =>
        changePage(
          asleep.state,
          { kind: 'escalate', reason: '', expected: expectationOf(asleep.state) },
          by('owen'),
        ),
    ],
    ['is paged again', () => changePage(asleep.state, { kind: 'repage' }, by('owen'))],
    ['is over', () => changePage(asleep.state, { kind: 'cancel', reason: '' }, by('owen'))],
    [
      'asks another in place of who left',
      () => replaceRecipient(asleep.state, { from: 'lin', to: 'sam' }, by('owen')),
    ],
    ['moves on from who left', () => replaceRecipient(asleep.state, { from: 'lin', to: null }, by('owen'))],
  ])('%s', (_, change) => {
    const { state } = accepted(change());
    expect(state.status).not.toBe('acknowledged');
    expect(state.snoozedUntilAt).toBeNull();
    const later = tick(state, people, at(70));
    expect(changes(later)).not.toContain('snooze-ended');
  });
});
