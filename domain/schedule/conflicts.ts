/** Conflicts: the same person on call in two schedules at once. */
import type { Override, Schedule } from './schema.ts';
import { shiftsBetween } from './rota.ts';

export interface Conflict {
  readonly userId: string;
  /** Ids, in the order of the schedules. */
  readonly scheduleIds: readonly string[];
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Times from `from` up to `to` in which a person is on call more than once, earliest first. */
export function conflictsBetween(
  schedules: readonly Schedule[],
  overrides: readonly Override[],
  from: number,
  to: number,
): readonly Conflict[] {
  const held = schedules.flatMap((schedule) =>
    shiftsBetween(schedule, overrides, from, to).flatMap(({ userId, startsAt, endsAt }) =>
      userId === null ? [] : [{ scheduleId: schedule.id as string, userId, startsAt, endsAt }],
    ),
  );
  const people = new Set(held.map(({ userId }) => userId));
  return [...people]
    .flatMap((userId) => overlaps(held.filter((shift) => shift.userId === userId)))
    .toSorted((one, other) => one.startsAt - other.startsAt || (one.userId < other.userId ? -1 : 1));
}

interface HeldShift {
  readonly scheduleId: string;
  readonly userId: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Overlaps of one person's shifts. Neighbours in the same schedules are merged. */
function overlaps(shifts: readonly HeldShift[]): readonly Conflict[] {
  const edges = [...new Set(shifts.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]))];
  const sorted = edges.toSorted((one, other) => one - other);
  const found: { userId: string; scheduleIds: string[]; startsAt: number; endsAt: number }[] = [];
  for (const [index, startsAt] of sorted.slice(0, -1).entries()) {
    const endsAt = sorted[index + 1] ?? startsAt;
    const current = shifts.filter((shift) => shift.startsAt <= startsAt && startsAt < shift.endsAt);
    const [first] = current;
    if (first === undefined || current.length < 2) continue;
    const scheduleIds = current.map(({ scheduleId }) => scheduleId);
    const last = found.at(-1);
    if (last && last.endsAt === startsAt && String(last.scheduleIds) === String(scheduleIds))
      last.endsAt = endsAt;
    else found.push({ userId: first.userId, scheduleIds, startsAt, endsAt });
  }
  return found;
}
