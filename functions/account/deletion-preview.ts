/** Effect of an account's deletion on the person's teams, shown before it is requested. */
import { isDeleted } from '#domain/team/deletion.ts';
import { mayTakeOver } from '#domain/team/holdings.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { LeavingPreview } from '#api/reads.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { ReadGuard } from '../kernel/read-guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';
import { shownHoldings } from '../team/holdings/shown.ts';
import { type Membership, membershipsOf, obstacleOf } from './teams.ts';

export async function previewDeletion(work: CommandWork, userId: string): Promise<readonly LeavingPreview[]> {
  const previews: LeavingPreview[] = [];
  for (const membership of await membershipsOf(work, userId))
    previews.push(await previewLeaving(work, membership));
  return previews.toSorted((one, other) => one.name.localeCompare(other.name));
}

async function previewLeaving(work: CommandWork, membership: Membership): Promise<LeavingPreview> {
  const { team, member } = membership;
  const { id: teamId, name } = team;
  const obstacle = await obstacleOf(work, membership);
  const deleted = isDeleted(team);
  if (deleted || obstacle !== null) return { teamId, name, obstacle, deleted, holdings: [], takers: [] };
  const actor = { userId: member.id, role: member.role };
  const guard = new ReadGuard(unitOfWorkOf(work), teamId, actor);
  const holdings = await shownHoldings(work, guard, teamId, member.id);
  const all =
    holdings.length === 0
      ? []
      : await work.find(memberSchema, query(collectionPaths.members(teamId), orderBy('displayName')));
  const takers = all
    .filter((one) => mayTakeOver(member, one).allowed)
    .map(({ id, displayName, role }) => ({ id, displayName, role }));
  return { teamId, name, obstacle, deleted, holdings, takers };
}
