/** Zones of one calendar: those that it defines, then those that their names stand for. */
import ICAL from 'ical.js';
import { createZone, type Zone } from '#domain/schedule/rota-zone.ts';
import { isBoundedZone, mostZones, type RawComponent, zoneNameOf } from './calendar-bounds.ts';
import { UnreadableEvent } from './calendar-left-out.ts';
import { zoneCalled } from './calendar-zone-names.ts';
import type { StepCounter } from './calendar-steps.ts';

/** Steps of ical.js for one zone. */
const zoneSteps = 100_000;
/** Years after the last time that is looked for in which a calendar’s own zones are followed. */
const zoneYears = 3;

export class CalendarZones {
  /** Names that stand for no zone: their times are read in the zone of times without one. */
  readonly unknown = new Set<string>();
  /** Of times without a zone, and of whole days. */
  readonly floating: Zone;
  private readonly defined: ReadonlyMap<string, RawComponent>;
  private readonly zones = new Map<string, Zone | null>();
  private readonly last: number;
  private readonly steps: StepCounter;

  /** `last`: the last time that is looked for. */
  constructor(
    defined: readonly RawComponent[],
    options: { readonly timezone: string; readonly last: number; readonly steps: StepCounter },
  ) {
    const { timezone, last, steps } = options;
    this.defined = new Map(defined.slice(0, mostZones).map((zone) => [zoneNameOf(zone) ?? '', zone]));
    this.floating = createZone(timezone);
    this.last = last;
    this.steps = steps;
  }

  /** @throws UnreadableEvent for a zone that the calendar defines, that can’t be followed, and whose name stands for none */
  called(tzid: string): Zone {
    const cached = this.zones.get(tzid);
    const zone = cached === undefined ? this.find(tzid) : cached;
    this.zones.set(tzid, zone);
    if (zone === null) throw new UnreadableEvent('its zone can’t be followed');
    return zone;
  }

  private find(tzid: string): Zone | null {
    const defined = this.defined.get(tzid);
    const own = defined && this.definedZone(defined);
    const zone = own ?? zoneCalled(tzid);
    if (zone) return zone;
    if (defined && defined[2].length > 0) return null;
    this.unknown.add(tzid);
    return this.floating;
  }

  /** Zone defined in the calendar; undefined where that fails. Expanded once, up to the latest requested time. */
  private definedZone(raw: RawComponent): Zone | undefined {
    if (raw[2].length === 0 || !isBoundedZone(raw)) return undefined;
    const lastYear = new Date(this.last).getUTCFullYear() + zoneYears;
    try {
      return this.steps.part(zoneSteps, () => followed(raw, lastYear));
    } catch {
      return undefined;
    }
  }
}

/** A `VTIMEZONE` as a zone. Times after `lastYear` have the offset of that year. @throws Error for one that ical.js can’t follow */
function followed(raw: RawComponent, lastYear: number): Zone {
  const zone = new ICAL.Timezone(new ICAL.Component(raw as unknown as unknown[]));
  const last = Date.UTC(lastYear, 11, 31);
  const first = firstChange(raw);
  const offset = (reading: number): number => {
    // ical.js takes times before the first change for UTC.
    if (reading < first.reading) return first.offset;
    return zone.utcOffset(floatingTime(Math.min(reading, last))) * 1_000;
  };
  offset(last);
  return {
    instant: (reading) => reading - offset(reading),
    wallClock(instant) {
      let reading = instant + offset(instant);
      for (let round = 0; round < 2; round += 1) reading = instant + offset(reading);
      return reading;
    },
  };
}

function firstChange([, , changes]: RawComponent): { readonly reading: number; readonly offset: number } {
  const starts = changes.map((change) => {
    const component = new ICAL.Component(change as unknown as unknown[]);
    const [start, offset] = ['dtstart', 'tzoffsetfrom'].map((name) => component.getFirstPropertyValue(name));
    if (!(start instanceof ICAL.Time) || !(offset instanceof ICAL.UtcOffset))
      throw new RangeError('A change of the zone has no time or no offset.');
    return { reading: readingOf(start), offset: offset.toSeconds() * 1_000 };
  });
  return starts.reduce((one, other) => (other.reading < one.reading ? other : one));
}

/** Reading of a wall clock, in milliseconds, as if it were in UTC. */
function readingOf({ year, month, day, hour, minute, second, isDate }: ICAL.Time): number {
  const [hours, minutes, seconds] = isDate ? [0, 0, 0] : [hour, minute, second];
  // Years before 100 are no years of the 20th century.
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

/** Time of ical.js without a zone. */
function floatingTime(reading: number): ICAL.Time {
  const at = new Date(reading);
  const date = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
  const time = { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() };
  return new ICAL.Time({ ...date, ...time, isDate: false }, ICAL.Timezone.localTimezone);
}
