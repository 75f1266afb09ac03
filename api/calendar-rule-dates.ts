/**
 * Dates of a recurrence rule that is followed (`calendar-rules.ts`), period by period, as RFC 5545, 3.3.10 says. The iterator of ical.js has
 * others: it moves days that a month does not have, and passes over dates of combined parts. Dates are midnights in milliseconds, as if in UTC.
 */
import { day } from '#domain/constants.ts';

export interface Rule {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  /** Dates in all; null: without an end. */
  readonly count: number | null;
  /** 0 is Sunday. */
  readonly weekStart: number;
  /** `ordinal` 0: each of them; −1: the last one. */
  readonly weekdays: readonly { readonly ordinal: number; readonly weekday: number }[];
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
  readonly positions: readonly number[];
}

const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Of the parts of a rule that `isBoundedRule` has accepted. */
export function ruleOf(parts: ReadonlyMap<string, string>): Rule {
  const list = (name: string) => parts.get(name)?.split(',') ?? [];
  const numbers = (name: string) => list(name).map(Number);
  const count = parts.get('COUNT');
  return {
    frequency: parts.get('FREQ') as Rule['frequency'],
    interval: Math.max(1, Number(parts.get('INTERVAL') ?? 1)),
    count: count === undefined ? null : Number(count),
    weekStart: Math.max(0, weekdayNames.indexOf(parts.get('WKST') ?? 'MO')),
    weekdays: list('BYDAY').map((text) => ({
      ordinal: Number(text.slice(0, -2) || 0),
      weekday: weekdayNames.indexOf(text.slice(-2)),
    })),
    months: numbers('BYMONTH'),
    monthDays: numbers('BYMONTHDAY'),
    positions: numbers('BYSETPOS'),
  };
}

/** Days of a period, at least and at most. */
const periodDays = { DAILY: [1, 1], WEEKLY: [7, 7], MONTHLY: [28, 31], YEARLY: [365, 366] } as const;

export interface DateSpan {
  readonly from: number;
  readonly to: number;
  /** Called for each period with the number of examined days. May throw. */
  readonly step: (days: number) => void;
}

/** Dates of the rule from its start on, in order. Dates before `from` may be left out, dates after `to` are. */
export function* datesOf(rule: Rule, start: number, { from, to, step }: DateSpan): Generator<number> {
  const [fewest, most] = periodDays[rule.frequency];
  const skipped = Math.floor((from - start) / day / most / rule.interval) - 1;
  let remaining = rule.count ?? Infinity;
  for (let period = rule.count === null ? Math.max(0, skipped) : 0; remaining > 0; period += 1) {
    const after = period * rule.interval;
    // The period of the start begins before it.
    if (start + (after - 1) * fewest * day > to) return;
    step(most);
    for (const date of datesInPeriod(rule, start, after)) {
      if (date < start) continue;
      if (remaining <= 0 || date > to) return;
      remaining -= 1;
      yield date;
    }
  }
}

const numbersOf = (date: number) => {
  const at = new Date(date);
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth(),
    date: at.getUTCDate(),
    weekday: at.getUTCDay(),
  };
};
const dateIn = (year: number, month: number, date: number): number =>
  new Date(0).setUTCFullYear(year, month, date);

/** Dates in the period that comes so many days, weeks, months or years after that of the start. */
function datesInPeriod(rule: Rule, start: number, after: number): readonly number[] {
  const { year, month, weekday } = numbersOf(start);
  switch (rule.frequency) {
    case 'DAILY':
      return [start + after * day].filter((date) => isInMonths(rule, date) && isOnWeekdays(rule, date));
    case 'WEEKLY': {
      const week = start + (after * 7 - ((weekday - rule.weekStart + 7) % 7)) * day;
      const days = Array.from({ length: 7 }, (_, index) => week + index * day);
      const isChosen = (date: number) =>
        rule.weekdays.length > 0 ? isOnWeekdays(rule, date) : numbersOf(date).weekday === weekday;
      return days.filter((date) => isChosen(date) && isInMonths(rule, date));
    }
    case 'MONTHLY': {
      const begins = dateIn(year, month + after, 1);
      if (!isInMonths(rule, begins)) return [];
      const { year: ofYear, month: ofMonth } = numbersOf(begins);
      return atPositions(rule, datesInMonth(rule, start, ofYear, ofMonth));
    }
    case 'YEARLY':
      return datesInYear(rule, start, year + after);
    default:
      throw new RangeError('The frequency of the rule is unknown.');
  }
}

const isInMonths = ({ months }: Rule, date: number): boolean =>
  months.length === 0 || months.includes(numbersOf(date).month + 1);
const isOnWeekdays = ({ weekdays }: Rule, date: number): boolean =>
  weekdays.length === 0 || weekdays.some(({ weekday }) => weekday === numbersOf(date).weekday);

/** Parts that a rule omits come from its start. */
function datesInYear(rule: Rule, start: number, year: number): readonly number[] {
  const { months, monthDays, weekdays } = rule;
  if (weekdays.length > 0 && months.length === 0)
    return datesBetween(dateIn(year, 0, 1), dateIn(year + 1, 0, 1)).filter((date, index, all) =>
      hasOrdinal(rule, date, index, all.length),
    );
  const own =
    monthDays.length > 0 ? Array.from({ length: 12 }, (_, index) => index + 1) : [numbersOf(start).month + 1];
  const inYear = months.length > 0 ? months.toSorted((one, other) => one - other) : own;
  return inYear.flatMap((month) => datesInMonth(rule, start, year, month - 1));
}

function datesInMonth(rule: Rule, start: number, year: number, month: number): readonly number[] {
  const { monthDays, weekdays } = rule;
  const wanted = numbersOf(start).date;
  return datesBetween(dateIn(year, month, 1), dateIn(year, month + 1, 1)).filter(
    (date, index, { length }) => {
      if (monthDays.length === 0 && weekdays.length === 0) return index + 1 === wanted;
      return (
        (monthDays.length === 0 || monthDays.includes(index + 1) || monthDays.includes(index - length)) &&
        hasOrdinal(rule, date, index, length)
      );
    },
  );
}

const datesBetween = (first: number, after: number): readonly number[] =>
  Array.from({ length: Math.round((after - first) / day) }, (_, index) => first + index * day);

/** Whether a date, the one at `index` of its month or year, is one of the rule’s weekdays. */
function hasOrdinal({ weekdays }: Rule, date: number, index: number, length: number): boolean {
  if (weekdays.length === 0) return true;
  const { weekday: own } = numbersOf(date);
  const ordinals = [0, Math.floor(index / 7) + 1, -Math.floor((length - 1 - index) / 7) - 1];
  return weekdays.some(({ ordinal, weekday }) => weekday === own && ordinals.includes(ordinal));
}

const atPositions = ({ positions }: Rule, dates: readonly number[]): readonly number[] =>
  positions.length === 0
    ? dates
    : dates.filter((_, index) => positions.includes(index + 1) || positions.includes(index - dates.length));
