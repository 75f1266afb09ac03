/**
 * Weekly notice to admins and owners on Monday morning about gaps in their team's readiness; none where there are no gaps. A document per
 * team has the time of the next one, which the sweep finds.
 */
import * as v from 'valibot';
import { epochMsSchema, idSchema } from '#domain/base.ts';
import { nextMondayMorning } from '#domain/readiness/weekly.ts';
import type { Team } from '#domain/team/schema.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { weeklyDigestTask } from '../tasks.ts';

/** `id`: the team's. */
export const weeklyDigestSchema = v.object({ id: idSchema, teamId: idSchema, dueAt: epochMsSchema });
export type WeeklyDigest = v.InferInput<typeof weeklyDigestSchema>;

/** The next one is on the next Monday of the team's zone. */
export function planWeeklyDigest(work: CommandWork, { id, timezone }: Pick<Team, 'id' | 'timezone'>): void {
  const digest: WeeklyDigest = { id, teamId: id, dueAt: nextMondayMorning(work.now, timezone) };
  work.save(serverPaths.weeklyDigest(id, id), digest);
}

/** Starts a run of its own for a team, because many are due at once. */
export const startWeeklyDigest = ({ tasks }: ServerPorts, { teamId, dueAt }: WeeklyDigest): Promise<void> =>
  tasks.enqueue(weeklyDigestTask, { teamId }, { id: `${weeklyDigestTask}-${teamId}-${dueAt}` });
