/** Whether a team is missing or deleted: the server's own work leaves deleted teams alone. */
import { isDeleted } from '#domain/team/deletion.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

export async function isTeamGone(work: UnitOfWork, teamId: string): Promise<boolean> {
  const path = documentPaths.team(teamId);
  const team = await work.getReadable(teamSchema, path);
  // Nothing says of a team that can't be read that it is gone: its pages go on.
  if (work.isUnreadable(path)) return false;
  return team === null || isDeleted(team);
}
