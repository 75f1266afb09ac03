import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { day } from '../constants.ts';
import { layerShiftsBetween } from './rota.ts';
import { type ImportedShift, turnsOf } from './rota-import.ts';
import type { Layer } from './schema.ts';

const zone = 'Europe/Berlin';
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const shift = (userId: string, from: string, to: string): ImportedShift => ({
  userId,
  startsAt: at(from),
  endsAt: at(to),
});
const reason = (shifts: readonly ImportedShift[]) => {
  const found = turnsOf(shifts, zone);
  return found.ok ? null : found.reason;
};

test('weeks one after the other are turns of a week, also over a clock change', () => {
  const shifts = [
    shift('ada', '2026-03-16T09:00', '2026-03-23T09:00'),
    shift('lin', '2026-03-23T09:00', '2026-03-30T09:00'),
    shift('ada', '2026-03-30T09:00', '2026-04-06T09:00'),
  ];
  expect(turnsOf(shifts.toReversed(), zone)).toEqual({
    ok: true,
    turns: {
      people: ['ada', 'lin'],
      startsAt: at('2026-03-16T09:00'),
      unit: 'week',
      every: 1,
      restrictions: [],
    },
  });
});

test('weekdays and weekends of different people are turns of days', () => {
  const shifts = [
    shift('ada', '2026-03-02T09:00', '2026-03-07T09:00'),
    shift('lin', '2026-03-07T09:00', '2026-03-09T09:00'),
    shift('ada', '2026-03-09T09:00', '2026-03-14T09:00'),
    shift('lin', '2026-03-14T09:00', '2026-03-16T09:00'),
  ];
  expect(turnsOf(shifts, zone)).toMatchObject({
    turns: { unit: 'day', every: 1, people: ['ada', 'ada', 'ada', 'ada', 'ada', 'lin', 'lin'] },
  });
});

test('the same hours on certain weekdays are a restriction', () => {
  const shifts = [2, 3, 4, 5, 6, 9, 10, 11, 12, 13].map((date, index) => {
    const name = String(date).padStart(2, '0');
    return shift(index % 2 === 0 ? 'ada' : 'lin', `2026-03-${name}T09:00`, `2026-03-${name}T17:00`);
  });
  const found = turnsOf(shifts, zone);
  expect(found).toMatchObject({
    turns: { unit: 'day', restrictions: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }] },
  });
});

test.each([
  ['no shift', [], 'no shift'],
  [
    'two at once',
    [
      shift('ada', '2026-03-02T09:00', '2026-03-09T09:00'),
      shift('lin', '2026-03-08T09:00', '2026-03-16T09:00'),
    ],
    'at once',
  ],
  [
    'gaps without order',
    [
      shift('ada', '2026-03-02T09:00', '2026-03-03T09:00'),
      shift('lin', '2026-03-05T11:00', '2026-03-06T09:00'),
    ],
    'gaps',
  ],
  ['broken hours', [shift('ada', '2026-03-02T09:00', '2026-03-02T09:40')], 'whole hours'],
] as const)('%s: the reason contains what to do', (_, shifts, words) => {
  expect(reason(shifts)).toContain(words);
});

test('more than 50 turns without a repetition are rejected', () => {
  const names = Array.from({ length: 51 }, (_, index) => `p${index}`);
  const shifts = names.map((userId, index) => ({
    userId,
    startsAt: at('2026-06-01T09:00') + index * day,
    endsAt: at('2026-06-01T09:00') + (index + 1) * day,
  }));
  expect(reason(shifts)).toContain('does not repeat within 50 turns');
  expect(reason(shifts.slice(0, 50))).toBeNull();
});

test('the shifts of any layer give a layer with the same shifts', () => {
  const layer: fc.Arbitrary<Layer> = fc.record({
    name: fc.constant('Any'),
    people: fc.array(fc.constantFrom('ada', 'lin', 'sam'), { minLength: 1, maxLength: 6 }),
    startsAt: fc.integer({ min: 0, max: 23 }).map((hours) => at('2026-06-01T00:00') + hours * 3_600_000),
    unit: fc.constantFrom('hour' as const, 'day' as const, 'week' as const),
    every: fc.integer({ min: 1, max: 3 }),
    restrictions: fc.constant([]),
  });
  const lengths = { hour: 3_600_000, day, week: 7 * day };
  assertProperty(
    fc.property(layer, fc.integer({ min: 1, max: 40 }), (one, turns) => {
      // End of a turn, so that the last shift is whole.
      const to = one.startsAt + turns * one.every * lengths[one.unit];
      const shifts = layerShiftsBetween(one, zone, one.startsAt, Math.min(to, at('2026-10-01T00:00')));
      const imported = shifts.flatMap(({ userId, ...span }) =>
        userId === null ? [] : [{ userId, ...span }],
      );
      const found = turnsOf(imported, zone);
      // Cut off within a turn, the last shift may be of another length.
      expect(found.ok ? '' : found.reason).toMatch(/^$|does not repeat/u);
      if (!found.ok) return;
      const last = imported.at(-1)?.endsAt ?? to;
      expect(layerShiftsBetween({ name: 'New', ...found.turns }, zone, one.startsAt, last)).toEqual(imported);
    }),
    { numRuns: 100 },
  );
});
