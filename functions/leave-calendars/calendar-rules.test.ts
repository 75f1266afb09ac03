import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day } from '#domain/constants.ts';
import { readCalendarEvents } from '#api/calendar-events.ts';
import { isBoundedRule } from '#api/calendar-rules.ts';
import { assertProperty } from '#tests/property.ts';

/** RFC 5545, 3.3.10, read literally: every day is asked whether the rule has it. */
interface Rule {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  readonly weekStart: number;
  readonly byDay: readonly { readonly ordinal: number; readonly weekday: number }[];
  readonly byMonth: readonly number[];
  readonly byMonthDay: readonly number[];
}
const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const ruleText = (rule: Rule) =>
  [
    `FREQ=${rule.freq}`,
    ...(rule.interval > 1 ? [`INTERVAL=${rule.interval}`] : []),
    ...(rule.weekStart === 1 ? [] : [`WKST=${weekdayNames[rule.weekStart]}`]),
    ...(rule.byDay.length === 0
      ? []
      : [
          `BYDAY=${rule.byDay.map(({ ordinal, weekday }) => `${ordinal || ''}${weekdayNames[weekday]}`).join(',')}`,
        ]),
    ...(rule.byMonth.length === 0 ? [] : [`BYMONTH=${rule.byMonth.join(',')}`]),
    ...(rule.byMonthDay.length === 0 ? [] : [`BYMONTHDAY=${rule.byMonthDay.join(',')}`]),
  ].join(';');

interface Day {
  readonly at: number;
  readonly year: number;
  readonly month: number;
  readonly date: number;
  readonly weekday: number;
}
function dayOf(at: number): Day {
  const date = new Date(at);
  return {
    at,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}
const lengthOf = ({ year, month }: Day) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const weekOf = ({ at, weekday }: Day, weekStart: number) => at / day - ((weekday - weekStart + 7) % 7);

function isInInterval(rule: Rule, start: Day, one: Day): boolean {
  const periods = {
    DAILY: (one.at - start.at) / day,
    WEEKLY: (weekOf(one, rule.weekStart) - weekOf(start, rule.weekStart)) / 7,
    MONTHLY: (one.year - start.year) * 12 + one.month - start.month,
    YEARLY: one.year - start.year,
  };
  return periods[rule.freq] % rule.interval === 0;
}

/** Ordinals of a day among the days of its weekday, from the beginning and from the end, in its month or in its year. */
function ordinalsOf(one: Day, inMonth: boolean): readonly number[] {
  const first = Date.UTC(one.year, inMonth ? one.month - 1 : 0, 1);
  const last = inMonth ? Date.UTC(one.year, one.month, 0) : Date.UTC(one.year, 11, 31);
  return [Math.floor((one.at - first) / day / 7) + 1, -Math.floor((last - one.at) / day / 7) - 1];
}

function isInRule(rule: Rule, start: Day, one: Day): boolean {
  const { freq, byDay, byMonth, byMonthDay } = rule;
  if (!isInInterval(rule, start, one)) return false;
  if (byMonth.length > 0 && !byMonth.includes(one.month)) return false;
  if (byMonthDay.length > 0 && !byMonthDay.some((d) => d === one.date || d === one.date - lengthOf(one) - 1))
    return false;
  if (byDay.length > 0) {
    const ordinals = ordinalsOf(one, freq === 'MONTHLY' || byMonth.length > 0);
    return byDay.some(
      ({ ordinal, weekday }) => weekday === one.weekday && (ordinal === 0 || ordinals.includes(ordinal)),
    );
  }
  // Parts that a rule omits come from its start.
  if (freq === 'DAILY' || byMonthDay.length > 0) return true;
  if (freq === 'WEEKLY') return one.weekday === start.weekday;
  return one.date === start.date && (freq === 'MONTHLY' || byMonth.length > 0 || one.month === start.month);
}

const rules: fc.Arbitrary<Rule> = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 4 }),
    weekStart: fc.constantFrom(1, 0),
    byDay: fc.oneof(
      fc.constant([]),
      fc.uniqueArray(
        fc.record({
          ordinal: fc.constantFrom(0, 0, 1, 2, 4, 5, -1, -2),
          weekday: fc.integer({ min: 0, max: 6 }),
        }),
        { minLength: 1, maxLength: 3, selector: ({ weekday }) => weekday },
      ),
    ),
    byMonth: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
    byMonthDay: fc.uniqueArray(fc.constantFrom(1, 15, 28, 29, 30, 31, -1, -2, -31), { maxLength: 2 }),
  })
  .filter((rule) => isBoundedRule(ruleText(rule)));

test('every supported rule has the dates of RFC 5545', () => {
  const from = Date.UTC(2026, 0, 1);
  const span = 3 * 366;
  const starts = fc.oneof(
    fc.integer({ min: 0, max: 400 }).map((days) => from + days * day),
    fc.constantFrom(Date.UTC(2024, 1, 29), Date.UTC(2026, 0, 31), Date.UTC(2025, 11, 31)),
  );
  assertProperty(
    fc.property(
      rules,
      starts,
      fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
      (rule, at, count) => {
        const start = dayOf(at);
        const all = Array.from({ length: span + 800 }, (_, index) => dayOf(at + index * day));
        const expected = all
          .filter((one) => isInRule(rule, start, one))
          .slice(0, count ?? undefined)
          .filter((one) => one.at >= from && one.at < from + span * day);
        const text = [
          'BEGIN:VCALENDAR',
          'BEGIN:VEVENT',
          `DTSTART;VALUE=DATE:${isoDate(at).replaceAll('-', '')}`,
          `RRULE:${ruleText(rule)}${count === null ? '' : `;COUNT=${count}`}`,
          'END:VEVENT',
          'END:VCALENDAR',
        ].join('\r\n');
        const options = { timezone: 'UTC', from, to: from + span * day, most: 2_000 };
        const found = readCalendarEvents(text, options);
        const dates = found.ok ? found.events.map(({ days }) => days?.first) : [];
        expect([ruleText(rule), ...dates]).toEqual([
          ruleText(rule),
          ...expected.map((one) => isoDate(one.at)),
        ]);
      },
    ),
    { numRuns: 400 },
  );
});

const isoDate = (at: number): string => new Date(at).toISOString().slice(0, 10);
