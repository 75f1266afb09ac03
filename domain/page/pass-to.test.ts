import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import type { PageChanged } from './effects.ts';
import { followedBy, tick } from './engine.ts';
import { begin, changes, minutes, notified, policyOf, start, step, team } from './page.fixture.ts';
import { changePage, type PageOutcome } from './transitions.ts';
import type { Page } from './schema.ts';

const now = start + minutes(2);
function done(outcome: PageOutcome): PageChanged {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
}
const hand = (page: Page, to: string, by = 'ada', at = now) =>
  changePage(page, { kind: 'hand-over', to }, { by, now: at });
const acknowledge = (page: Page, by: string, at = now) =>
  done(changePage(page, { kind: 'acknowledge' }, { by, now: at }));
const begun = begin(policyOf([step(['ada']), step(['lin'])]));

describe('handing a page over', () => {
  test('asks the other member too, for the full time of the step, until one of them answers', () => {
    const handed = done(hand(begun.state, 'sam'));
    expect(handed.state).toMatchObject({
      status: 'notifying',
      waitingFor: ['ada', 'sam'],
      nextAt: now + minutes(5),
    });
    expect(notified(handed)).toEqual(['sam@2']);
    expect(changes(handed)).toEqual(['handed-over']);
    const taken = acknowledge(handed.state, 'sam');
    expect(taken.effects[0]).toEqual({ kind: 'settle', pageId: 'p', userIds: ['ada', 'sam'] });
  });

  test('of an acknowledged page asks the other member alone, then continues the policy', () => {
    const taken = acknowledge(begun.state, 'ada').state;
    const handed = done(hand(taken, 'sam'));
    expect(handed.state).toMatchObject({ waitingFor: ['sam'], acknowledgements: [], endedAt: null });
    expect(notified(tick(handed.state, team(), now + minutes(5)))).toEqual(['lin@7']);
  });

  test('with everyone to answer replaces the giver by the other member', () => {
    const both = begin(policyOf([step(['ada', 'lin'], { acknowledgedBy: 'all' })])).state;
    const handed = done(hand(both, 'sam')).state;
    expect(handed.waitingFor).toEqual(['lin', 'sam']);
    const half = acknowledge(handed, 'sam').state;
    expect(half.status).toBe('notifying');
    expect(acknowledge(half, 'lin').state.status).toBe('acknowledged');
  });

  const over = tick(begun.state, team(), start + minutes(1_000)).state;
  const declined = done(
    changePage(begun.state, { kind: 'decline', reason: '' }, { by: 'ada', now, people: team() }),
  ).state;
  const drill = begin(policyOf([step(['ada'])]), team(), {
    subject: { kind: 'drill', to: { channel: 'push', target: 'd' } },
  }).state;
  test.each([
    ['of a drill', drill, 'sam', 'invalid'],
    ['without a holder any more', over, 'sam', 'no_one_on_call'],
    ['to a member who declined', declined, 'ada', 'invalid'],
    ['to the holder', acknowledge(begun.state, 'ada').state, 'ada', 'already_acknowledged'],
    ['to a member asked already', begun.state, 'ada', 'invalid'],
  ] as const)('is rejected for a page %s', (_, page, to, code) => {
    expect(hand(page, to, 'lin')).toMatchObject({ ok: false, error: { code } });
  });

  test('never loses a page: many ticks and a single one give the same, and the page asks on to its end', () => {
    assertProperty(
      fc.property(fc.nat(20), fc.boolean(), fc.array(fc.nat(30), { maxLength: 8 }), (wait, held, pauses) => {
        const at = start + minutes(wait);
        const before = tick(begun.state, team(), at).state;
        const handed = hand(held ? acknowledge(before, 'ada', at).state : before, 'sam', 'ada', at);
        if (!handed.ok) return;
        const end = start + minutes(10_000);
        const big = followedBy(handed, (page) => tick(page, team(), end));
        let small = handed;
        let until = at;
        for (const pause of pauses) {
          until += minutes(pause);
          small = followedBy(small, (page) => tick(page, team(), until));
        }
        small = followedBy(small, (page) => tick(page, team(), end));
        expect(small.events).toEqual(big.events);
        expect(small.effects).toEqual(big.effects);
        expect(big.state.status).toBe('exhausted');
        expect(notified(big)).toEqual(expect.arrayContaining([`sam@${wait}`]));
      }),
    );
  });
});
