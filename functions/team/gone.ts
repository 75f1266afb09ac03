/** Whether a team is missing or deleted: the server's own work leaves deleted teams alone. */
import { isDeleted } from '#domain/team/deletion.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

export async function isTeamGone(work: UnitOfWork, teamId: string): Promise<boolean> {
  const team = await work.get(teamSchema, documentPaths.team(teamId));
  return team === null || isDeleted(team);
}
