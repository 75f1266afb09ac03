/** Weekly windows on the wall clock of a zone: whether one is open, and when one opens or closes next. */
import { day } from '../constants.ts';
import type { Zone } from './rota-zone.ts';
import type { WeeklyWindow } from './schema.ts';

export function inWindows(weekly: readonly WeeklyWindow[], zone: Zone, at: number): boolean {
  return windowsAround(weekly, zone, at, -2, 0).some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
}

/** The next opening or closing after `at`; infinity if there is none. */
export function nextWindowEdge(weekly: readonly WeeklyWindow[], zone: Zone, at: number): number {
  const edges = windowsAround(weekly, zone, at, -2, 8).flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  return Math.min(...edges.filter((edge) => edge > at), Number.POSITIVE_INFINITY);
}

/** The windows that begin on the days around `at`, from `first` to `last` days away. */
function windowsAround(weekly: readonly WeeklyWindow[], zone: Zone, at: number, first: number, last: number) {
  const today = Math.floor(zone.wallClock(at) / day);
  const found: { startsAt: number; endsAt: number }[] = [];
  for (let date = today + first; date <= today + last; date += 1) {
    for (const window of weekly) {
      if (window.weekdays.includes(weekdayOf(date))) found.push(windowOn(window, zone, date));
    }
  }
  return found;
}

function windowOn(
  { from, to }: WeeklyWindow,
  zone: Zone,
  date: number,
): { startsAt: number; endsAt: number } {
  const begin = date * day + timeOfDay(from);
  const end = date * day + timeOfDay(to) + (timeOfDay(to) > timeOfDay(from) ? 0 : day);
  return { startsAt: zone.instant(begin), endsAt: zone.instant(end) };
}

/** Weekday of a day number: 1 is Monday; day 0 was a Thursday. */
export function weekdayOf(date: number): number {
  return ((((date + 3) % 7) + 7) % 7) + 1;
}

function timeOfDay(reading: string): number {
  const [hours, minutes] = reading.split(':');
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
}
