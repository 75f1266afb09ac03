import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { day, limits } from '../constants.ts';
import { lanesBetween } from './lanes.ts';
import { onCallAt, shiftsBetween } from './rota.ts';
import { type Schedule } from './schema.ts';
import { layersOf, scheduleRemovalFailure, replacePerson, saveSchedule, unpageable } from './transitions.ts';
import { versionAt } from './versions.ts';
import { testLayer, scheduleContent, savedSchedule, now, by } from './transitions.fixture.ts';

const hour = 3_600_000;

const shiftsOf = (schedule: Schedule, from: number, to: number) =>
  shiftsBetween(schedule, [], from, to).map(({ userId, startsAt }) => [userId, startsAt]);

describe('dated versions of a schedule', () => {
  const first = savedSchedule(null, [testLayer(['ada', 'lin'])], null, now - 50 * day);

  test('start with one from the beginning for a new schedule', () => {
    expect(first).toEqual({
      ...scheduleContent(),
      versions: [],
      createdAt: now - 50 * day,
      createdBy: 'jonas',
      revision: 1,
    });
    expect(onCallAt(first, [], now - 99 * day)).toBe('lin');
  });

  test('take effect at their time and leave the past unchanged', () => {
    const at = now + 3 * day + 2 * hour;
    const second = savedSchedule(first, [testLayer(['sam'])], at);
    expect(second.revision).toBe(2);
    expect(shiftsOf(second, now - 10 * day, at)).toEqual(shiftsOf(first, now - 10 * day, at));
    expect(onCallAt(second, [], at - 1)).not.toBe('sam');
    expect(onCallAt(second, [], at)).toBe('sam');
  });

  test('in the past take effect at once', () => {
    const second = savedSchedule(first, [testLayer(['sam'])], now - 5 * day);
    expect(versionAt(second, now - 1).layers[0]?.people).toEqual(['ada', 'lin']);
    expect(versionAt(second, now).layers[0]?.people).toEqual(['sam']);
  });

  test('replace planned versions, and the current content adds none', () => {
    const planned = savedSchedule(first, [testLayer(['sam'])], now + 5 * day);
    expect(planned.versions).toHaveLength(1);
    const sooner = savedSchedule(planned, [testLayer(['kim'])], now + 2 * day);
    expect(sooner.versions?.map(({ takesEffectAt }) => takesEffectAt)).toEqual([now + 2 * day]);
    const undone = savedSchedule(planned, [testLayer(['ada', 'lin'])], null);
    expect(undone.versions).toEqual([]);
    const renamed = saveSchedule(first, { ...scheduleContent(), name: 'Second line' }, null, by(now));
    expect(renamed).toMatchObject({ ok: true, state: { name: 'Second line', versions: [] } });
  });

  test('at one instant are merged into one', () => {
    const at = now + 2 * day;
    const twice = savedSchedule(savedSchedule(first, [testLayer(['sam'])], at), [testLayer(['kim'])], at);
    expect(twice.versions).toMatchObject([{ takesEffectAt: at, layers: [{ people: ['kim'] }] }]);
    const now2 = replacePerson(
      savedSchedule(first, [testLayer(['sam'])], null),
      { from: 'sam', to: 'lin' },
      by(now),
    );
    expect(now2.state.versions).toMatchObject([{ takesEffectAt: now, layers: [{ people: ['lin'] }] }]);
  });

  test('have a time zone of their own', () => {
    const office = { restrictions: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '17:00' }] };
    const utc = savedSchedule(null, [testLayer(['ada'], office)], null, now - day);
    const moved = saveSchedule(
      utc,
      scheduleContent([testLayer(['ada'], office)], 'Asia/Tokyo'),
      now + 10 * day,
      by(now),
    );
    const schedule = moved.ok ? moved.state : utc;
    const noon = (days: number) => onCallAt(schedule, [], now + days * day + 3 * hour);
    expect([noon(9), noon(11)]).toEqual(['ada', null]);
  });

  test(`the oldest of more than ${limits.versions} goes, and the newest ones still hold`, () => {
    let schedule = first;
    for (let index = 0; index < limits.versions + 5; index += 1)
      schedule = savedSchedule(schedule, [testLayer([`p${index}`])], null, now + index * day);
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
          const next = savedSchedule(
            schedule,
            [testLayer(names)],
            ahead === null ? null : at + ahead * hour,
            at,
          );
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

describe('the content of a schedule', () => {
  test('needs distinct layer names and at least one paged layer', () => {
    const same = saveSchedule(null, scheduleContent([testLayer(['ada']), testLayer(['lin'])]), null, by(now));
    expect(same).toMatchObject({ ok: false, error: { field: 'layers.1.name' } });
    const shadows = saveSchedule(
      null,
      scheduleContent([testLayer(['ada'], { shadow: true })]),
      null,
      by(now),
    );
    expect(shadows).toMatchObject({ ok: false, error: { field: 'layers' } });
  });

  test('rejects viewers and non-members, except those already in the schedule', () => {
    const members = [
      { id: 'ada', role: 'owner' as const },
      { id: 'tom', role: 'viewer' as const },
    ];
    expect(unpageable(null, [testLayer(['ada'])], members, now)).toBeNull();
    expect(unpageable(null, [testLayer(['ada', 'tom'])], members, now)).toMatchObject({
      error: { field: 'layers.0.people.1', message: expect.stringContaining('viewer') },
    });
    const gone = [testLayer(['gone'])];
    expect(unpageable(null, gone, members, now)?.error).toMatchObject({ field: 'layers.0.people.0' });
    expect(unpageable(savedSchedule(null, gone, null), gone, members, now)).toBeNull();
    const planned = savedSchedule(savedSchedule(null, [testLayer(['ada'])], null), gone, now + day);
    expect(unpageable(planned, gone, members, now)).toBeNull();
    expect(unpageable(planned, [testLayer(['tom'])], members, now)).not.toBeNull();
  });

  test('a schedule that a policy asks can’t be removed', () => {
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

test('shadow layers put no one on call', () => {
  const schedule = savedSchedule(
    null,
    [testLayer(['ada']), testLayer(['kim'], { name: 'New people', shadow: true })],
    null,
  );
  expect(onCallAt(schedule, [], now)).toBe('ada');
});

test('lanes show each layer separately, over a change of versions', () => {
  const night = testLayer(['sam'], { name: 'Night' });
  const kim = testLayer(['kim'], { name: 'New people', shadow: true });
  const first = savedSchedule(null, [testLayer(['ada'])], null, now - 50 * day);
  const schedule = savedSchedule(first, [kim, testLayer(['lin']), night], now + day);
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

test('the replacement has exactly the turns of the person from now on', () => {
  const planned = savedSchedule(
    savedSchedule(null, [testLayer(['ada', 'lin', 'ada'])], null),
    [testLayer(['lin', 'ada'])],
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
