/** Pages whose people no push reaches. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { tick } from './engine.ts';
import { begin, minutes, notified, policyOf, start, step, team } from './page.fixture.ts';
import { changePage } from './transitions.ts';
import type { Delivery, Page } from './schema.ts';
import { nextWay, recordReached, recordUnreached, unreachedOf } from './unreached.ts';

const people = team();
const unreached = (page: Page, userId: string, now = start + 1) =>
  recordUnreached(page, userId, { now, people });
const asked = (page: Page) => [...page.waitingFor];

describe('a page whose recipients no push reaches', () => {
  const three = begin(policyOf([step(['ada']), step(['ben']), step(['cy'])], 2)).state;

  test('takes the next step at once, with the reason', () => {
    const moved = unreached(three, 'ada');
    expect(moved.state).toMatchObject({
      step: 1,
      loop: 0,
      waitingFor: ['ben'],
      nextAt: start + 1 + minutes(5),
    });
    expect(moved.events.map(({ entry }) => entry)).toMatchObject([
      { change: 'unreached', userIds: ['ada'] },
      { change: 'notified', userIds: ['ben'] },
    ]);
    expect(notified(moved)).toHaveLength(1);
  });

  test('waits while another recipient of the step may be reached', () => {
    const both = begin(policyOf([step(['ada', 'ben']), step(['cy'])])).state;
    const one = unreached(both, 'ada');
    expect(one.state).toMatchObject({ step: 0, waitingFor: ['ada', 'ben'], nextAt: both.nextAt });
    expect(one.events).toEqual([]);
    expect(asked(unreached(one.state, 'ben').state)).toEqual(['cy']);
    expect(unreached(one.state, 'ada').state).toBe(one.state);
  });

  test('skips steps that ask the same people again', () => {
    const again = begin(policyOf([step(['ada']), step(['ada']), step(['ada', 'ben'])], 3)).state;
    expect(unreached(again, 'ada').state).toMatchObject({ step: 2, loop: 0, waitingFor: ['ada', 'ben'] });
    const alone = begin(policyOf([step(['ada'])], 9)).state;
    expect(unreached(alone, 'ada').state).toMatchObject({ phase: 'fallback', waitingFor: ['fay'] });
  });

  test('returns to its recipients and waits for all of them without anyone else left, with its plan unused', () => {
    let page = three;
    for (const userId of ['ada', 'ben', 'cy', 'fay']) page = unreached(page, userId).state;
    expect(page).toMatchObject({ phase: 'owners', waitingFor: ['owen'] });
    const back = unreached(page, 'owen', start + 2);
    expect(back.state).toMatchObject({
      ...{ status: 'notifying', phase: 'policy', step: 0, loop: 0, steppedFrom: null },
      nextAt: start + 2 + minutes(5),
    });
    expect(asked(back.state).toSorted()).toEqual(['ada', 'ben', 'cy', 'fay', 'owen']);
    expect(back.effects).toEqual([]);
    expect(unreached(back.state, 'ada', start + 3).state).toBe(back.state);
    // Time goes on with the next step, as ever.
    const later = tick(back.state, people, start + 2 + minutes(5)).state;
    expect(later).toMatchObject({ step: 1, loop: 0, waitingFor: ['ben'] });
  });

  test('that needs all answers returns to the unreached recipients alone', () => {
    const all = begin(policyOf([step(['ada', 'ben'], { acknowledgedBy: 'all' })]), team([], ['owen'])).state;
    let page = all;
    for (const userId of ['ada', 'ben', 'owen'])
      page = recordUnreached(page, userId, { now: start + 1, people: team([], ['owen']) }).state;
    expect(page).toMatchObject({ phase: 'policy', step: 0, waitingFor: ['ada', 'ben'] });
  });

  test('asks an unreached person again, and records that a push reaches them now', () => {
    const moved = unreached(three, 'ada').state;
    expect([...unreachedOf(moved)]).toEqual(['ada']);
    expect([...unreachedOf(recordReached(moved, 'ada', start + 2).state)]).toEqual([]);
    expect(recordReached(moved, 'ben', start + 2).state).toBe(moved);
    // The next round: nothing is known of a new notification.
    const round = tick(moved, people, start + 1 + minutes(10)).state;
    expect(round).toMatchObject({ step: 0, loop: 1, waitingFor: ['ada'] });
    expect([...unreachedOf(round)]).toEqual([]);
  });

  test('stays unchanged after being answered or ended, or while asking other recipients', () => {
    const taken = changePage(three, { kind: 'acknowledge' }, { by: 'ada', now: start + 1 });
    const over = changePage(three, { kind: 'cancel', reason: '' }, { by: 'ada', now: start + 1 });
    if (!taken.ok || !over.ok) throw new Error('Both commands are legal.');
    for (const { state } of [taken, over]) expect(unreached(state, 'ada').state).toBe(state);
    expect(unreached(three, 'ben').state).toBe(three);
  });

  test('of a drill stays with its recipients', () => {
    const drill = begin(policyOf([step(['ada'])]), people, {
      subject: { kind: 'drill', to: { channel: 'push', target: 'phone' } },
    }).state;
    expect(unreached(drill, 'ada').state).toMatchObject({ phase: 'policy', step: 0, waitingFor: ['ada'] });
  });
});

test('a page with unreachable recipients keeps asking, notifies no one twice at once, and ends no earlier than its plan', () => {
  const names = ['ada', 'ben', 'cy', 'fay', 'owen'];
  assertProperty(
    fc.property(
      fc.array(fc.subarray(names.slice(0, 3), { minLength: 1 }), { minLength: 1, maxLength: 4 }),
      fc.nat(2),
      fc.array(fc.constantFrom(...names), { maxLength: 40 }),
      (steps, repeat, failing) => {
        const plan = policyOf(
          steps.map((userIds) => step(userIds)),
          repeat,
        );
        let page = begin(plan).state;
        for (const [index, userId] of failing.entries()) {
          const moved = unreached(page, userId, start + index);
          expect(moved.state.status).toBe('notifying');
          expect(new Set(moved.state.waitingFor).size).toBe(moved.state.waitingFor.length);
          expect(moved.state.nextAt).toBeGreaterThanOrEqual(page.nextAt ?? 0);
          page = moved.state;
        }
      },
    ),
  );
});

describe('the next way to reach a person', () => {
  const delivery = (more: Partial<Delivery>): Delivery => ({
    ...{ id: 'd', teamId: 't', createdAt: 1, createdBy: 'system', revision: 1, pageId: 'p', userId: 'ada' },
    ...{
      to: { channel: 'push' as const, target: 'phone' },
      status: 'queued',
      queuedAt: 1,
      acceptedAt: null,
      shownAt: null,
      openedAt: null,
    },
    ...{ failedAt: null, failure: null },
    ...more,
  });
  const failing = delivery({ failedAttempts: 1 });
  const later = (dueAt: number, held: 'delay' | 'quiet-hours' = 'delay') =>
    delivery({ status: 'waiting', dueAt, held });

  test.each([
    ['a push that was not tried yet', delivery({})],
    ['a push that was taken', delivery({ status: 'accepted' })],
    ['an open page that has shown it', delivery({ status: 'shown', failedAttempts: 2 })],
    ['an open screen, of a person without a device', delivery({ to: null })],
  ])('is open by %s', (_, one) => {
    expect(nextWay([failing, one, later(9)])).toEqual({ kind: 'open' });
  });

  test('is the devices notified next, without those held by quiet hours', () => {
    const [five, also, ten] = [later(5), { ...later(5), id: 'e' }, later(10)];
    expect(nextWay([failing, ten, five, also, later(1, 'quiet-hours')])).toEqual({
      kind: 'later',
      deliveries: [five, also],
    });
  });

  test('is none where every device fails, is rejected or is left out', () => {
    for (const other of [
      failing,
      delivery({ status: 'failed' }),
      delivery({ status: 'dropped' }),
      later(1, 'quiet-hours'),
    ])
      expect(nextWay([failing, other])).toEqual({ kind: 'none' });
  });
});
