/**
 * A time zone as two functions between instants (epoch milliseconds) and wall-clock readings (the same digits read as
 * if they were UTC, in milliseconds). A reading that the clocks skip counts from before the change; of one that
 * comes twice, the first is meant.
 */
import { Temporal } from 'temporal-polyfill';
import { day } from '../constants.ts';

export interface Zone {
  readonly wallClock: (instant: number) => number;
  readonly instant: (wallClock: number) => number;
}

/** Zones that were asked for, the oldest first: their offsets by day are known then. Bounded, since a name may be in any case. */
const zones = new Map<string, Zone>();
const mostZones = 50;
/** Offsets of some decades. */
const mostDays = 20_000;

export function createZone(timezone: string): Zone {
  const known = zones.get(timezone);
  if (known !== undefined) return known;
  const zone = newZone(timezone);
  const [oldest] = zones.keys();
  if (zones.size >= mostZones && oldest !== undefined) zones.delete(oldest);
  zones.set(timezone, zone);
  return zone;
}

function newZone(timezone: string): Zone {
  /** The offset at the beginning of a day of UTC, by its number. */
  const daily = new Map<number, number>();

  return {
    wallClock: (instant) => instant + offset(instant),
    instant(wallClock) {
      // No zone is further from UTC than this; where no clock changes in between, one offset holds.
      const before = offset(wallClock - day);
      if (before === offset(wallClock + day)) return wallClock - before;
      const reading = Temporal.Instant.fromEpochMilliseconds(Math.floor(wallClock)).toZonedDateTimeISO('UTC');
      const zoned = reading.toPlainDateTime().toZonedDateTime(timezone, { disambiguation: 'compatible' });
      return zoned.epochMilliseconds;
    },
  };

  /** Offset of an instant; computed by Temporal only on a day on which the clocks change. */
  function offset(instant: number): number {
    const number = Math.floor(instant / day);
    const before = dayOffset(number);
    return before === dayOffset(number + 1) ? before : exactOffset(instant);
  }

  function dayOffset(number: number): number {
    const known = daily.get(number);
    if (known !== undefined) return known;
    const asked = exactOffset(number * day);
    if (daily.size >= mostDays) daily.clear();
    daily.set(number, asked);
    return asked;
  }

  function exactOffset(instant: number): number {
    const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(timezone);
    return Math.round(zoned.offsetNanoseconds / 1_000_000);
  }
}
