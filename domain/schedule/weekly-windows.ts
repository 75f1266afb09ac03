/** Weekly windows on the wall clock of a zone: the times in which one is open. */
import { day } from '../constants.ts';
import type { Zone } from './rota-zone.ts';
import type { WeeklyWindow } from './schema.ts';

/** From a start up to, and without, an end. */
export interface OpenSpan {
  readonly startsAt: number;
  readonly endsAt: number;
}

export function inWindows(weekly: readonly WeeklyWindow[], zone: Zone, at: number): boolean {
  return openBetween(weekly, zone, at, at + 1).length > 0;
}

/** When windows are open from `from` up to `to`: in the order of time, and none touches the next. */
export function openBetween(
  weekly: readonly WeeklyWindow[],
  zone: Zone,
  from: number,
  to: number,
): readonly OpenSpan[] {
  const byWeekday = startsByWeekday(weekly);
  // A window lasts until the next day at most, and clocks are changed by a day at most.
  const [first, last] = [dateOf(zone, from) - 2, dateOf(zone, to) + 1];
  const found: OpenSpan[] = [];
  for (let date = first; date <= last; date += 1) {
    for (const { begins, ends } of byWeekday[weekdayOf(date)] ?? []) {
      const startsAt = Math.max(from, zone.instant(date * day + begins));
      const endsAt = Math.min(to, zone.instant(date * day + ends));
      if (startsAt < endsAt) found.push({ startsAt, endsAt });
    }
  }
  return merged(found);
}

/** The spans together, in the order of time. */
function merged(spans: OpenSpan[]): readonly OpenSpan[] {
  spans.sort((one, other) => one.startsAt - other.startsAt);
  const all: { startsAt: number; endsAt: number }[] = [];
  for (const { startsAt, endsAt } of spans) {
    const last = all.at(-1);
    if (last !== undefined && startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, endsAt);
    else all.push({ startsAt, endsAt });
  }
  return all;
}

/** Times of a day, in milliseconds; an end may be on the next day. */
interface DayWindow {
  readonly begins: number;
  readonly ends: number;
}

/** The windows that begin on each weekday, each once. */
function startsByWeekday(weekly: readonly WeeklyWindow[]): readonly (readonly DayWindow[])[] {
  const days = Array.from({ length: 8 }, () => new Map<string, DayWindow>());
  for (const { weekdays, from, to } of weekly) {
    const [begins, end] = [timeOfDay(from), timeOfDay(to)];
    const window = { begins, ends: end > begins ? end : end + day };
    for (const weekday of weekdays) days[weekday]?.set(`${from} ${to}`, window);
  }
  return days.map((windows) => [...windows.values()]);
}

const dateOf = (zone: Zone, at: number): number => Math.floor(zone.wallClock(at) / day);

/** Weekday of a day number: 1 is Monday; day 0 was a Thursday. */
export function weekdayOf(date: number): number {
  return ((((date + 3) % 7) + 7) % 7) + 1;
}

function timeOfDay(reading: string): number {
  const [hours, minutes] = reading.split(':');
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
}
