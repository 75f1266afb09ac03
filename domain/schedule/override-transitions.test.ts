/** Overrides, schedules with many changes, and questions about a rota. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { day, limits } from '../constants.ts';
import {
  createOverride,
  handOverOverride,
  moveOverride,
  overrideAction,
  removeOverride,
} from './overrides.ts';
import { changesPerWeek } from './changes.ts';
import { isOnCallThroughout, isOnCallWithin, nextHandOver, onCallAt } from './rota.ts';
import { type Override, type Schedule, scheduleSchema } from './schema.ts';
import { replacePerson, saveSchedule } from './transitions.ts';
import { testLayer, scheduleContent, savedSchedule, now, by } from './transitions.fixture.ts';

const hour = 3_600_000;

describe('overrides', () => {
  const asked = {
    id: 'o',
    teamId: 't',
    scheduleId: 's',
    startsAt: now + hour,
    endsAt: now + 5 * hour,
    userId: 'lin',
    insteadOf: 'ada',
  };
  const made: Override = { ...asked, createdAt: now, createdBy: 'lin', revision: 1 };

  test('a member takes shifts for themselves; an admin assigns shifts to others', () => {
    expect([overrideAction(asked, 'lin'), overrideAction(asked, 'ada')]).toEqual([
      'ownOverride',
      'coverForOthers',
    ]);
  });

  test('an override begins now at the earliest, and an ended one is rejected', () => {
    expect(createOverride(asked, { by: 'lin', now })).toMatchObject({ ok: true, state: made });
    const late = createOverride(asked, { by: 'lin', now: now + 2 * hour });
    expect(late).toMatchObject({ ok: true, state: { startsAt: now + 2 * hour } });
    expect(createOverride(asked, { by: 'lin', now: now + 5 * hour })).toMatchObject({
      ok: false,
      error: { field: 'endsAt' },
    });
    expect(createOverride({ ...asked, insteadOf: 'lin' }, { by: 'lin', now })).toMatchObject({
      ok: false,
      error: { field: 'insteadOf' },
    });
  });

  test('a future override is removed, a running one ends now, and a past one stays', () => {
    expect(removeOverride(made, by(now))).toMatchObject({ ok: true, state: null });
    expect(removeOverride(made, by(now + 2 * hour))).toMatchObject({
      ok: true,
      state: { endsAt: now + 2 * hour, revision: 2 },
    });
    expect(removeOverride(made, by(now + 5 * hour))).toMatchObject({
      ok: false,
      error: { field: 'overrideId' },
    });
  });

  test('a future override is moved, of a running one the end, and a past one stays', () => {
    const later = { startsAt: now + 3 * hour, endsAt: now + 9 * hour };
    expect(moveOverride(made, later, by(now))).toMatchObject({ ok: true, state: { ...later, revision: 2 } });
    expect(moveOverride(made, later, by(now + 2 * hour))).toMatchObject({
      ok: true,
      state: { startsAt: made.startsAt, endsAt: later.endsAt },
    });
    const early = { startsAt: now - hour, endsAt: now + hour };
    expect(moveOverride(made, early, by(now))).toMatchObject({ ok: true, state: { startsAt: now } });
    const over = { startsAt: now - 3 * hour, endsAt: now };
    expect(moveOverride(made, over, by(now))).toMatchObject({ ok: false, error: { field: 'endsAt' } });
    expect(moveOverride(made, later, by(now + 5 * hour))).toMatchObject({
      ok: false,
      error: { field: 'overrideId' },
    });
  });

  test('a future override goes to a successor; of a running one the past part stays', () => {
    const change = { from: 'lin', to: 'sam' };
    expect(handOverOverride(made, change, 'new', by(now))).toEqual({
      ended: null,
      next: { ...made, userId: 'sam', revision: 2 },
    });
    const at = now + 2 * hour;
    expect(handOverOverride(made, change, 'new', by(at))).toEqual({
      ended: { ...made, endsAt: at, revision: 2 },
      next: { ...made, id: 'new', startsAt: at, userId: 'sam' },
    });
  });

  test('an override without a person, or for the stand-in, ends', () => {
    const end = { ended: null, next: null };
    expect(handOverOverride(made, { from: 'lin', to: null }, 'new', by(now))).toEqual(end);
    expect(handOverOverride(made, { from: 'ada', to: null }, 'new', by(now))).toEqual(end);
    expect(handOverOverride(made, { from: 'ada', to: 'lin' }, 'new', by(now))).toEqual(end);
  });
});

describe('a schedule that changes too often', () => {
  const often = Array.from({ length: 10 }, (_, index) =>
    testLayer(['ada', 'lin'], {
      name: `Layer ${index}`,
      unit: 'hour',
      restrictions: Array.from({ length: limits.restrictionsPerLayer }, (__, at) => ({
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        from: `${String(at).padStart(2, '0')}:15`,
        to: `${String(at).padStart(2, '0')}:45`,
      })),
    }),
  );
  const stored: Schedule = { ...savedSchedule(null, [testLayer(['ada', 'lin'])], null), layers: often };

  test('is rejected with the allowed frequency', () => {
    const refused = saveSchedule(null, scheduleContent(often), null, by(now));
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid', field: 'layers' } });
    expect(refused.ok || refused.error.message).toContain(`${limits.changesPerWeek} times`);
  });

  test('and is already stored can be read, renamed and taken apart', () => {
    expect(v.is(scheduleSchema, stored)).toBe(true);
    expect(onCallAt(stored, [], now + 5 * 60_000)).toBe(null);
    const renamed = saveSchedule(stored, { ...scheduleContent(often), name: 'Nights' }, null, by(now));
    expect(renamed).toMatchObject({ ok: true, state: { name: 'Nights' } });
    expect(saveSchedule(stored, scheduleContent(often.slice(0, 5)), null, by(now))).toMatchObject({
      ok: false,
    });
    expect(saveSchedule(stored, scheduleContent([testLayer(['sam'])]), null, by(now))).toMatchObject({
      ok: true,
    });
    const replaced = replacePerson(stored, { from: 'ada', to: 'sam' }, by(now));
    expect(replaced.state.versions).toHaveLength(1);
  });

  test('is counted by turns of several people and both ends of hours', () => {
    const hours = { weekdays: [1, 2, 3], from: '09:00', to: '17:00' };
    expect(changesPerWeek([testLayer(['ada'], { unit: 'hour' })])).toBe(0);
    expect(changesPerWeek([testLayer(['ada', 'lin'], { unit: 'hour', every: 2 })])).toBe(84);
    expect(changesPerWeek([testLayer(['ada'], { restrictions: [hours] }), testLayer(['ada', 'lin'])])).toBe(
      13,
    );
  });
});

describe('a query of the rota', () => {
  /** The people of a layer, which note when they are looked at. */
  function watched() {
    let looks = 0;
    const people = new Proxy(['ada', 'lin'], {
      get(list, name) {
        looks += 1;
        return Reflect.get(list, name) as unknown;
      },
    });
    return {
      schedule: { ...savedSchedule(null, [testLayer(['ada'])], null), layers: [testLayer(people)] },
      looks: () => looks,
    };
  }

  test('stops at its first result', () => {
    const year = 365 * day;
    const one = watched();
    expect(isOnCallThroughout(one.schedule, [], 'ada', now, now + 90 * day)).toBe(false);
    const short = one.looks();
    expect(isOnCallThroughout(one.schedule, [], 'ada', now, now + 5_000 * year)).toBe(false);
    expect(one.looks() - short).toBe(short);
    expect(isOnCallWithin(one.schedule, [], 'ada', now, now + 5_000 * year)).toBe(true);
    expect(nextHandOver(one.schedule, [], now)?.from).toBeDefined();
    expect(one.looks()).toBeLessThan(20 * short);
  });
});
