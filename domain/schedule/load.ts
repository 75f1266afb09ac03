/** Distribution of the time on call, with the share at night and on weekends, each on the person's own wall clock. */
import { day } from '../constants.ts';
import type { Shift } from './rota.ts';
import { createZone, type Zone } from './rota-zone.ts';
import { weekdayOf } from './weekly-windows.ts';

/** Times in milliseconds; the counts are of nights and weekends of which any part is on call. */
export interface Load {
  readonly userId: string;
  readonly time: number;
  readonly nightTime: number;
  readonly nights: number;
  readonly weekendTime: number;
  readonly weekends: number;
}

const hour = 3_600_000;
/** Night from 22:00 to 07:00 of the next day. */
const night = { from: 22 * hour, to: day + 7 * hour } as const;

/** Loads of all persons with any time, most time first. `timezoneOf` gives the zone in which a person's nights are counted. */
export function loads(shifts: readonly Shift[], timezoneOf: (userId: string) => string): readonly Load[] {
  const byPerson = new Map<string, Shift[]>();
  for (const shift of shifts) {
    if (shift.userId === null) continue;
    byPerson.set(shift.userId, [...(byPerson.get(shift.userId) ?? []), shift]);
  }
  return [...byPerson]
    .map(([userId, own]) => loadOf(userId, own, createZone(timezoneOf(userId))))
    .toSorted((one, other) => other.time - one.time || (one.userId < other.userId ? -1 : 1));
}

function loadOf(userId: string, shifts: readonly Shift[], zone: Zone): Load {
  const nights = new Map<number, number>();
  const weekends = new Map<number, number>();
  let time = 0;
  for (const shift of shifts) {
    time += shift.endsAt - shift.startsAt;
    const first = Math.floor(zone.wallClock(shift.startsAt) / day) - 1;
    const last = Math.floor(zone.wallClock(shift.endsAt) / day);
    for (let date = first; date <= last; date += 1) {
      add(
        nights,
        date,
        within(shift, zone.instant(date * day + night.from), zone.instant(date * day + night.to)),
      );
      // Named by its Saturday.
      if (weekdayOf(date) === 6 || weekdayOf(date) === 7) {
        const saturday = date - (weekdayOf(date) - 6);
        add(weekends, saturday, within(shift, zone.instant(date * day), zone.instant((date + 1) * day)));
      }
    }
  }
  return {
    userId,
    time,
    nightTime: sum(nights),
    nights: nights.size,
    weekendTime: sum(weekends),
    weekends: weekends.size,
  };
}

const within = ({ startsAt, endsAt }: Shift, from: number, to: number): number =>
  Math.max(0, Math.min(endsAt, to) - Math.max(startsAt, from));

function add(times: Map<number, number>, key: number, time: number): void {
  if (time > 0) times.set(key, (times.get(key) ?? 0) + time);
}

const sum = (times: ReadonlyMap<number, number>): number =>
  [...times.values()].reduce((all, one) => all + one, 0);
