/**
 * Events of an iCalendar text: one for each occurrence, within a span and bounds. ical.js comes with this module: load it when a calendar
 * is read. Unreadable parts are left out, counted and named.
 */
import { day, limits } from '#domain/constants.ts';
import type { LeftOutEntry } from '#domain/leave-calendar/left-out.ts';
import { isBoundedEvent, propertiesOf, textIn } from './calendar-bounds.ts';
import { CalendarExceptions, isException } from './calendar-exceptions.ts';
import { eventContentOf, isCancelled, titleOf } from './calendar-fields.ts';
import { LeftOutList, UnreadableEvent } from './calendar-left-out.ts';
import { type CalendarLines, type EventLines, readLines } from './calendar-lines.ts';
import { isRecurring, startsOf } from './calendar-occurrences.ts';
import { StepCounter, StepsExceeded } from './calendar-steps.ts';
import { type EventTimes, icalTime, occurrenceAt, timesIn, eventTimes } from './calendar-times.ts';
import { newestVersions } from './calendar-versions.ts';
import { CalendarZones } from './calendar-zones.ts';

export interface CalendarEvent {
  /** The same at each reading, and another for each occurrence. */
  readonly key: string;
  readonly title: string;
  /** Name or mail address of the first person who is invited and has not declined; null: nobody is. */
  readonly attendee: string | null;
  /** Mail addresses of those invited who have not declined, then of the organizer. */
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
      /** The first of what was left out. */
      readonly leftOut: readonly LeftOutEntry[];
      readonly leftOutCount: number;
      /** Names of zones that stand for none: their times were read in the zone of times without one. */
      readonly unknownZones: readonly string[];
      /** There are more events than asked for, or than can be read. */
      readonly more: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** Steps of ical.js (`calendar-steps.ts`): of a text, and of one event. */
export const calendarStepLimits = { text: 1_000_000, event: 300_000 } as const;

/** Reads a text within bounds that hold whatever is in it. `steps`: the counter of a test. */
export function readCalendarEvents(
  text: string,
  options: CalendarOptions,
  steps: StepCounter = new StepCounter(calendarStepLimits.text),
): ReadCalendar {
  const lines = readLines(text);
  if (!lines.ok) return lines;
  const reading = new Reading(options, steps, lines.more);
  for (const { line } of lines.bad)
    reading.leftOut.add({ title: '', line, reason: 'it is no line of a calendar' });
  reading.addCalendars(lines.calendars);
  return reading.result();
}

/** An event with the zones of its calendar. */
interface ZonedEvent extends EventLines {
  readonly zones: CalendarZones;
  readonly isCancelled: boolean;
}

class Reading {
  readonly leftOut = new LeftOutList();
  private readonly options: CalendarOptions;
  private readonly steps: StepCounter;
  private readonly events: CalendarEvent[] = [];
  /** Some events, or occurrences of one, were not looked at. */
  private cutShort: boolean;
  private readonly unknownZones = new Set<string>();

  constructor(options: CalendarOptions, steps: StepCounter, cutShort: boolean) {
    this.options = options;
    this.steps = steps;
    this.cutShort = cutShort;
  }

  addCalendars(calendars: readonly CalendarLines[]): void {
    const { timezone, to: last } = this.options;
    const events = calendars.flatMap((calendar) => {
      const zones = new CalendarZones(calendar.zones, { timezone, last, steps: this.steps });
      const cancels = calendar.properties.some(
        ([name, , , value]) => name === 'method' && value === 'CANCEL',
      );
      return calendar.events.map((event): ZonedEvent => ({
        ...event,
        zones,
        isCancelled: cancels || isCancelled(event.raw),
      }));
    });
    const current = newestVersions(events);
    const exceptions = new CalendarExceptions(current, this.steps);
    for (const event of current) {
      if (event.isCancelled || exceptions.isOfCancelled(event)) continue;
      if (this.isFull()) {
        this.cutShort = true;
        break;
      }
      this.addEvent(event, exceptions);
    }
    for (const { zones } of events) for (const name of zones.unknown) this.unknownZones.add(name);
  }

  result(): ReadCalendar {
    const { events, leftOut, unknownZones } = this;
    return {
      ok: true,
      events: withOwnKeys(events.slice(0, this.options.most)),
      leftOut: leftOut.named,
      leftOutCount: leftOut.count,
      unknownZones: [...unknownZones].slice(0, limits.leftOutNotes),
      more: this.cutShort || this.isFull(),
    };
  }

  private isFull(): boolean {
    return this.events.length > this.options.most || this.steps.isExhausted();
  }

  private addEvent(event: ZonedEvent, exceptions: CalendarExceptions<ZonedEvent>): void {
    const { raw, line, bad } = event;
    const title = titleOf(raw);
    const [badLine] = bad;
    try {
      if (badLine !== undefined)
        throw new UnreadableEvent(
          `its line ${badLine.line} (${badLine.property.toUpperCase()}) can’t be read`,
        );
      if (!isBoundedEvent(raw)) throw new UnreadableEvent('it is too large');
      const found = this.steps.part(calendarStepLimits.event, () => [...this.occurrences(event, exceptions)]);
      this.events.push(...found);
    } catch (error) {
      this.leftOut.add({ title, line, reason: reasonOf(error) });
    }
  }

  private *occurrences(
    event: ZonedEvent,
    exceptions: CalendarExceptions<ZonedEvent>,
  ): Generator<CalendarEvent> {
    const { raw, zones } = event;
    const times = eventTimes(raw, zones);
    if (isException(event)) {
      timesIn(raw, 'recurrence-id', zones);
      yield* this.occurrence(event, times, JSON.stringify(propertiesOf(raw, 'recurrence-id')));
      return;
    }
    if (!isRecurring(raw)) {
      yield* this.occurrence(event, times, icalTime(times.start, times.isDate));
      return;
    }
    const changed = exceptions.of(event, times);
    const { from, to, most } = this.options;
    // Days are longer than any difference between two zones.
    const earliest = changed.changesFollowing ? -Infinity : from - (times.end - times.start) - 2 * day;
    const span = { from: earliest, to: to + 2 * day, steps: this.steps };
    let found = 0;
    for (const start of startsOf(raw, times, zones, span)) {
      if (found > most) return;
      if (changed.replaces(start)) continue;
      const moved = changed.following(start);
      if (moved === 'cancelled') return;
      const [source, own] = moved ?? [event, occurrenceAt(times, start)];
      for (const one of this.occurrence(source, own, icalTime(start, times.isDate))) {
        found += 1;
        yield one;
      }
    }
  }

  /** Nothing outside of the span that is looked for. */
  private *occurrence(event: ZonedEvent, times: EventTimes, at: string): Generator<CalendarEvent> {
    const { startsAt, endsAt, isDate, start, end } = times;
    if (!Number.isFinite(startsAt) || !Number.isFinite(endsAt)) throw new UnreadableEvent('its time is none');
    if (Math.max(startsAt, endsAt) <= this.options.from || startsAt >= this.options.to) return;
    if (endsAt === startsAt) throw new UnreadableEvent('it ends when it begins');
    if (endsAt < startsAt) throw new UnreadableEvent('it ends before it begins');
    yield {
      key: `${textIn(event.raw, 'uid')} ${at}`,
      ...eventContentOf(event.raw),
      startsAt,
      endsAt,
      days: isDate ? { first: icalTime(start, true), last: icalTime(end - day, true) } : null,
    };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableEvent) return error.message;
  return error instanceof StepsExceeded ? 'it takes too long to follow' : 'it can’t be read';
}

/** Some programs give one UID, or none, to many events. */
function withOwnKeys(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  const used = new Set<string>();
  return events.map((event) => {
    const who = `${event.key} ${event.attendee ?? event.title}`;
    const key =
      [event.key, who].find((candidate) => !used.has(candidate)) ??
      `${who} ${icalTime(event.startsAt, false)} ${used.size}`;
    used.add(key);
    return { ...event, key };
  });
}
