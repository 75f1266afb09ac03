import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { day } from '../constants.ts';
import type { Layer, Override, WeeklyWindow } from './schema.ts';
import { gapsBetween, layerShiftsBetween, nextHandOver, onCallAt, shiftsBetween } from './rota.ts';

const berlin = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('Europe/Berlin').epochMilliseconds;
const clock = (instant: number, zone = 'Europe/Berlin') =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString();

const layer = (more: Partial<Layer> = {}): Layer => ({
  name: 'Primary',
  people: ['ada', 'lin'],
  startsAt: berlin('2026-03-02T09:00'),
  unit: 'week',
  every: 1,
  restrictions: [],
  ...more,
});
const schedule = (layers: Layer[], timezone = 'Europe/Berlin') => ({ id: 's', timezone, layers });
const override = (from: string, to: string, userId: string, more: Partial<Override> = {}): Override => ({
  id: `o-${from}`,
  teamId: 't',
  createdAt: 1,
  createdBy: 'ada',
  revision: 1,
  scheduleId: 's',
  startsAt: berlin(from),
  endsAt: berlin(to),
  userId,
  insteadOf: null,
  ...more,
});

describe('hand-overs at their wall-clock time', () => {
  test('last weeks, over both clock changes', () => {
    const rota = schedule([layer()]);
    const shifts = shiftsBetween(rota, [], berlin('2026-03-02T09:00'), berlin('2026-11-30T09:00'));
    expect(shifts).toHaveLength(39);
    expect(new Set(shifts.map(({ startsAt }) => clock(startsAt).slice(10)))).toEqual(new Set(['T09:00:00']));
    expect(shifts.slice(0, 3).map(({ userId }) => userId)).toEqual(['ada', 'lin', 'ada']);
    // The clocks went forward on 29 March: that week is an hour short.
    expect(
      shifts.map(({ startsAt, endsAt }) => endsAt - startsAt).filter((length) => length < 7 * day),
    ).toEqual([7 * day - 3_600_000]);
  });

  test('last days and half days', () => {
    const daily = schedule([layer({ unit: 'day' })]);
    expect(onCallAt(daily, [], berlin('2026-03-29T08:59'))).not.toBe(
      onCallAt(daily, [], berlin('2026-03-29T09:00')),
    );
    const halves = schedule([layer({ unit: 'hour', every: 12 })]);
    const shifts = shiftsBetween(halves, [], berlin('2026-03-28T09:00'), berlin('2026-03-31T09:00'));
    expect(shifts.map(({ startsAt }) => clock(startsAt).slice(5))).toEqual([
      '03-28T09:00:00',
      '03-28T21:00:00',
      '03-29T09:00:00',
      '03-29T21:00:00',
      '03-30T09:00:00',
      '03-30T21:00:00',
    ]);
  });

  test('a hand-over in the skipped hour takes place after the clock change', () => {
    const rota = schedule([layer({ startsAt: berlin('2026-03-28T02:30'), unit: 'day' })]);
    const next = nextHandOver(rota, [], berlin('2026-03-28T12:00'));
    expect(next).toEqual({ handsOverAt: berlin('2026-03-29T03:30'), from: 'ada', to: 'lin' });
    expect(clock(nextHandOver(rota, [], berlin('2026-03-29T12:00'))?.handsOverAt ?? 0)).toBe(
      '2026-03-30T02:30:00',
    );
  });

  test('are stable between the skipped reading and its hand-over, and in the repeated hour', () => {
    const spring = schedule([layer({ startsAt: berlin('2026-03-28T02:30'), unit: 'day' })]);
    expect(onCallAt(spring, [], berlin('2026-03-29T03:15'))).toBe('ada');
    expect(onCallAt(spring, [], berlin('2026-03-29T03:30'))).toBe('lin');
    const autumn = schedule([layer({ startsAt: berlin('2026-10-24T02:30'), unit: 'day' })]);
    const handOver = berlin('2026-10-25T02:30');
    expect(onCallAt(autumn, [], handOver - 1)).toBe('ada');
    const later = [0, 45, 75, 600].map((minutes) => onCallAt(autumn, [], handOver + minutes * 60_000));
    expect(later).toEqual(['lin', 'lin', 'lin', 'lin']);
  });

  test('keep their time from a start on the day of a clock change on', () => {
    const rota = schedule([layer({ startsAt: berlin('2026-03-29T09:00'), unit: 'day' })]);
    expect(nextHandOver(rota, [], berlin('2026-03-29T10:00'))?.handsOverAt).toBe(berlin('2026-03-30T09:00'));
  });
});

describe('restrictions of a layer', () => {
  const nights: WeeklyWindow = { weekdays: [1, 2, 3, 4, 5], from: '18:00', to: '08:00' };
  const rota = schedule([layer({ people: ['ada'], restrictions: [nights] })]);

  test('begin on their weekdays and may last into the next day', () => {
    expect(onCallAt(rota, [], berlin('2026-03-06T17:59'))).toBeNull();
    expect(onCallAt(rota, [], berlin('2026-03-06T18:00'))).toBe('ada');
    expect(onCallAt(rota, [], berlin('2026-03-07T07:59'))).toBe('ada');
    expect(onCallAt(rota, [], berlin('2026-03-07T08:00'))).toBeNull();
    expect(onCallAt(rota, [], berlin('2026-03-07T20:00'))).toBeNull();
  });

  test('leave gaps, reported at wall-clock times across a clock change', () => {
    const gaps = gapsBetween(rota, [], berlin('2026-03-27T12:00'), berlin('2026-03-31T12:00'));
    expect(
      gaps.map(({ startsAt, endsAt }) =>
        [clock(startsAt), clock(endsAt)].map((reading) => reading.slice(5, 16)),
      ),
    ).toEqual([
      ['03-27T12:00', '03-27T18:00'],
      ['03-28T08:00', '03-30T18:00'],
      ['03-31T08:00', '03-31T12:00'],
    ]);
  });

  test('of the same start and end time are a whole day', () => {
    const sundays = schedule([
      layer({ people: ['ada'], restrictions: [{ weekdays: [7], from: '00:00', to: '00:00' }] }),
    ]);
    const shifts = shiftsBetween(sundays, [], berlin('2026-03-28T00:00'), berlin('2026-03-31T00:00'));
    expect(shifts.map(({ userId, startsAt, endsAt }) => [userId, (endsAt - startsAt) / 3_600_000])).toEqual([
      [null, 24],
      ['ada', 23],
      [null, 24],
    ]);
  });
});

test('a single layer, also a shadow, has shifts during its hours', () => {
  const office = layer({
    unit: 'day',
    shadow: true,
    restrictions: [{ weekdays: [1, 2], from: '09:00', to: '17:00' }],
  });
  const shifts = layerShiftsBetween(
    office,
    'Europe/Berlin',
    berlin('2026-03-02T00:00'),
    berlin('2026-03-09T00:00'),
  );
  expect(shifts.map(({ userId, startsAt, endsAt }) => [userId, clock(startsAt), clock(endsAt)])).toEqual([
    ['ada', '2026-03-02T09:00:00', '2026-03-02T17:00:00'],
    ['lin', '2026-03-03T09:00:00', '2026-03-03T17:00:00'],
  ]);
});

describe('layers and overrides', () => {
  const office: WeeklyWindow = { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };
  const rota = schedule([layer({ people: ['ada'] }), layer({ people: ['lin'], restrictions: [office] })]);

  test('the upper layer wins while the layer has a holder', () => {
    expect(onCallAt(rota, [], berlin('2026-03-04T12:00'))).toBe('lin');
    expect(onCallAt(rota, [], berlin('2026-03-04T20:00'))).toBe('ada');
    expect(nextHandOver(rota, [], berlin('2026-03-06T12:00'))).toEqual({
      handsOverAt: berlin('2026-03-06T17:00'),
      from: 'lin',
      to: 'ada',
    });
  });

  test('an override takes everyone’s time or one person’s time, and the newest override wins', () => {
    const all = override('2026-03-04T08:00', '2026-03-04T20:00', 'sam');
    const lins = override('2026-03-04T08:00', '2026-03-04T20:00', 'zoe', { id: 'z', insteadOf: 'lin' });
    expect(onCallAt(rota, [all], berlin('2026-03-04T08:00'))).toBe('sam');
    expect(onCallAt(rota, [all], berlin('2026-03-04T20:00'))).toBe('ada');
    expect(onCallAt(rota, [lins], berlin('2026-03-04T08:30'))).toBe('ada');
    expect(onCallAt(rota, [lins], berlin('2026-03-04T09:30'))).toBe('zoe');
    const newer = { ...all, id: 'n', createdAt: 2, userId: 'kim' };
    expect(onCallAt(rota, [newer, all], berlin('2026-03-04T12:00'))).toBe('kim');
    expect(onCallAt(rota, [{ ...all, scheduleId: 'other' }], berlin('2026-03-04T12:00'))).toBe('lin');
  });

  test('the rota has no holder before its layer starts, and no hand-over with a single person', () => {
    const alone = schedule([layer({ people: ['ada'] })]);
    const early = berlin('2026-03-01T00:00');
    expect(onCallAt(alone, [], early)).toBeNull();
    expect(nextHandOver(alone, [], early)).toEqual({
      handsOverAt: berlin('2026-03-02T09:00'),
      from: null,
      to: 'ada',
    });
    expect(nextHandOver(alone, [], berlin('2026-03-03T00:00'))).toBeNull();
  });
});

const zone = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
);
const moment = fc
  .integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 11, 31) })
  .map((at) => at - (at % 900_000));
const turns = fc.record({
  name: fc.constant('Any'),
  people: fc.subarray(['ada', 'lin', 'sam'], { minLength: 1 }),
  startsAt: moment,
  unit: fc.constantFrom('hour' as const, 'day' as const, 'week' as const),
  every: fc.integer({ min: 1, max: 30 }),
});
const restrictions: fc.Arbitrary<WeeklyWindow[]> = fc.array(
  fc.record({
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    from: fc.constantFrom('00:00', '02:30', '09:00', '18:00'),
    to: fc.constantFrom('00:00', '02:30', '08:00', '17:00'),
  }),
  { maxLength: 2 },
);

test('an unrestricted layer has exactly one holder at each instant after its start', () => {
  assertProperty(
    fc.property(turns, zone, fc.integer({ min: 0, max: 300 * day }), (one, timezone, later) => {
      const rota = schedule([{ ...one, restrictions: [] }], timezone);
      const from = one.startsAt + later;
      const shifts = shiftsBetween(rota, [], from, from + 3 * day);
      expect(shifts.every(({ userId }) => userId !== null)).toBe(true);
      expect(shifts[0]?.startsAt).toBe(from);
      expect(shifts.at(-1)?.endsAt).toBe(from + 3 * day);
      for (const [index, shift] of shifts.entries()) {
        expect(shift.endsAt).toBeGreaterThan(shift.startsAt);
        expect(shifts[index + 1]?.startsAt ?? shift.endsAt).toBe(shift.endsAt);
      }
    }),
    { numRuns: 60 },
  );
});

test('shifts, gaps and the next hand-over agree with who is on call at any instant', () => {
  assertProperty(
    fc.property(
      fc.array(fc.tuple(turns, restrictions), { minLength: 1, maxLength: 2 }),
      zone,
      moment,
      fc.nat(4 * day - 1),
      (layers, timezone, from, probe) => {
        const rota = schedule(
          layers.map(([one, limits]) => ({ ...one, restrictions: limits })),
          timezone,
        );
        const at = from + probe;
        const holder = onCallAt(rota, [], at);
        const shift = shiftsBetween(rota, [], from, from + 4 * day).find(
          ({ startsAt, endsAt }) => startsAt <= at && at < endsAt,
        );
        expect(shift?.userId).toBe(holder);
        expect(
          gapsBetween(rota, [], from, from + 4 * day).some(
            ({ startsAt, endsAt }) => startsAt <= at && at < endsAt,
          ),
        ).toBe(holder === null);
        const next = nextHandOver(rota, [], at);
        const then = next?.handsOverAt ?? at + day;
        expect(then).toBeGreaterThan(at);
        expect(onCallAt(rota, [], then - 1)).toBe(holder);
        expect(onCallAt(rota, [], then)).toBe(next ? next.to : holder);
      },
    ),
    { numRuns: 60 },
  );
});
