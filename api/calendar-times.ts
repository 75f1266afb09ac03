/** Times of an event, all brought to the type and the zone of its start, as programs write them in others. */
import ICAL from 'ical.js';
import { day } from '#domain/constants.ts';
import type { Zone } from '#domain/schedule/rota-zone.ts';
import { UnreadableEvent } from './calendar-left-out.ts';
import { propertiesOf, type RawComponent, type RawProperty } from './calendar-bounds.ts';
import type { CalendarZones } from './calendar-zones.ts';
import { utcZone } from './calendar-zone-names.ts';

/** A time of a calendar. */
export interface CalendarTime {
  /** On the clock of its zone, in milliseconds, as if it were in UTC. */
  readonly reading: number;
  /** A whole day. */
  readonly isDate: boolean;
  readonly zone: Zone;
}

export interface EventTimes {
  readonly isDate: boolean;
  readonly zone: Zone;
  /** On the clock of the zone; the end of whole days is the day after the last. */
  readonly start: number;
  readonly end: number;
  /** Instants of the first occurrence. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** Each occurrence lasts so long, also while clocks change; null: until the end’s time of day. */
  readonly lastsMs: number | null;
}

/** Longer events are none of this world, and neither are times so far away. */
const longest = 3_660 * day;

/** @throws UnreadableEvent or RangeError */
export function eventTimes(raw: RawComponent, zones: CalendarZones): EventTimes {
  const [start] = timesIn(raw, 'dtstart', zones);
  if (start === undefined) throw new UnreadableEvent('it has no start');
  const [end] = timesIn(raw, 'dtend', zones);
  const { isDate, zone, reading } = start;
  const duration = end === undefined ? durationOf(raw, isDate) : null;
  if (isDate) {
    const last = end?.reading ?? reading + (duration ?? 0);
    // Many programs write the last day, or a time in it, as the end.
    const days = Math.ceil((last - reading) / day);
    if (days < 0) throw new UnreadableEvent('it ends before it begins');
    const after = checkedEnd(reading, reading + Math.max(1, days) * day);
    const instants = { startsAt: zone.instant(reading), endsAt: zone.instant(after) };
    return { isDate, zone, start: reading, end: after, ...instants, lastsMs: null };
  }
  const startsAt = zone.instant(reading);
  // Hours are as long as they are; days end at the same time of day.
  const lastsMs = duration !== null && duration % day !== 0 ? duration : null;
  const endsAt = checkedEnd(
    startsAt,
    end !== undefined
      ? (end.isDate ? zone : end.zone).instant(end.reading)
      : lastsMs === null
        ? zone.instant(checkedEnd(reading, reading + (duration ?? 0)))
        : startsAt + lastsMs,
  );
  return { isDate, zone, start: reading, end: zone.wallClock(endsAt), startsAt, endsAt, lastsMs };
}

/** The occurrence of an event that starts then, on the event’s clock. */
export function occurrenceAt(times: EventTimes, start: number): EventTimes {
  // Its instants are those that it says.
  if (start === times.start) return times;
  const { zone, lastsMs } = times;
  const end = start + times.end - times.start;
  const startsAt = zone.instant(start);
  const endsAt = lastsMs === null ? zone.instant(end) : startsAt + lastsMs;
  return { ...times, start, end, startsAt, endsAt };
}

function checkedEnd(start: number, end: number): number {
  if (Math.abs(end - start) <= longest) return end;
  throw new UnreadableEvent('it lasts too long');
}

/** In milliseconds; without one whole days last one day, and times no time. */
function durationOf(raw: RawComponent, isDate: boolean): number {
  const [property] = propertiesOf(raw, 'duration');
  if (property === undefined) return isDate ? day : 0;
  const text = property[3];
  if (typeof text !== 'string' || !ICAL.Duration.isValueString(text))
    throw new UnreadableEvent('its duration can’t be read');
  return ICAL.Duration.fromString(text).toSeconds() * 1_000;
}

/** Times of an event’s properties of a name. */
export const timesIn = (raw: RawComponent, name: string, zones: CalendarZones): readonly CalendarTime[] =>
  propertiesOf(raw, name).flatMap((property) =>
    property.slice(3).map((value) => timeOf(Array.isArray(value) ? value[0] : value, property, zones)),
  );

function timeOf(value: unknown, [name, { tzid }]: RawProperty, zones: CalendarZones): CalendarTime {
  const time = typeof value === 'string' ? readingIn(value) : null;
  if (time === null) throw new UnreadableEvent(`its ${name.toUpperCase()} is no time`);
  const { reading, isDate, isUtc } = time;
  if (isDate) return { reading, isDate, zone: zones.floating };
  if (isUtc) return { reading, isDate, zone: utcZone };
  return { reading, isDate, zone: typeof tzid === 'string' ? zones.called(tzid) : zones.floating };
}

/**
 * A value in ical.js's form: `2026-12-24`, `2026-12-24T09:00:00`, with `Z` in UTC. For a date without a time ical.js leaves `T::` behind
 * it.
 */
function readingIn(
  text: string,
): { readonly reading: number; readonly isDate: boolean; readonly isUtc: boolean } | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T::|T(\d\d):(\d\d):(\d\d)?(Z?))?$/u.exec(text);
  if (match === null) return null;
  const [, year, month, date, hour, minute = '0', second = '0', utc = ''] = match;
  const parts = [year, month, date, hour ?? '0', minute, second].map(Number);
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = parts;
  const midnight = new Date(0).setUTCFullYear(y, m - 1, d);
  const isReal = new Date(midnight).getUTCMonth() === m - 1 && m >= 1 && h < 24 && min < 60 && s <= 60;
  if (!isReal) return null;
  // A leap second is none on any clock.
  const reading = midnight + ((h * 60 + min) * 60 + Math.min(s, 59)) * 1_000;
  return { reading, isDate: hour === undefined, isUtc: utc !== '' };
}

/** A time of an exception in the type and on the clock of the event that it is one of. */
export function inTermsOf({ isDate, zone, start }: EventTimes, time: CalendarTime): number {
  if (isDate) return dateOf(time, zone);
  if (time.isDate) return time.reading + timeOfDay(start);
  return time.zone === zone ? time.reading : zone.wallClock(time.zone.instant(time.reading));
}

/** Latest start of an occurrence by the `UNTIL` of a rule, on the event’s clock. */
function lastStart({ isDate, zone }: EventTimes, until: CalendarTime): number {
  if (isDate) return dateOf(until, zone);
  if (until.isDate) return until.reading + day - 1_000;
  return until.zone === zone ? until.reading : zone.wallClock(until.zone.instant(until.reading));
}

const minuteMs = 60_000;
export const timeOfDay = (reading: number): number => ((reading % day) + day) % day;
const midnightOf = (reading: number): number => reading - timeOfDay(reading);

/**
 * The day that a time stands for where days are whole. Programs write its midnight in UTC, on the clock of somebody’s zone: that of `zone` if
 * it is midnight there, else the nearest; some write the end of the day.
 */
function dateOf(time: CalendarTime, zone: Zone): number {
  const midnight = midnightOf(time.reading);
  if (time.isDate || time.zone !== utcZone) return midnight;
  if (time.reading - midnight >= day - minuteMs) return midnight;
  const local = zone.wallClock(time.reading);
  return local % day === 0 ? local : midnightOf(time.reading + day / 2);
}

/** The `UNTIL` of a rule as ical.js has it. @throws UnreadableEvent for what is no time */
export function untilOf(text: string, times: EventTimes): number {
  const time = readingIn(text);
  if (time === null) throw new UnreadableEvent('its rule ends at no time');
  const { reading, isDate, isUtc } = time;
  return lastStart(times, { reading, isDate, zone: isUtc ? utcZone : times.zone });
}

/** A reading as ical.js has times. */
export function icalTime(reading: number, isDate: boolean): string {
  const text = new Date(reading).toISOString();
  return isDate ? text.slice(0, 10) : text.slice(0, 19);
}
