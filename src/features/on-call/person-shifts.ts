/** The shifts of one person in the next four weeks, over all schedules. */
import { day } from '#domain/constants.ts';
import { type Shift, shiftsBetween } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';

export interface Rotas {
  readonly schedules: readonly Schedule[];
  readonly overrides: readonly Override[];
}

export type PersonShift = Shift & { readonly schedule: Schedule };

/** Shifts are cut off here. */
export const shiftsEnd = (now: number): number => now + 28 * day;

/** The running one first, cut off at now. */
export const shiftsOfPerson = (
  { schedules, overrides }: Rotas,
  userId: string,
  now: number,
): readonly PersonShift[] =>
  schedules
    .flatMap((schedule) =>
      shiftsBetween(schedule, overrides, now, shiftsEnd(now))
        .filter((shift) => shift.userId === userId)
        .map((shift) => ({ ...shift, schedule })),
    )
    .toSorted((one, other) => one.startsAt - other.startsAt);
