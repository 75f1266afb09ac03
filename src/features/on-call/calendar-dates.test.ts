import { expect, test } from 'vitest';
import { dateOfText, monthsLater, textOfDate, weekStart } from './calendar-dates.ts';

const moved = (text: string, move: (date: number) => number) => textOfDate(move(dateOfText(text) ?? 0));

test.each(['', '2026-1-1', '2026-02-29', '2026-13-01', '1969-12-31', '2200-01-01', '9999-12-31', 'today'])(
  '“%s” in an address is no valid day',
  (text) => expect(dateOfText(text)).toBeNull(),
);

test('adding months keeps the day, or takes the last day of a shorter month', () => {
  expect(moved('2026-01-31', (date) => monthsLater(date, 1))).toBe('2026-02-28');
  expect(moved('2028-02-29', (date) => monthsLater(date, 12))).toBe('2029-02-28');
  expect(moved('2026-03-15', (date) => monthsLater(date, -3))).toBe('2025-12-15');
});

test('a week begins on its Monday', () => {
  expect(moved('2026-03-01', weekStart)).toBe('2026-02-23');
  expect(moved('2026-03-02', weekStart)).toBe('2026-03-02');
});
