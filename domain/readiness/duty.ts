/** People on call now and next: their reachability matters first. */
import { day } from '../constants.ts';
import type { Override, Schedule } from '../schedule/schema.ts';
import { shiftsBetween } from '../schedule/rota.ts';

export interface ReadinessDuty {
  /** `now`: their shift runs; `next`: theirs is the next one of a schedule. */
  readonly kind: 'now' | 'next';
  /** Names of the schedules. */
  readonly schedules: readonly string[];
  /** Beginning of the next shift; of a running one, its end. */
  readonly at: number;
}

/** Time ahead in which the next person is looked for. */
const ahead = 14 * day;

/** Duties by user id; a person who is neither on call nor next is left out. */
export function dutiesNow(
  {
    schedules,
    overrides,
  }: { readonly schedules: readonly Schedule[]; readonly overrides: readonly Override[] },
  now: number,
): ReadonlyMap<string, ReadinessDuty> {
  const found = new Map<string, ReadinessDuty>();
  const note = (userId: string, kind: ReadinessDuty['kind'], schedule: string, at: number) => {
    const before = found.get(userId);
    if (before?.kind === 'now' && kind === 'next') return;
    const schedules = before?.kind === kind ? [...before.schedules, schedule] : [schedule];
    found.set(userId, { kind, schedules, at: before?.kind === kind ? Math.min(before.at, at) : at });
  };
  for (const schedule of schedules) {
    const shifts = shiftsBetween(schedule, overrides, now, now + ahead);
    const current = shifts.find(({ startsAt, userId }) => startsAt <= now && userId !== null);
    const next = shifts.find(
      ({ startsAt, userId }) => startsAt > now && userId !== null && userId !== current?.userId,
    );
    if (current?.userId) note(current.userId, 'now', schedule.name, current.endsAt);
    if (next?.userId) note(next.userId, 'next', schedule.name, next.startsAt);
  }
  return found;
}
