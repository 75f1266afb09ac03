/**
 * A time zone as two functions between instants (epoch milliseconds) and wall-clock readings (the same digits read as
 * if they were UTC, in milliseconds). A reading that the clocks skip counts from before the change; of one that
 * comes twice, the first is meant.
 */
import { Temporal } from 'temporal-polyfill';

export interface Zone {
  readonly wallClock: (instant: number) => number;
  readonly instant: (wallClock: number) => number;
}

export function createZone(timezone: string): Zone {
  return {
    wallClock: (instant) => instant + offset(instant),
    instant(wallClock) {
      // Where no clock changes within a day, one offset holds and Temporal need not be asked.
      const before = offset(wallClock - dayLong);
      if (before === offset(wallClock + dayLong)) return wallClock - before;
      const reading = Temporal.Instant.fromEpochMilliseconds(Math.floor(wallClock))
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime();
      return reading.toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds;
    },
  };

  function offset(instant: number): number {
    const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(timezone);
    return Math.round(zoned.offsetNanoseconds / 1_000_000);
  }
}

const dayLong = 26 * 3_600_000;
