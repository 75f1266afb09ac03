/** A page that is due while maintenance holds what it is about. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { begin, minutes, policyOf, start, step, team } from './page.fixture.ts';
import { putOff } from './put-off.ts';
import { changePage } from './transitions.ts';
import { isDue, tick } from './engine.ts';

function acknowledged(acknowledgeTimeoutMinutes: number, snooze: number | null) {
  const page = begin(policyOf([step(['ada']), step(['lin'])]), team(), { acknowledgeTimeoutMinutes }).state;
  const context = { by: 'ada', now: start + 1, people: team() };
  const held = changePage(page, { kind: 'acknowledge' }, context);
  if (!held.ok) throw new Error(held.error.code);
  if (snooze === null) return held.state;
  const snoozed = changePage(held.state, { kind: 'snooze', minutes: snooze }, context);
  if (!snoozed.ok) throw new Error(snoozed.error.code);
  return snoozed.state;
}

test('a page under maintenance stays with its holder, asks no one, and is due after the maintenance', () => {
  assertProperty(
    fc.property(
      fc.integer({ min: 0, max: 120 }),
      fc.option(fc.integer({ min: 5, max: 60 })),
      fc.nat(1_000),
      (timeout, snooze, late) => {
        const before = acknowledged(timeout, snooze);
        if (before.nextAt === null) return;
        const now = before.nextAt + late;
        const { state, effects, events } = putOff(before, now);
        expect([effects, events]).toEqual([[], []]);
        const { nextAt: _, snoozedUntilAt: __, revision: ___, ...kept } = state;
        expect(before).toMatchObject(kept);
        expect(isDue(state, now)).toBe(false);
        expect(state.snoozedUntilAt).toBe(snooze === null ? null : state.nextAt);
        const later = tick(state, team(), now + minutes(200));
        expect(later.state.status).not.toBe('acknowledged');
      },
    ),
  );
});

test('a page without a holder is not put off', () => {
  const { state } = begin(policyOf([step(['ada']), step(['lin'])]));
  expect(putOff(state, start + minutes(5)).state).toBe(state);
});
