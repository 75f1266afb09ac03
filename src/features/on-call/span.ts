/** Spans of time on a calendar. */
import { day } from '#domain/constants.ts';
import { createZone } from '#domain/schedule/rota-zone.ts';

export interface Span {
  readonly startsAt: number;
  readonly endsAt: number;
}

const hour = 3_600_000;

/** The days of a zone's calendar that begin from a day's beginning on; as long as the clocks make them. */
export function daysFrom(startsAt: number, count: number, timezone: string): readonly Span[] {
  const zone = createZone(timezone);
  const first = Math.round(zone.wallClock(startsAt) / day);
  return Array.from({ length: count }, (_, index) => ({
    startsAt: zone.instant((first + index) * day),
    endsAt: zone.instant((first + index + 1) * day),
  }));
}

/** Beginning of an instant's day, some days later or earlier. */
export function dayStart(at: number, timezone: string, days = 0): number {
  const zone = createZone(timezone);
  return zone.instant((Math.floor(zone.wallClock(at) / day) + days) * day);
}

/** Beginning of a day number. */
export const dateStart = (date: number, timezone: string): number => createZone(timezone).instant(date * day);

/** Time rounded to the hour of the zone's wall clock. */
export function snapped(at: number, timezone: string): number {
  const zone = createZone(timezone);
  return zone.instant(Math.round(zone.wallClock(at) / hour) * hour);
}

/** Percent of the way through a span. */
export const shareOf = ({ startsAt, endsAt }: Span, at: number): number =>
  ((Math.min(Math.max(at, startsAt), endsAt) - startsAt) / (endsAt - startsAt)) * 100;

/** Intersection of two spans; null for none. */
export function common(one: Span, other: Span): Span | null {
  const startsAt = Math.max(one.startsAt, other.startsAt);
  const endsAt = Math.min(one.endsAt, other.endsAt);
  return startsAt < endsAt ? { startsAt, endsAt } : null;
}

/** "2026-11-23T09:00" on the zone's wall clock, as fields for date and time have it. */
export const toLocal = (at: number, timezone: string): string =>
  new Date(createZone(timezone).wallClock(at)).toISOString().slice(0, 16);

/** Null for what is no date with a time. */
export function fromLocal(text: string, timezone: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u.test(text)) return null;
  const reading = Date.parse(`${text.slice(0, 16)}Z`);
  return Number.isNaN(reading) ? null : createZone(timezone).instant(reading);
}
