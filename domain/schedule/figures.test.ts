import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { day } from '../constants.ts';
import { changesByPerson, shiftChanges, total } from './comparison.ts';
import { conflictsBetween } from './conflicts.ts';
import { loads } from './load.ts';
import { onCallAt, type Shift, shiftsBetween } from './rota.ts';
import type { Layer, Override, Schedule } from './schema.ts';

const hour = 3_600_000;
const from = Date.UTC(2026, 2, 2, 8);
const base = { teamId: 't', createdAt: 1, createdBy: 'ada', revision: 1 };
const layer = (more: Partial<Layer> = {}): Layer => ({
  name: 'Primary',
  people: ['ada', 'lin'],
  startsAt: from,
  unit: 'week',
  every: 1,
  restrictions: [],
  ...more,
});
const schedule = (layers: Layer[], id = 's'): Schedule => ({
  ...base,
  id,
  name: id,
  timezone: 'Europe/Berlin',
  layers,
});
const shift = (userId: string | null, begin: string, end: string): Shift => ({
  userId,
  startsAt: Date.parse(begin),
  endsAt: Date.parse(end),
});

/** Shifts without holes: each ends where the next begins. */
const shiftsArbitrary = fc
  .array(fc.tuple(fc.constantFrom('ada', 'lin', 'sam', null), fc.integer({ min: 1, max: 30 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => {
    const found: Shift[] = [];
    let at = from;
    for (const [userId, hours] of parts) {
      found.push({ userId, startsAt: at, endsAt: at + hours * hour });
      at += hours * hour;
    }
    // A gap to the end, so that all have the same span.
    return [...found, { userId: null, startsAt: at, endsAt: from + 300 * hour }];
  });
const holderOf = (shifts: readonly Shift[], at: number) =>
  shifts.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)?.userId ?? null;

test('a changed hour is listed once, with the previous and the new holder', () => {
  assertProperty(
    fc.property(shiftsArbitrary, shiftsArbitrary, (before, after) => {
      const changes = shiftChanges(before, after);
      for (let at = from; at < from + 300 * hour; at += hour) {
        const found = changes.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
        const [was, is] = [holderOf(before, at), holderOf(after, at)];
        expect(found.map((one) => [one.before, one.after])).toEqual(was === is ? [] : [[was, is]]);
      }
    }),
    { numRuns: 60 },
  );
});

test('the sum of all gains equals the sum of all losses and of unassigned time', () => {
  assertProperty(
    fc.property(shiftsArbitrary, shiftsArbitrary, (before, after) => {
      const changes = shiftChanges(before, after);
      const nobody = (key: 'before' | 'after') => total(changes.filter((one) => one[key] === null));
      const sum = changesByPerson(changes).reduce((all, { difference }) => all + difference, 0);
      expect(sum).toBe(nobody('before') - nobody('after'));
      for (const { userId, difference } of changesByPerson(changes)) {
        const own = (shifts: readonly Shift[]) => total(shifts.filter((one) => one.userId === userId));
        expect(difference).toBe(own(after) - own(before));
      }
    }),
    { numRuns: 60 },
  );
});

test('people are sorted by the size of their change', () => {
  const before = shiftsBetween(schedule([layer()]), [], from, from + 14 * day);
  const after = shiftsBetween(schedule([layer({ people: ['ada', 'sam'] })]), [], from, from + 14 * day);
  expect(changesByPerson(shiftChanges(before, after))).toEqual([
    { userId: 'lin', gains: [], loses: [expect.objectContaining({ after: 'sam' })], difference: -7 * day },
    { userId: 'sam', gains: [expect.objectContaining({ before: 'lin' })], loses: [], difference: 7 * day },
  ]);
});

test('a conflict is a time at which a person is on call in two schedules', () => {
  const one = schedule([layer()], 'one');
  const other = schedule([layer({ people: ['sam'] })], 'other');
  const swap: Override = {
    ...base,
    id: 'o',
    scheduleId: 'other',
    startsAt: from + day,
    endsAt: from + 9 * day,
    userId: 'lin',
    insteadOf: null,
  };
  expect(conflictsBetween([one, other], [swap], from, from + 14 * day)).toEqual([
    { userId: 'lin', scheduleIds: ['one', 'other'], startsAt: from + 7 * day, endsAt: from + 9 * day },
  ]);
  expect(conflictsBetween([one, other], [], from, from + 14 * day)).toEqual([]);
});

test('conflicts are exactly the instants at which two schedules ask the same person', () => {
  const people = fc.subarray(['ada', 'lin', 'sam'], { minLength: 1 });
  const turns = fc.record({ people, every: fc.integer({ min: 1, max: 20 }) });
  assertProperty(
    fc.property(fc.array(turns, { minLength: 2, maxLength: 3 }), fc.nat(120), (all, after) => {
      const schedules = all.map((one, index) => schedule([layer({ ...one, unit: 'hour' })], `s${index}`));
      const conflicts = conflictsBetween(schedules, [], from, from + 5 * day);
      const at = from + after * hour;
      const asked = schedules.flatMap((one) => onCallAt(one, [], at) ?? []);
      const twice = [...new Set(asked.filter((id, index) => asked.indexOf(id) < index))];
      const told = conflicts.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
      expect(told.map(({ userId }) => userId).toSorted()).toEqual(
        at < from + 5 * day ? twice.toSorted() : [],
      );
    }),
    { numRuns: 60 },
  );
});

test('nights and weekends are counted on the person’s own wall clock', () => {
  // A whole Saturday in Berlin, from midnight to midnight.
  const saturday = [shift('ada', '2026-03-06T23:00:00Z', '2026-03-07T23:00:00Z')];
  expect(loads(saturday, () => 'Europe/Berlin')).toEqual([
    { userId: 'ada', time: 24 * hour, nightTime: 9 * hour, nights: 2, weekendTime: 24 * hour, weekends: 1 },
  ]);
  // The same hours in Auckland are noon to noon.
  expect(loads(saturday, () => 'Pacific/Auckland')).toEqual([
    { userId: 'ada', time: 24 * hour, nightTime: 9 * hour, nights: 1, weekendTime: 24 * hour, weekends: 1 },
  ]);
});

test('a night of a clock change has an hour less, and Saturday with Sunday is a single weekend', () => {
  const weekend = [shift('ada', '2026-03-27T23:00:00Z', '2026-03-29T22:00:00Z')];
  expect(loads(weekend, () => 'Europe/Berlin')).toEqual([
    {
      userId: 'ada',
      time: 47 * hour,
      nightTime: (7 + 8 + 2) * hour,
      nights: 3,
      weekendTime: 47 * hour,
      weekends: 1,
    },
  ]);
});

test('the times of all people add up to the span, for any cuts', () => {
  const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC');
  assertProperty(
    fc.property(shiftsArbitrary, zone, (shifts, timezone) => {
      const all = loads(shifts, () => timezone);
      const sum = (key: 'time' | 'nightTime' | 'weekendTime') => all.reduce((so, one) => so + one[key], 0);
      const span = { userId: 'all', startsAt: from, endsAt: from + 300 * hour };
      const [whole] = loads([span], () => timezone);
      const idle = shifts.flatMap((one) => (one.userId === null ? [{ ...one, userId: 'nobody' }] : []));
      const [free] = loads(idle, () => timezone);
      for (const key of ['time', 'nightTime', 'weekendTime'] as const)
        expect(sum(key)).toBe((whole?.[key] ?? 0) - (free?.[key] ?? 0));
    }),
    { numRuns: 60 },
  );
});
