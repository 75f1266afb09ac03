import { describe, expect, test } from 'vitest';
import { tick } from '../page/engine.ts';
import { begin, minutes, policyOf, start, step, team } from '../page/page.fixture.ts';
import type { Page } from '../page/schema.ts';
import { changePage } from '../page/transitions.ts';
import { replayPage } from './page-replay.ts';
import { replayText, replayWords } from './replay-labels.ts';
import type { FrozenPolicy } from './schema.ts';

const now = start + minutes(600);

/** A page that asked ada at once, lin after 5 minutes, and was acknowledged after 12. */
function answered(policy = policyOf([step(['ada']), step(['lin'], { delayMinutes: 30 })])): Page {
  const asking = tick(begin(policy).state, team(), start + minutes(12)).state;
  return take(asking, 'lin', 12);
}

function take(page: Page, by: string, after: number): Page {
  const outcome = changePage(page, { kind: 'acknowledge' }, { by, now: start + minutes(after) });
  if (!outcome.ok) throw new Error(outcome.error.code);
  return outcome.state;
}

const told = (page: Page, policy: FrozenPolicy) =>
  replayPage(page, policy, team(), now).people.map(
    (one) => `${one.userId} ${replayWords[one.change]}: ${replayText(one)}`,
  );

describe('the replay of an answered page', () => {
  test('is identical under its own policy', () => {
    const page = answered();
    expect(told(page, page.policy)).toEqual([
      'ada Same: at once, then and with this policy',
      'lin Same: after 5 min, then and with this policy',
    ]);
    expect(replayPage(page, page.policy, team(), now)).toMatchObject({ beganAt: start, lasted: 12 });
  });

  test('lists gained and lost recipients', () => {
    expect(told(answered(), policyOf([step(['ada', 'sam'], { delayMinutes: 60 })]))).toEqual([
      'ada Same: at once, then and with this policy',
      'sam Gained: not paged then, at once with this policy',
      'lin Lost: after 5 min then, not paged with this policy',
    ]);
  });

  test('lists recipients asked earlier and later', () => {
    const policy = policyOf([step(['lin'], { delayMinutes: 10 }), step(['ada'], { delayMinutes: 60 })]);
    expect(told(answered(), policy)).toEqual([
      'ada Later: at once then, after 10 min with this policy',
      'lin Earlier: after 5 min then, at once with this policy',
    ]);
  });

  test('asks no one after the time of the answer', () => {
    const late = policyOf([step(['ada'], { delayMinutes: 12 }), step(['sam'])]);
    expect(told(answered(), late).some((line) => line.startsWith('sam'))).toBe(false);
    const sooner = policyOf([step(['ada'], { delayMinutes: 11 }), step(['sam'])]);
    expect(told(answered(), sooner).some((line) => line.startsWith('sam Gained'))).toBe(true);
  });

  test('ends at the answer, although the page was cancelled later', () => {
    const over = changePage(
      answered(),
      { kind: 'cancel', reason: 'The alert is resolved.' },
      { by: 'system', now: start + minutes(40) },
    );
    if (!over.ok) throw new Error('It can be cancelled.');
    expect(replayPage(over.state, over.state.policy, team(), now).lasted).toBe(12);
    const later = policyOf([step(['ada'], { delayMinutes: 12 }), step(['sam'])]);
    expect(told(over.state, later).some((line) => line.startsWith('sam'))).toBe(false);
  });

  test('ends at the cancellation of an unanswered page', () => {
    const page = begin(policyOf([step(['ada'], { delayMinutes: 60 })])).state;
    const over = changePage(page, { kind: 'cancel', reason: '' }, { by: 'system', now: start + minutes(9) });
    if (!over.ok) throw new Error('It can be cancelled.');
    expect(replayPage(over.state, page.policy, team(), now).lasted).toBe(9);
  });

  test('has the first step of a page that was answered at once', () => {
    const page = take(begin(policyOf([step(['ada'])])).state, 'ada', 0);
    expect(told(page, policyOf([step(['sam'])]))).toEqual([
      'ada Lost: at once then, not paged with this policy',
      'sam Gained: not paged then, at once with this policy',
    ]);
  });
});

test('the replay of a page that waited for the support hours starts at the page’s beginning', () => {
  const policy = policyOf([step(['ada'], { delayMinutes: 60 })]);
  const waiting = begin(policy, team(), { startsAt: start + minutes(90) }).state;
  const page = take(tick(waiting, team(), start + minutes(90)).state, 'ada', 95);
  expect(replayPage(page, policy, team(), now)).toMatchObject({
    beganAt: start + minutes(90),
    lasted: 5,
    people: [{ userId: 'ada', change: 'same', before: 0 }],
  });
});

test('the replay of an asking page ends now', () => {
  const page = begin(policyOf([step(['ada'], { delayMinutes: 60 })])).state;
  const policy = policyOf([step(['ada']), step(['lin'])]);
  const replayed = replayPage(page, policy, team(), start + minutes(6));
  expect(replayed.lasted).toBeNull();
  expect(replayed.people.map(({ userId }) => userId)).toEqual(['ada', 'lin']);
});

test('a manual hand-over is distinguished from the policy’s recipients', () => {
  const page = begin(policyOf([step(['ada'], { delayMinutes: 60 })])).state;
  const handed = changePage(page, { kind: 'hand-over', to: 'sam' }, { by: 'ada', now: start + minutes(2) });
  if (!handed.ok) throw new Error('It can be handed over.');
  expect(told(take(handed.state, 'sam', 3), page.policy)).toEqual([
    'ada Same: at once, then and with this policy',
    'sam By hand: the page was handed to them, after 2 min: a policy does not repeat that',
  ]);
});

test('round robin and conditions in a replay are those of the page', () => {
  const turns = policyOf([step(['ada', 'lin'], { mode: 'round-robin' })]);
  const page = take(begin(turns, team(), { turn: 1, urgency: 'low' }).state, 'lin', 1);
  const onlyHigh = { urgency: 'high' as const, severities: [], hours: null };
  const policy = policyOf([
    step(['sam'], { condition: onlyHigh }),
    step(['ada', 'lin'], { mode: 'round-robin' }),
  ]);
  expect(told(page, policy)).toEqual(['lin Same: at once, then and with this policy']);
});

test('the replay of a policy that hands over names the policy that would ask', () => {
  const page = answered();
  const other = { policyId: 'platform', ...policyOf([step(['sam'])]), name: 'Platform' };
  const policy = { ...policyOf([step(['ada'], { delayMinutes: 7 })]), thenPolicies: [other] };
  expect(told(page, policy)).toEqual([
    'ada Same: at once, then and with this policy',
    'lin Lost: after 5 min then, not paged with this policy',
    'sam Gained: not paged then, after 7 min with this policy, handed over to “Platform”',
  ]);
});
