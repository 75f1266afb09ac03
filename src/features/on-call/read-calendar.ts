/** Shifts of an iCalendar file, by ical.js: one a calendar event, recurring ones expanded. */
import ICAL from 'ical.js';
import * as v from 'valibot';
import { timezoneSchema } from '#domain/base.ts';
import { fromLocal } from './span.ts';
import type { FileShift, ReadOptions, ReadShifts } from './read-shifts.ts';

export interface CalendarOptions extends ReadOptions {
  readonly from: number;
  readonly to: number;
  readonly most: number;
}

/** Steps through the occurrences of one event; a rule from long ago has many before the first that is wanted. */
const mostSteps = 20_000;

export function readCalendar(text: string, options: CalendarOptions): ReadShifts {
  let calendar: ICAL.Component;
  try {
    calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  } catch {
    return {
      ok: false,
      reason: 'This calendar can’t be read. Export it again as an .ics file, and try that one.',
    };
  }
  const zones = new Map<string, ICAL.Timezone>();
  for (const part of calendar.getAllSubcomponents('vtimezone')) {
    const zone = new ICAL.Timezone(part);
    if (zone.tzid) zones.set(zone.tzid, zone);
  }
  const shifts: FileShift[] = [];
  const events = calendar.getAllSubcomponents('vevent');
  for (const part of events) {
    if (part.getFirstPropertyValue('status') === 'CANCELLED' || part.hasProperty('recurrence-id')) continue;
    try {
      shifts.push(
        ...shiftsOf(new ICAL.Event(part, { exceptions: changedOf(events, part) }), zones, {
          ...options,
          timezone: namedZone(part) ?? options.timezone,
        }),
      );
    } catch {
      return {
        ok: false,
        reason: `The event “${nameOf(part)}” can’t be read. Take it out of the calendar, and try again.`,
      };
    }
    if (shifts.length > options.most) break;
  }
  return { ok: true, shifts: shifts.slice(0, options.most) };
}

/** Occurrences of an event that were changed by themselves. */
const changedOf = (events: readonly ICAL.Component[], part: ICAL.Component): ICAL.Component[] =>
  events.filter(
    (other) =>
      other.hasProperty('recurrence-id') &&
      other.getFirstPropertyValue('uid') === part.getFirstPropertyValue('uid'),
  );

function shiftsOf(
  event: ICAL.Event,
  zones: ReadonlyMap<string, ICAL.Timezone>,
  options: CalendarOptions,
): readonly FileShift[] {
  const shift = (of: ICAL.Event, start: ICAL.Time, end: ICAL.Time): readonly FileShift[] => {
    const [startsAt, endsAt] = [start, end].map((time) => instantOf(time, zones, options.timezone));
    if (startsAt === undefined || endsAt === undefined || endsAt <= startsAt) return [];
    return endsAt > options.from && startsAt < options.to
      ? [{ who: nameOf(of.component), startsAt, endsAt }]
      : [];
  };
  if (!event.isRecurring()) return shift(event, event.startDate, event.endDate);
  const found: FileShift[] = [];
  const occurrences = event.iterator();
  for (let step = 0; step < mostSteps && found.length < options.most; step += 1) {
    const next: ICAL.Time | null | undefined = occurrences.next();
    if (!next || instantOf(next, zones, options.timezone) >= options.to) break;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    found.push(...shift(item, startDate, endDate));
  }
  return found;
}

/** The zone that an event's start names, if it is one of the IANA database: files often name one without defining it. */
function namedZone(part: ICAL.Component): string | null {
  const name = part.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? '';
  return v.is(timezoneSchema, name) ? name : null;
}

/** Times without a zone, and whole days, are in the given one. */
function instantOf(time: ICAL.Time, zones: ReadonlyMap<string, ICAL.Timezone>, timezone: string): number {
  const id = time.zone?.tzid ?? 'floating';
  if (id === 'UTC') return time.toUnixTime() * 1_000;
  const own = zones.get(id);
  if (own && !time.isDate) {
    const zoned = time.clone();
    zoned.zone = own;
    return zoned.toUnixTime() * 1_000;
  }
  const reading = [time.year, time.month, time.day].map((part, index) =>
    String(part).padStart(index === 0 ? 4 : 2, '0'),
  );
  const clock = [time.hour, time.minute].map((part) => String(time.isDate ? 0 : part).padStart(2, '0'));
  return fromLocal(`${reading.join('-')}T${clock.join(':')}`, timezone) ?? Number.NaN;
}

/** The first person who is invited, else what the event is called. */
function nameOf(part: ICAL.Component): string {
  const attendee = part.getFirstProperty('attendee');
  const common = attendee?.getFirstParameter('cn');
  const address = attendee
    ?.getFirstValue()
    ?.toString()
    .replace(/^mailto:/iu, '');
  return (common || address || part.getFirstPropertyValue('summary')?.toString() || 'Nobody').trim();
}
