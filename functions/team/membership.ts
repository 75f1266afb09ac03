/** Making someone a member: the member itself, their profile, and the copy of their role for the realtime database. */
import { member, type Member, type Team, type TeamRole } from '#domain/entities/team.ts';
import { userProfile } from '#domain/entities/user-profile.ts';
import { documentPaths } from '#domain/paths.ts';
import { noteAccess } from '../kernel/access.ts';
import type { CommandWork } from '../kernel/guard.ts';

export async function addMember(
  work: CommandWork,
  team: Team,
  userId: string,
  displayName: string,
  role: TeamRole,
): Promise<Member> {
  const path = documentPaths.member(team.id, userId);
  const before = await work.get(member, path);
  if (before !== null) {
    noteAccess(work, 'member', before);
    return before;
  }
  const added: Member = {
    id: userId,
    teamId: team.id,
    createdAt: work.now,
    createdBy: userId,
    revision: 1,
    displayName,
    role,
    timezone: team.timezone,
  };
  work.save(path, added);
  await keepProfile(work, added);
  noteAccess(work, 'member', added);
  return added;
}

async function keepProfile(work: CommandWork, { id, teamId, displayName, role }: Member): Promise<void> {
  const path = documentPaths.user(id);
  const before = await work.get(userProfile, path);
  const created = { id, createdAt: work.now, createdBy: id, revision: 0, displayName, teams: {} };
  const profile = before ?? created;
  work.save(path, {
    ...profile,
    revision: profile.revision + 1,
    teams: { ...profile.teams, [teamId]: role },
  });
}
