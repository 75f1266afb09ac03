import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { day, hour } from '../constants.ts';
import { type Absence, holidayAbsences, shiftsInAbsence } from './absences.ts';
import { daysOf, wholeDays } from './days.ts';

const away = (userId: string, startsAt: number, endsAt: number, holiday: string | null = null): Absence => ({
  userId,
  startsAt,
  endsAt,
  holiday,
});
const shift = (userId: string | null, startsAt: number, endsAt: number) => ({ userId, startsAt, endsAt });

test('holidays of a time zone apply to members whose zone has another name', () => {
  const holidays = {
    concerned: { kind: 'timezone' as const, timezone: 'Asia/Kolkata' },
    days: [{ title: 'Diwali', first: '2026-11-08', last: '2026-11-08' }],
  };
  const members = [
    { id: 'ada', timezone: 'Asia/Calcutta' },
    { id: 'lin', timezone: 'Asia/Kolkata' },
    { id: 'sam', timezone: 'Asia/Kathmandu' },
  ];
  const span = { startsAt: Date.UTC(2026, 10, 1), endsAt: Date.UTC(2026, 10, 30) };
  expect(holidayAbsences([holidays], members, span).map(({ userId }) => userId)).toEqual(['ada', 'lin']);
});

describe('shifts in absence', () => {
  test('are the parts during which the person of the shift is away', () => {
    const shifts = [shift('ada', 0, 10), shift('lin', 10, 20), shift(null, 20, 30)];
    expect(shiftsInAbsence(shifts, [away('ada', 5, 15), away('lin', 0, 12)])).toEqual([
      away('ada', 5, 10),
      away('lin', 10, 12),
    ]);
  });

  test('are merged when touching, except for holidays', () => {
    const absences = [away('ada', 0, 5), away('ada', 5, 9), away('ada', 2, 4, 'New Year')];
    expect(shiftsInAbsence([shift('ada', 0, 4), shift('ada', 4, 20)], absences)).toEqual([
      away('ada', 0, 9),
      away('ada', 2, 4, 'New Year'),
    ]);
  });

  test('cover an instant exactly when the person of the shift is away', () => {
    const span = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 20 }));
    const someone = fc.constantFrom('ada', 'lin');
    const absences = fc.array(fc.tuple(someone, span), { maxLength: 6 });
    const lengths = fc.array(fc.tuple(fc.option(someone), fc.integer({ min: 1, max: 9 })), { maxLength: 8 });
    assertProperty(
      fc.property(absences, lengths, (gone, turns) => {
        let at = 0;
        const shifts = turns.map(([userId, length]) => {
          const startsAt = at;
          at += length;
          return shift(userId, startsAt, at);
        });
        const all = gone.map(([userId, [from, length]]) => away(userId, from, from + length));
        const found = shiftsInAbsence(shifts, all);
        for (let instant = 0; instant < at; instant++) {
          const holder = shifts.find((one) => one.startsAt <= instant && instant < one.endsAt)?.userId;
          const isAway = all.some(
            (one) => one.userId === holder && one.startsAt <= instant && instant < one.endsAt,
          );
          const covering = found.filter((one) => one.startsAt <= instant && instant < one.endsAt);
          expect(covering.map(({ userId }) => userId)).toEqual(isAway ? [holder] : []);
        }
      }),
    );
  });
});

describe('whole days', () => {
  test('are as long as in the clocks of the zone', () => {
    const spring = wholeDays('2026-03-29', '2026-03-29', 'Europe/Berlin');
    expect(spring).toEqual({
      startsAt: Date.parse('2026-03-28T23:00Z'),
      endsAt: Date.parse('2026-03-29T22:00Z'),
    });
    const two = wholeDays('2026-12-24', '2026-12-25', 'Asia/Tokyo');
    expect((two?.endsAt ?? 0) - (two?.startsAt ?? 0)).toBe(2 * day);
  });

  test('convert back to their dates', () => {
    const span = wholeDays('2026-10-25', '2026-11-02', 'America/New_York');
    expect(span && daysOf(span, 'America/New_York')).toEqual({ first: '2026-10-25', last: '2026-11-02' });
    expect(daysOf({ startsAt: 0, endsAt: hour }, 'UTC')).toEqual({ first: '1970-01-01', last: '1970-01-01' });
  });

  test.each(['', '2026-02-30', '24.12.2026', '2026-12-24T00:00'])('can’t be made from %j', (text) => {
    expect(wholeDays(text, '2026-12-24', 'UTC')).toBeNull();
  });
});
