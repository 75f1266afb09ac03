/** Turns and hours of a layer, from lengths in seconds as other tools have them. */
import { day, hour, limits, minute } from '#domain/constants.ts';
import { createZone } from '#domain/schedule/rota-zone.ts';
import type { WeeklyWindow } from '#domain/schedule/schema.ts';
import { unitLength } from '#domain/schedule/rota-layer.ts';
import { type ImportedLayer, notImportable } from './imported.ts';

export const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** @throws NotImportable for a length that is not of whole hours, or too long */
export function turnOf(seconds: number): Pick<ImportedLayer, 'unit' | 'every'> {
  const units = ['week', 'day', 'hour'] as const;
  const unit = units.find((one) => seconds > 0 && (seconds * 1_000) % unitLength[one] === 0);
  if (unit === undefined)
    return notImportable(`its turns of ${seconds} seconds are not of whole hours. Change them there first.`);
  const every = (seconds * 1_000) / unitLength[unit];
  if (every > limits.every)
    notImportable(`its turns of ${every} ${unit}s are longer than ${limits.every} ${unit}s.`);
  return { unit, every };
}

/** Windows of a length that begin on weekdays: one that is longer than a day is several, one after the other. */
export function windowsOf(weekdays: readonly number[], from: number, length: number): WeeklyWindow[] {
  const windows: WeeklyWindow[] = [];
  for (let done = 0; done < length; done += day) {
    const part = Math.min(day, length - done);
    windows.push({
      weekdays: weekdays.map((weekday) => ((weekday - 1 + done / day) % 7) + 1).toSorted((a, b) => a - b),
      from: timeText(from),
      to: timeText((from + part) % day),
    });
  }
  return windows;
}

/** Windows of the same hours as one. */
export function mergedWindows(windows: readonly WeeklyWindow[]): WeeklyWindow[] {
  const byHours = new Map<string, WeeklyWindow>();
  for (const window of windows) {
    const hours = `${window.from} ${window.to}`;
    const weekdays = [...new Set([...(byHours.get(hours)?.weekdays ?? []), ...window.weekdays])];
    byHours.set(hours, { ...window, weekdays: weekdays.toSorted((a, b) => a - b) });
  }
  return [...byHours.values()];
}

const timeText = (ms: number): string =>
  [Math.floor(ms / hour), Math.floor((ms % hour) / minute)]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** Milliseconds of `HH:MM:SS`, to the minute. @throws NotImportable */
export function timeOfDay(text: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/u.exec(text) ?? [];
  if (hours === undefined) return notImportable(`“${text.slice(0, 40)}” is no time of day.`);
  return Number(hours) * hour + Number(minutes) * minute;
}

type TurnsFrom = Pick<ImportedLayer, 'people' | 'unit' | 'every'> & {
  /** Beginning of the first person's turn, from which turns are counted. */
  readonly anchor: number;
  /** The layer counts from here. */
  readonly begins: number;
  readonly timezone: string;
};

/**
 * Start of the layer: turns are counted from the anchor. A layer with a start in the future begins with the turn at that time.
 * @throws NotImportable where that is in the middle of a turn
 */
export function firstTurn(
  { anchor, begins, people, unit, every, timezone }: TurnsFrom,
  now: number,
): Pick<ImportedLayer, 'people' | 'startsAt'> {
  if (begins <= now || begins <= anchor) return { people, startsAt: anchor };
  const zone = createZone(timezone);
  const turns = (zone.wallClock(begins) - zone.wallClock(anchor)) / (every * unitLength[unit]);
  if (!Number.isInteger(turns))
    return notImportable(
      `it begins on ${new Date(begins).toISOString()}, in the middle of a turn. Import again after that.`,
    );
  const first = turns % people.length;
  return { people: [...people.slice(first), ...people.slice(0, first)], startsAt: begins };
}
