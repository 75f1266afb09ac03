/** Occurrences of recurring events that were changed or cancelled. Each is an event of its own, which takes the place of one occurrence. */
import { propertiesOf, textIn } from './calendar-bounds.ts';
import type { EventLines } from './calendar-lines.ts';
import type { StepCounter } from './calendar-steps.ts';
import {
  type EventTimes,
  inTermsOf,
  occurrenceAt,
  timeOfDay,
  timesIn,
  eventTimes,
} from './calendar-times.ts';
import type { CalendarZones } from './calendar-zones.ts';

interface ExceptionEvent extends EventLines {
  readonly zones: CalendarZones;
  readonly isCancelled: boolean;
}

export const isException = ({ raw }: EventLines): boolean => propertiesOf(raw, 'recurrence-id').length > 0;

export class CalendarExceptions<E extends ExceptionEvent> {
  private readonly byUid: ReadonlyMap<string | null, readonly E[]>;
  private readonly cancelled: ReadonlySet<string>;
  private readonly steps: StepCounter;
  /** Related once for each UID and clock, however many events have it. */
  private readonly related = new Map<
    string,
    { readonly times: EventTimes; readonly own: OwnExceptions<E> }
  >();

  constructor(events: readonly E[], steps: StepCounter) {
    this.steps = steps;
    this.byUid = Map.groupBy(events.filter(isException), ({ raw }) => textIn(raw, 'uid'));
    const masters = events.filter((event) => !isException(event));
    const live = new Set(masters.filter((event) => !event.isCancelled).map(({ raw }) => textIn(raw, 'uid')));
    this.cancelled = new Set(
      masters.flatMap(({ raw }) => {
        const uid = textIn(raw, 'uid');
        return uid === null || live.has(uid) ? [] : [uid];
      }),
    );
  }

  /** Whether the whole series is cancelled. */
  isOfCancelled(event: E): boolean {
    const uid = textIn(event.raw, 'uid');
    return isException(event) && uid !== null && this.cancelled.has(uid);
  }

  /** The exceptions of an event. @throws StepsExceeded */
  of({ raw }: E, times: EventTimes): OwnExceptions<E> {
    const uid = textIn(raw, 'uid');
    // Without a UID none is anybody’s.
    if (uid === null) return new OwnExceptions<E>([], times);
    const key = JSON.stringify([uid, times.isDate, timeOfDay(times.start)]);
    const cached = this.related.get(key);
    if (cached?.times.zone === times.zone) return cached.own;
    const exceptions = this.byUid.get(uid) ?? [];
    this.steps.take(exceptions.length);
    const own = new OwnExceptions(exceptions, times);
    this.related.set(key, { times, own });
    return own;
  }
}

interface Following<E> {
  readonly from: number;
  readonly event: E;
}

class OwnExceptions<E extends ExceptionEvent> {
  private readonly replaced = new Set<number>();
  /** Exceptions that change all later occurrences too, the last one first. */
  private readonly ranges: readonly Following<E>[];
  private readonly times: EventTimes;

  constructor(exceptions: readonly E[], times: EventTimes) {
    this.times = times;
    const ranges: Following<E>[] = [];
    for (const event of exceptions) {
      const from = replacedStart(event, times);
      if (from === null) continue;
      this.replaced.add(from);
      const [range] = propertiesOf(event.raw, 'recurrence-id');
      if (range?.[1]['range'] === 'THISANDFUTURE') ranges.push({ from, event });
    }
    this.ranges = ranges.toSorted((one, other) => other.from - one.from);
  }

  /** An exception takes the place of the occurrence that starts then. */
  replaces(start: number): boolean {
    return this.replaced.has(start);
  }

  get changesFollowing(): boolean {
    return this.ranges.length > 0;
  }

  /** The occurrence as an earlier exception has changed it; null: none did. */
  following(start: number): readonly [E, EventTimes] | 'cancelled' | null {
    const range = this.ranges.find(({ from }) => from < start);
    if (range === undefined) return null;
    const { event, from } = range;
    if (event.isCancelled) return 'cancelled';
    const changed = eventTimes(event.raw, event.zones);
    const { zone } = this.times;
    const onItsClock = (reading: number) => {
      if (changed.isDate) return reading - timeOfDay(reading);
      return changed.zone === zone ? reading : changed.zone.wallClock(zone.instant(reading));
    };
    return [event, occurrenceAt(changed, onItsClock(start) + changed.start - onItsClock(from))];
  }
}

/** Null for an exception that can’t be read: it is left out, and the occurrence stays. */
function replacedStart({ raw, zones, bad }: ExceptionEvent, times: EventTimes): number | null {
  if (bad.length > 0) return null;
  try {
    const [time] = timesIn(raw, 'recurrence-id', zones);
    return time === undefined ? null : inTermsOf(times, time);
  } catch {
    return null;
  }
}
