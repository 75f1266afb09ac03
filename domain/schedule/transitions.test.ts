import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { day, limits } from '../constants.ts';
import { lanesBetween } from './lanes.ts';
import {
  createOverride,
  handOverOverride,
  moveOverride,
  overrideAction,
  removeOverride,
} from './overrides.ts';
import { changesPerWeek } from './changes.ts';
import { isOnCallThroughout, isOnCallWithin, nextHandOver, onCallAt, shiftsBetween } from './rota.ts';
import { type Layer, type Override, type Schedule, scheduleSchema } from './schema.ts';
import { layersOf, scheduleRemovalFailure, replacePerson, saveSchedule, unpageable } from './transitions.ts';
import { versionAt } from './versions.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3_600_000;
const layer = (people: string[], more: Partial<Layer> = {}): Layer => ({
  name: 'Weekly',
  people,
  startsAt: now - 100 * day,
  unit: 'day',
  every: 1,
  restrictions: [],
  shadow: false,
  ...more,
});
const content = (layers: Layer[] = [layer(['ada', 'lin'])], timezone = 'UTC') => ({
  id: 's',
  teamId: 't',
  name: 'Primary',
  timezone,
  layers,
});
const by = (at: number) => ({ by: 'jonas', now: at });

function saved(before: Schedule | null, layers: Layer[], takesEffectAt: number | null, at = now): Schedule {
  const change = saveSchedule(before, content(layers), takesEffectAt, by(at));
  if (!change.ok) throw new Error(change.error.message);
  return change.state;
}
const shiftsOf = (schedule: Schedule, from: number, to: number) =>
  shiftsBetween(schedule, [], from, to).map(({ userId, startsAt }) => [userId, startsAt]);

describe('dated versions', () => {
  const first = saved(null, [layer(['ada', 'lin'])], null, now - 50 * day);

  test('a new schedule holds from the beginning', () => {
    expect(first).toEqual({
      ...content(),
      versions: [],
      createdAt: now - 50 * day,
      createdBy: 'jonas',
      revision: 1,
    });
    expect(onCallAt(first, [], now - 99 * day)).toBe('lin');
  });

  test('a change takes effect at its time; before it everything stays as it was', () => {
    const at = now + 3 * day + 2 * hour;
    const second = saved(first, [layer(['sam'])], at);
    expect(second.revision).toBe(2);
    expect(shiftsOf(second, now - 10 * day, at)).toEqual(shiftsOf(first, now - 10 * day, at));
    expect(onCallAt(second, [], at - 1)).not.toBe('sam');
    expect(onCallAt(second, [], at)).toBe('sam');
  });

  test('a change in the past takes effect at once', () => {
    const second = saved(first, [layer(['sam'])], now - 5 * day);
    expect(versionAt(second, now - 1).layers[0]?.people).toEqual(['ada', 'lin']);
    expect(versionAt(second, now).layers[0]?.people).toEqual(['sam']);
  });

  test('a change replaces those that were to follow, and none is added by what holds already', () => {
    const planned = saved(first, [layer(['sam'])], now + 5 * day);
    expect(planned.versions).toHaveLength(1);
    const sooner = saved(planned, [layer(['kim'])], now + 2 * day);
    expect(sooner.versions?.map(({ takesEffectAt }) => takesEffectAt)).toEqual([now + 2 * day]);
    const undone = saved(planned, [layer(['ada', 'lin'])], null);
    expect(undone.versions).toEqual([]);
    const renamed = saveSchedule(first, { ...content(), name: 'Second line' }, null, by(now));
    expect(renamed).toMatchObject({ ok: true, state: { name: 'Second line', versions: [] } });
  });

  test('two changes at one instant are one', () => {
    const at = now + 2 * day;
    const twice = saved(saved(first, [layer(['sam'])], at), [layer(['kim'])], at);
    expect(twice.versions).toMatchObject([{ takesEffectAt: at, layers: [{ people: ['kim'] }] }]);
    const now2 = replacePerson(saved(first, [layer(['sam'])], null), { from: 'sam', to: 'lin' }, by(now));
    expect(now2.state.versions).toMatchObject([{ takesEffectAt: now, layers: [{ people: ['lin'] }] }]);
  });

  test('the zone of a version is its own', () => {
    const office = { restrictions: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '17:00' }] };
    const utc = saved(null, [layer(['ada'], office)], null, now - day);
    const moved = saveSchedule(utc, content([layer(['ada'], office)], 'Asia/Tokyo'), now + 10 * day, by(now));
    const schedule = moved.ok ? moved.state : utc;
    const noon = (days: number) => onCallAt(schedule, [], now + days * day + 3 * hour);
    expect([noon(9), noon(11)]).toEqual(['ada', null]);
  });

  test(`the oldest of more than ${limits.versions} goes, and the newest ones still hold`, () => {
    let schedule = first;
    for (let index = 0; index < limits.versions + 5; index += 1)
      schedule = saved(schedule, [layer([`p${index}`])], null, now + index * day);
    expect(schedule.versions).toHaveLength(limits.versions);
    expect(onCallAt(schedule, [], now + 6 * day)).toBe('p6');
    expect(onCallAt(schedule, [], now + 100 * day)).toBe(`p${limits.versions + 4}`);
    // Times before the oldest that is left read as that one.
    expect(onCallAt(schedule, [], now - day)).toBe('p4');
  });

  test('for any saves at any times, the past of each save is the past before it', () => {
    const people = fc.subarray(['ada', 'lin', 'sam', 'kim'], { minLength: 1 });
    const step = fc.tuple(
      people,
      fc.integer({ min: 1, max: 20 }),
      fc.option(fc.integer({ min: 0, max: 200 })),
    );
    assertProperty(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        let schedule = first;
        let at = now;
        for (const [names, pause, ahead] of steps) {
          at += pause * hour;
          const next = saved(schedule, [layer(names)], ahead === null ? null : at + ahead * hour, at);
          const from = Math.max(at, at + (ahead ?? 0) * hour);
          expect(shiftsOf(next, now - day, from)).toEqual(shiftsOf(schedule, now - day, from));
          expect(versionAt(next, from).layers[0]?.people).toEqual(names);
          schedule = next;
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('what a schedule takes', () => {
  test('layers have names of their own, and somebody is paged', () => {
    const same = saveSchedule(null, content([layer(['ada']), layer(['lin'])]), null, by(now));
    expect(same).toMatchObject({ ok: false, error: { field: 'layers.1.name' } });
    const shadows = saveSchedule(null, content([layer(['ada'], { shadow: true })]), null, by(now));
    expect(shadows).toMatchObject({ ok: false, error: { field: 'layers' } });
  });

  test('viewers and people who are not in the team are refused, those who are in it already are not', () => {
    const members = [
      { id: 'ada', role: 'owner' as const },
      { id: 'tom', role: 'viewer' as const },
    ];
    expect(unpageable(null, [layer(['ada'])], members, now)).toBeNull();
    expect(unpageable(null, [layer(['ada', 'tom'])], members, now)).toMatchObject({
      error: { field: 'layers.0.people.1', message: expect.stringContaining('viewer') },
    });
    const gone = [layer(['gone'])];
    expect(unpageable(null, gone, members, now)?.error).toMatchObject({ field: 'layers.0.people.0' });
    expect(unpageable(saved(null, gone, null), gone, members, now)).toBeNull();
    const planned = saved(saved(null, [layer(['ada'])], null), gone, now + day);
    expect(unpageable(planned, gone, members, now)).toBeNull();
    expect(unpageable(planned, [layer(['tom'])], members, now)).not.toBeNull();
  });

  test('a schedule that a policy asks is not removed', () => {
    const step = { delayMinutes: 5, mode: 'all', acknowledgedBy: 'any' } as const;
    const policy = (name: string, scheduleId: string) => ({
      name,
      steps: [{ ...step, targets: [{ kind: 'schedule' as const, scheduleId }] }],
    });
    expect(scheduleRemovalFailure([policy('Night', 'other')], 's')).toBeNull();
    expect(scheduleRemovalFailure([policy('Night', 's'), policy('Day', 's')], 's')?.error.message).toBe(
      '“Night” and “Day” ask this schedule. Take it out of the steps first.',
    );
  });
});

test('shadow layers put nobody on call', () => {
  const schedule = saved(null, [layer(['ada']), layer(['kim'], { name: 'New people', shadow: true })], null);
  expect(onCallAt(schedule, [], now)).toBe('ada');
});

test('lanes show each layer by itself, over a change of the versions', () => {
  const night = layer(['sam'], { name: 'Night' });
  const kim = layer(['kim'], { name: 'New people', shadow: true });
  const first = saved(null, [layer(['ada'])], null, now - 50 * day);
  const schedule = saved(first, [kim, layer(['lin']), night], now + day);
  const lane = (userId: string, startsAt: number, endsAt: number) => ({ userId, startsAt, endsAt });
  expect(lanesBetween(schedule, now, now + 2 * day)).toEqual([
    { name: 'Night', shadow: false, shifts: [lane('sam', now + day, now + 2 * day)] },
    {
      name: 'Weekly',
      shadow: false,
      shifts: [lane('ada', now, now + day), lane('lin', now + day, now + 2 * day)],
    },
    { name: 'New people', shadow: true, shifts: [lane('kim', now + day, now + 2 * day)] },
  ]);
  expect(lanesBetween(schedule, now, now + day).map(({ name }) => name)).toEqual(['Weekly']);
});

test('the replacement has exactly the turns of the person, from now on', () => {
  const planned = saved(
    saved(null, [layer(['ada', 'lin', 'ada'])], null),
    [layer(['lin', 'ada'])],
    now + 9 * day,
  );
  const { state } = replacePerson(planned, { from: 'ada', to: 'sam' }, by(now + hour));
  expect(shiftsOf(state, now - 9 * day, now + hour)).toEqual(shiftsOf(planned, now - 9 * day, now + hour));
  const instead = (userId: string | null) => (userId === 'ada' ? 'sam' : userId);
  for (let at = now + hour; at < now + 20 * day; at += 5 * hour)
    expect(onCallAt(state, [], at)).toBe(instead(onCallAt(planned, [], at)));
  expect(layersOf(planned, 'ada', now).map(({ name }) => name)).toEqual(['Weekly']);
  expect(layersOf(state, 'ada', now + hour)).toEqual([]);
});

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

  test('a person takes shifts for themselves; for others an admin does', () => {
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
    layer(['ada', 'lin'], {
      name: `Layer ${index}`,
      unit: 'hour',
      restrictions: Array.from({ length: limits.restrictionsPerLayer }, (__, at) => ({
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        from: `${String(at).padStart(2, '0')}:15`,
        to: `${String(at).padStart(2, '0')}:45`,
      })),
    }),
  );
  const stored: Schedule = { ...saved(null, [layer(['ada', 'lin'])], null), layers: often };

  test('is refused with how often it may', () => {
    const refused = saveSchedule(null, content(often), null, by(now));
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid', field: 'layers' } });
    expect(refused.ok || refused.error.message).toContain(`${limits.changesPerWeek} times`);
  });

  test('and is stored already is still read, renamed and taken apart', () => {
    expect(v.is(scheduleSchema, stored)).toBe(true);
    expect(onCallAt(stored, [], now + 5 * 60_000)).toBe(null);
    const renamed = saveSchedule(stored, { ...content(often), name: 'Nights' }, null, by(now));
    expect(renamed).toMatchObject({ ok: true, state: { name: 'Nights' } });
    expect(saveSchedule(stored, content(often.slice(0, 5)), null, by(now))).toMatchObject({ ok: false });
    expect(saveSchedule(stored, content([layer(['sam'])]), null, by(now))).toMatchObject({ ok: true });
    const replaced = replacePerson(stored, { from: 'ada', to: 'sam' }, by(now));
    expect(replaced.state.versions).toHaveLength(1);
  });

  test('counts turns of several people, and both ends of hours', () => {
    const hours = { weekdays: [1, 2, 3], from: '09:00', to: '17:00' };
    expect(changesPerWeek([layer(['ada'], { unit: 'hour' })])).toBe(0);
    expect(changesPerWeek([layer(['ada', 'lin'], { unit: 'hour', every: 2 })])).toBe(84);
    expect(changesPerWeek([layer(['ada'], { restrictions: [hours] }), layer(['ada', 'lin'])])).toBe(13);
  });
});

describe('a question of the rota', () => {
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
      schedule: { ...saved(null, [layer(['ada'])], null), layers: [layer(people)] },
      looks: () => looks,
    };
  }

  test('stops at its first answer', () => {
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
