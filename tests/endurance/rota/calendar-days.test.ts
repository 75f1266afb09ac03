/** Holder of most of each day, its gaps and overrides, compared with the reference: read minute by minute off the wall clock. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateIn, daysByHolder, holderOfDay, rotaDays } from '#domain/schedule/calendar-days.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { assertProperty } from '#tests/property.ts';
import { clockChanges, clockOf, ReferenceRota } from './reference.ts';
import { drawFrom, drawnSchedule } from './schedules.ts';

const minute = 60_000;
const day = 86_400_000;
const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
/** Clocks change at one, two, and at midnight; by an hour and by half of one; and never. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'America/St_Johns',
];
const changesOf = new Map(zones.map((zone) => [zone, clockChanges(zone, from, to)]));
const numberOf = (zone: string, at: number) => Math.floor(clockOf(zone, at) / day);

interface ExpectedDay {
  readonly time: Map<string | null, number>;
  overridden: boolean;
}

/** Expected minutes by person for each day number. Drawn edges are whole minutes. */
function expectedDays(schedule: Schedule, overrides: readonly Override[], first: number, count: number) {
  const zone = schedule.timezone;
  const until = (first + count + 2) * day;
  const all = new ReferenceRota(schedule, overrides, until);
  const layersAlone = new ReferenceRota(schedule, [], until);
  const days = new Map<number, ExpectedDay>();
  for (let at = (first - 1) * day; at < until; at += minute) {
    const number = numberOf(zone, at);
    if (number < first || number >= first + count) continue;
    const one = days.get(number) ?? { time: new Map(), overridden: false };
    const holder = all.onCall(at);
    // The time before the first turn is no gap.
    const counts = holder !== null || at >= firstTurn(schedule);
    if (counts) one.time.set(holder, (one.time.get(holder) ?? 0) + minute);
    one.overridden ||= layersAlone.onCall(at) !== holder;
    days.set(number, one);
  }
  return days;
}

const firstTurn = ({ layers, versions = [] }: Schedule): number =>
  Math.min(
    ...[layers, ...versions.map((one) => one.layers)]
      .flat()
      .flatMap((layer) => (layer.shadow ? [] : layer.startsAt)),
  );

test('days of random schedules around clock changes equal the reference to the minute', () => {
  const seen = { short: 0, gaps: 0, overridden: 0, shared: 0 };
  const compare = (zone: string, seed: number) => {
    const draw = drawFrom(seed);
    const changes = changesOf.get(zone) ?? [];
    const around = changes[draw(changes.length)] ?? Date.UTC(2026, 5, 10);
    const { schedule, overrides } = drawnSchedule(draw, zone, Math.floor(around / minute) * minute);
    const first = numberOf(zone, around) - 1;
    const days = rotaDays(schedule, overrides, { first, count: 3, timezone: zone });
    const expected = expectedDays(schedule, overrides, first, 3);
    expect(days.map(({ date }) => date)).toEqual([...expected.keys()]);
    for (const one of days) {
      const { time, overridden } = expected.get(one.date) ?? { time: new Map(), overridden: false };
      const people = new Map(one.people.map((share) => [share.userId, share.time]));
      expect(people).toEqual(new Map([...time].filter(([userId]) => userId !== null)));
      expect([one.gap, one.overridden]).toEqual([time.get(null) ?? 0, overridden]);
      const holder = holderOfDay(one);
      expect(holder === null ? null : people.get(holder)).toBe(
        people.size === 0 ? null : Math.max(...people.values()),
      );
      if (one.endsAt - one.startsAt !== day) seen.short += 1;
      if (one.gap > 0) seen.gaps += 1;
      if (one.overridden) seen.overridden += 1;
      if (one.people.length > 1) seen.shared += 1;
    }
  };
  assertProperty(fc.property(fc.constantFrom(...zones), fc.nat(), compare), { numRuns: 25 });
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});

const base = { teamId: 't', createdBy: 'ada', createdAt: 0, revision: 1 };
const nightly: Schedule = {
  ...{ ...base, id: 's', name: 'Nightly', timezone: 'Europe/Berlin' },
  layers: [
    {
      ...{ name: 'Day', people: ['ada', 'lin'], unit: 'day', every: 1, shadow: false },
      startsAt: Date.parse('2026-03-26T12:00+01:00'),
      restrictions: [],
    },
  ],
};
const marchDays = (overrides: readonly Override[]) =>
  rotaDays(nightly, overrides, {
    first: dateIn('Europe/Berlin', Date.parse('2026-03-28T12:00Z')),
    count: 3,
    timezone: 'Europe/Berlin',
  });

test('a day of two equal halves belongs to its first holder, and one with a clock change to the holder of the longer half', () => {
  const days = marchDays([]);
  expect(days.map(({ people }) => people)).toEqual([
    [
      { userId: 'lin', time: day / 2 },
      { userId: 'ada', time: day / 2 },
    ],
    // The night that is an hour shorter: 11 hours before noon, 12 after it.
    [
      { userId: 'lin', time: day / 2 },
      { userId: 'ada', time: (11 / 24) * day },
    ],
    [
      { userId: 'lin', time: day / 2 },
      { userId: 'ada', time: day / 2 },
    ],
  ]);
  expect(daysByHolder(days)).toEqual([{ userId: 'lin', days: 3 }]);
});

test('an override without effect marks no day, and one with effect its own days only', () => {
  const override = (more: Partial<Override>): Override => ({
    ...{ ...base, id: 'o', scheduleId: 's', userId: 'lin', insteadOf: null },
    startsAt: Date.parse('2026-03-29T13:00+02:00'),
    endsAt: Date.parse('2026-03-29T15:00+02:00'),
    ...more,
  });
  const marked = (one: Override) => marchDays([one]).map(({ overridden }) => overridden);
  const holder = marchDays([])[1]?.people[0]?.userId;
  expect(holder).toBe('lin');
  expect(marked(override({ userId: 'lin' }))).toEqual([false, false, false]);
  expect(marked(override({ userId: 'sam' }))).toEqual([false, true, false]);
  expect(marked(override({ userId: 'sam', insteadOf: 'ada' }))).toEqual([false, false, false]);
  expect(marked(override({ userId: 'sam', scheduleId: 'other' }))).toEqual([false, false, false]);
});

test('a day skipped by a clock change is left out', () => {
  const apia = Date.UTC(2011, 11, 30) / day;
  const days = rotaDays(nightly, [], { first: apia - 1, count: 3, timezone: 'Pacific/Apia' });
  expect(days.map(({ date }) => date - apia)).toEqual([-1, 1]);
});

test('days before the first turn are not gaps', () => {
  const late = {
    ...nightly,
    layers: nightly.layers.map((layer) => ({ ...layer, startsAt: Date.UTC(2026, 5, 10, 12) })),
  };
  const first = numberOf('UTC', Date.UTC(2026, 5, 8));
  const days = rotaDays({ ...late, versions: [] }, [], { first, count: 2, timezone: 'UTC' });
  expect(days.map(({ early, gap }) => ({ early, gap }))).toEqual([
    { early: true, gap: 0 },
    { early: true, gap: 0 },
  ]);
});
