/** Days of a calendar: shares of the people on call, gaps, and changes by overrides. */
import { day } from '../constants.ts';
import { shiftChanges } from './comparison.ts';
import { type Shift, shiftsBetween } from './rota.ts';
import { createZone } from './rota-zone.ts';
import type { Override } from './schema.ts';
import { rotaBeginning, type Rota } from './versions.ts';

export interface DayShare {
  readonly userId: string;
  /** Milliseconds of the day. */
  readonly time: number;
}

export interface RotaDay {
  /** Number of the day, counted from 1 January 1970. */
  readonly date: number;
  readonly startsAt: number;
  readonly endsAt: number;
  /** Members on call that day, most time first; ties: the earlier in the day first. */
  readonly people: readonly DayShare[];
  /** Milliseconds in which nobody is on call, without those before the rota began. */
  readonly gap: number;
  /** Whether it ends before the rota began, and no override puts somebody on call in it. */
  readonly early: boolean;
  /** Whether an override has put somebody else on call than the layers for a part of it. */
  readonly overridden: boolean;
}

export interface RotaDaysOptions {
  /** Number of the first day. */
  readonly first: number;
  readonly count: number;
  /** Zone in which the days begin and end. */
  readonly timezone: string;
}

/** Number of the day that an instant is in, on a zone's calendar. */
export const dateIn = (timezone: string, at: number): number =>
  Math.floor(createZone(timezone).wallClock(at) / day);

/** Days that the clocks skip are left out. */
export function rotaDays(
  schedule: Rota,
  overrides: readonly Override[],
  { first, count, timezone }: RotaDaysOptions,
): readonly RotaDay[] {
  const zone = createZone(timezone);
  const starts = Array.from({ length: count + 1 }, (_, index) => zone.instant((first + index) * day));
  const [from, to] = [starts[0] ?? 0, starts.at(-1) ?? 0];
  const own = overrides.filter(
    ({ scheduleId, startsAt, endsAt }) => scheduleId === schedule.id && startsAt < to && from < endsAt,
  );
  const shiftsIn = cursorOver(shiftsBetween(schedule, own, from, to));
  const changesIn = cursorOver(overrideChanges(schedule, own, from, to));
  const beginsAt = rotaBeginning(schedule);
  const days: RotaDay[] = [];
  for (const [index, startsAt] of starts.slice(0, -1).entries()) {
    const endsAt = starts[index + 1] ?? startsAt;
    if (endsAt <= startsAt) continue;
    const parts = shiftsIn(startsAt, endsAt);
    const times = new Map<string | null, number>();
    for (const { userId, startsAt: begins, endsAt: ends } of parts) {
      const countedFrom = Math.max(begins, startsAt, userId === null ? beginsAt : begins);
      const time = Math.max(0, Math.min(ends, endsAt) - countedFrom);
      times.set(userId, (times.get(userId) ?? 0) + time);
    }
    const people = [...times].flatMap(([userId, time]) => (userId === null ? [] : [{ userId, time }]));
    days.push({
      ...{ date: first + index, startsAt, endsAt },
      people: people.toSorted((one, other) => other.time - one.time),
      gap: times.get(null) ?? 0,
      early: endsAt <= beginsAt && people.length === 0,
      overridden: changesIn(startsAt, endsAt).length > 0,
    });
  }
  return days;
}

/** Person with the largest part of a day, gaps aside; null if nobody is on call in it. */
export const holderOfDay = ({ people }: Pick<RotaDay, 'people'>): string | null => people[0]?.userId ?? null;

export interface DayCount {
  readonly userId: string;
  readonly days: number;
}

/** Number of days that each person holds most of, most days first. */
export function daysByHolder(days: readonly RotaDay[]): readonly DayCount[] {
  const counts = new Map<string, number>();
  for (const one of days) {
    const userId = holderOfDay(one);
    if (userId !== null) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  }
  return [...counts]
    .map(([userId, count]) => ({ userId, days: count }))
    .toSorted((one, other) => other.days - one.days || (one.userId < other.userId ? -1 : 1));
}

type Span = Pick<Shift, 'startsAt' | 'endsAt'>;

/** Spans in which overrides change the person on call. */
function overrideChanges(rota: Rota, overrides: readonly Override[], from: number, to: number) {
  const startsAt = Math.max(from, Math.min(...overrides.map((one) => one.startsAt)));
  const endsAt = Math.min(to, Math.max(...overrides.map((one) => one.endsAt)));
  if (!(startsAt < endsAt)) return [];
  return shiftChanges(
    shiftsBetween(rota, [], startsAt, endsAt),
    shiftsBetween(rota, overrides, startsAt, endsAt),
  );
}

/** The spans that share some time with another one; asked in ascending order. */
function cursorOver<S extends Span>(spans: readonly S[]): (from: number, to: number) => readonly S[] {
  let index = 0;
  return (from, to) => {
    while ((spans[index]?.endsAt ?? Number.POSITIVE_INFINITY) <= from) index += 1;
    let end = index;
    while ((spans[end]?.startsAt ?? Number.POSITIVE_INFINITY) < to) end += 1;
    return spans.slice(index, end);
  };
}
