/** Events of an iCalendar text, by ical.js: one an occurrence, within a span and bounds. ical.js comes with this module: load it when a calendar is read. */
import ICAL from 'ical.js';
import * as v from 'valibot';
import { timezoneSchema } from '#domain/base.ts';
import { createZone } from '#domain/schedule/rota-zone.ts';
import { isBoundedRule, stepWeight } from './calendar-rules.ts';

export interface CalendarEvent {
  /** The same at each reading, and another for each occurrence. */
  readonly key: string;
  readonly title: string;
  /** Name or mail address of the first person who is invited; null: nobody is. */
  readonly attendee: string | null;
  /** Mail addresses of those invited, then of the organizer. */
  readonly addresses: readonly string[];
  readonly startsAt: number;
  readonly endsAt: number;
  /** First and last whole day, as `2026-12-24`, the last one included; null: from a time to a time. */
  readonly days: { readonly first: string; readonly last: string } | null;
}

export interface CalendarOptions {
  /** Of times without a zone, and of whole days. */
  readonly timezone: string;
  readonly from: number;
  readonly to: number;
  /** Events at most; those after it are left out. */
  readonly most: number;
}

export type ReadCalendar =
  | {
      readonly ok: true;
      readonly events: readonly CalendarEvent[];
      /** Titles of events that can’t be read. */
      readonly unreadable: readonly string[];
      /** There are more than asked for. */
      readonly more: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** Steps through the occurrences of one event, and of all of them; a rule from long ago has many before the first that is wanted. */
const mostSteps = 20_000;
const mostWeightInAll = 60_000;

export function readCalendarEvents(text: string, options: CalendarOptions): ReadCalendar {
  let calendar: ICAL.Component;
  try {
    calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  } catch {
    return {
      ok: false,
      reason: 'This calendar can’t be read. Export it again as an .ics file, and try that one.',
    };
  }
  const reading = new Reading(zonesOf(calendar), options);
  const parts = calendar.getAllSubcomponents('vevent');
  const changed = Map.groupBy(
    parts.filter((part) => part.hasProperty('recurrence-id')),
    (part) => uidOf(part),
  );
  for (const part of parts) {
    if (part.hasProperty('recurrence-id') || isCancelled(part)) continue;
    if (reading.isFull()) break;
    reading.add(part, changed.get(uidOf(part)) ?? []);
  }
  return reading.result();
}

class Reading {
  private readonly zones: ReadonlyMap<string, ICAL.Timezone>;
  private readonly options: CalendarOptions;
  private readonly events: CalendarEvent[] = [];
  private readonly unreadable: string[] = [];
  private weight = 0;
  /** An event has more occurrences than were looked at. */
  private cutShort = false;

  constructor(zones: ReadonlyMap<string, ICAL.Timezone>, options: CalendarOptions) {
    this.zones = zones;
    this.options = options;
  }

  isFull(): boolean {
    return this.events.length > this.options.most || this.weight > mostWeightInAll;
  }

  add(part: ICAL.Component, exceptions: ICAL.Component[]): void {
    const found: CalendarEvent[] = [];
    try {
      const timezone = namedZone(part) ?? this.options.timezone;
      for (const one of this.occurrences(new ICAL.Event(part, { exceptions }), timezone)) found.push(one);
    } catch {
      this.unreadable.push(titleOf(part));
      return;
    }
    this.events.push(...found);
  }

  result(): ReadCalendar {
    const { events, unreadable } = this;
    const { most } = this.options;
    return { ok: true, events: events.slice(0, most), unreadable, more: this.cutShort || this.isFull() };
  }

  private *occurrences(event: ICAL.Event, timezone: string): Generator<CalendarEvent> {
    if (!event.isRecurring()) {
      yield* this.occurrence(event, [event.startDate, event.endDate], timezone, '');
      return;
    }
    const rules = event.component.getAllProperties('rrule').map((rule) => String(rule.getFirstValue()));
    if (!rules.every(isBoundedRule)) throw new RangeError('This rule may never end.');
    const weight = rules.reduce((sum, rule) => sum + stepWeight(rule), 1);
    const { most, to } = this.options;
    const times = event.iterator();
    let found = 0;
    for (let step = 0; step < mostSteps && found <= most && this.weight <= mostWeightInAll; step += 1) {
      this.weight += weight;
      const next: ICAL.Time | null | undefined = times.next();
      if (!next || instantOf(next, this.zones, timezone) >= to) return;
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      if (isCancelled(item.component)) continue;
      for (const one of this.occurrence(item, [startDate, endDate], timezone, next.toString())) {
        found += 1;
        yield one;
      }
    }
    this.cutShort = true;
  }

  private *occurrence(
    { component, uid }: ICAL.Event,
    [start, end]: readonly [ICAL.Time, ICAL.Time],
    timezone: string,
    at: string,
  ): Generator<CalendarEvent> {
    const [startsAt, endsAt] = [start, end].map((time) => instantOf(time, this.zones, timezone));
    if (startsAt === undefined || endsAt === undefined || endsAt <= startsAt) return;
    if (endsAt <= this.options.from || startsAt >= this.options.to) return;
    yield {
      key: `${uid} ${at === '' ? start.toString() : at}`,
      title: titleOf(component),
      attendee: attendeeOf(component),
      addresses: addressesOf(component),
      startsAt,
      endsAt,
      days: start.isDate ? { first: dayOf(start), last: dayBefore(end) } : null,
    };
  }
}

function zonesOf(calendar: ICAL.Component): ReadonlyMap<string, ICAL.Timezone> {
  const zones = new Map<string, ICAL.Timezone>();
  for (const part of calendar.getAllSubcomponents('vtimezone')) {
    const zone = new ICAL.Timezone(part);
    if (zone.tzid) zones.set(zone.tzid, zone);
  }
  return zones;
}

const isCancelled = (part: ICAL.Component): boolean => part.getFirstPropertyValue('status') === 'CANCELLED';
const uidOf = (part: ICAL.Component): string => String(part.getFirstPropertyValue('uid'));
const titleOf = (part: ICAL.Component): string => String(part.getFirstPropertyValue('summary') ?? '').trim();

function attendeeOf(part: ICAL.Component): string | null {
  const first = part.getFirstProperty('attendee');
  const name = first?.getFirstParameter('cn')?.trim() || (first && addressIn(first));
  return name ? name : null;
}

const addressIn = (property: ICAL.Property): string =>
  String(property.getFirstValue())
    .replace(/^mailto:/iu, '')
    .trim();

const addressesOf = (part: ICAL.Component): readonly string[] =>
  [...part.getAllProperties('attendee'), ...part.getAllProperties('organizer')]
    .map((property) => addressIn(property).toLowerCase())
    .filter((address) => address.includes('@'));

/** The zone that an event's start names, if it is one of the IANA database: files often name one without defining it. */
function namedZone(part: ICAL.Component): string | null {
  const name = part.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? '';
  return v.is(timezoneSchema, name) ? name : null;
}

const dayOf = ({ year, month, day }: ICAL.Time): string =>
  [year, month, day].map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');

/** The end of whole days is the day after the last. */
function dayBefore(end: ICAL.Time): string {
  const last = end.clone();
  last.addDuration(ICAL.Duration.fromData({ days: 1, isNegative: true }));
  return dayOf(last);
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
  const [hours, minutes] = time.isDate ? [0, 0] : [time.hour, time.minute];
  const reading = Date.parse(`${dayOf(time)}T00:00Z`) + (hours * 60 + minutes) * 60_000;
  return Number.isNaN(reading) ? Number.NaN : createZone(timezone).instant(reading);
}
