/** Whole days on a zone's calendar. */
import { day } from '../constants.ts';
import { createZone } from '../schedule/rota-zone.ts';

export interface DaySpan {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Span from the beginning of one day to the end of another, both as `2026-12-24`; null for an invalid date. */
export function wholeDays(first: string, last: string, timezone: string): DaySpan | null {
  const [from, to] = [dateReading(first), dateReading(last)];
  if (from === null || to === null) return null;
  const zone = createZone(timezone);
  return { startsAt: zone.instant(from), endsAt: zone.instant(to + day) };
}

/** The days that a span touches. */
export function daysOf(
  { startsAt, endsAt }: DaySpan,
  timezone: string,
): { readonly first: string; readonly last: string } {
  const zone = createZone(timezone);
  const text = (at: number) => new Date(zone.wallClock(at)).toISOString().slice(0, 10);
  return { first: text(startsAt), last: text(endsAt - 1) };
}

/** A midnight, as if the zone were UTC; null for what is no date. */
export function dateReading(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return null;
  const reading = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(reading) || new Date(reading).toISOString().slice(0, 10) !== text ? null : reading;
}
