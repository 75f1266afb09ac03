/** Days and months of a calendar by their numbers: days from 1 January 1970 on, months from January of year 0 on. */
import { day } from '#domain/constants.ts';
import { weekdayOf } from '#domain/schedule/weekly-windows.ts';
import { dateReading } from '#domain/time-off/days.ts';

/** Dates of an address outside of these years are ignored. */
const [firstYear, lastYear] = [1970, 2199];

/** Day number of `2026-03-03`; null for an invalid date. */
export function dateOfText(text: string | null): number | null {
  const reading = text === null ? null : dateReading(text);
  if (reading === null) return null;
  const year = new Date(reading).getUTCFullYear();
  return year < firstYear || year > lastYear ? null : reading / day;
}

/** "2026-03-03". */
export const textOfDate = (date: number): string => new Date(date * day).toISOString().slice(0, 10);

export function monthOfDate(date: number): number {
  const at = new Date(date * day);
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
}

export const yearOfDate = (date: number): number => new Date(date * day).getUTCFullYear();

export const firstOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / day;

export const firstOfYear = (year: number): number => firstOfMonth(year * 12);

export const datesOfYear = (year: number): { readonly first: number; readonly count: number } => ({
  first: firstOfYear(year),
  count: firstOfYear(year + 1) - firstOfYear(year),
});

export const monthsOfYear = (year: number): readonly number[] =>
  Array.from({ length: 12 }, (_, index) => year * 12 + index);

/** The Monday of the week. */
export const weekStart = (date: number): number => date - weekdayOf(date) + 1;

/** Same day some months later or earlier; the month’s last one where it is shorter. */
export function monthsLater(date: number, months: number): number {
  const month = monthOfDate(date) + months;
  const place = date - firstOfMonth(monthOfDate(date));
  return Math.min(firstOfMonth(month) + place, firstOfMonth(month + 1) - 1);
}

let dayFormat: Intl.DateTimeFormat | null = null;
let monthFormat: Intl.DateTimeFormat | null = null;

/** "Tue 3 March". */
export function dateTitle(date: number): string {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' },
  });
  return dayFormat.format(date * day).replace(',', '');
}

/** "March 2026". */
export function monthTitle(month: number): string {
  monthFormat ??= new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return monthFormat.format(firstOfMonth(month) * day);
}

/** The number within its month. */
export const dayOfMonth = (date: number): number => new Date(date * day).getUTCDate();

export const weekdays = [
  { short: 'Mon', long: 'Monday' },
  { short: 'Tue', long: 'Tuesday' },
  { short: 'Wed', long: 'Wednesday' },
  { short: 'Thu', long: 'Thursday' },
  { short: 'Fri', long: 'Friday' },
  { short: 'Sat', long: 'Saturday' },
  { short: 'Sun', long: 'Sunday' },
] as const;
