/** Timer of a schedule's reminders and digests: one document a schedule, which the sweep finds by its time. */
import * as v from 'valibot';
import { epochMsSchema, idSchema, revisionSchema } from '#domain/base.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { query } from '#ports/docs/query.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

export const shiftTimerSchema = v.object({
  /** The schedule's. */
  id: idSchema,
  teamId: idSchema,
  revision: revisionSchema,
  dueAt: epochMsSchema,
  /** Shifts to come that their people were reminded of. */
  reminded: v.array(v.object({ userId: idSchema, startsAt: epochMsSchema })),
  /** Person on call at the last look; null: nobody. */
  onCall: v.optional(v.nullable(idSchema), null),
});
export type ShiftTimer = v.InferInput<typeof shiftTimerSchema>;

/** The next sweep looks at the schedule. */
export async function touchShiftTimer(work: UnitOfWork, teamId: string, scheduleId: string): Promise<void> {
  const path = serverPaths.shiftTimer(teamId, scheduleId);
  const before: ShiftTimer | null = await work.get(shiftTimerSchema, path);
  const timer = before ?? { id: scheduleId, teamId, revision: 0, reminded: [] };
  work.save(path, { ...timer, revision: timer.revision + 1, dueAt: work.now });
}

/** Adds a timer; an existing one stays as it is. */
export async function addShiftTimer(work: UnitOfWork, teamId: string, scheduleId: string): Promise<void> {
  const path = serverPaths.shiftTimer(teamId, scheduleId);
  if ((await work.get(shiftTimerSchema, path)) === null) await touchShiftTimer(work, teamId, scheduleId);
}

/** The next sweep looks at all schedules of a team. */
export async function touchShiftTimers(work: UnitOfWork, teamId: string): Promise<void> {
  const timers = await work.find(shiftTimerSchema, query(`${documentPaths.team(teamId)}/shiftTimers`));
  for (const { id } of timers) await touchShiftTimer(work, teamId, id);
}
