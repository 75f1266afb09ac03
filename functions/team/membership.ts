/** Making someone a member, and no longer one: the member itself, their profile, and the copy of their role for the realtime database. */
import { memberSchema, type Member, type Team, type TeamRole } from '#domain/team/schema.ts';
import { type UserProfile, userProfileSchema } from '#domain/team/user-profile.ts';
import { revised } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { devicesOfPerson } from '../devices/find.ts';
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
  const before = await work.get(memberSchema, path);
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

/** Their devices are paged no more; what they wrote stays, with their id. */
export async function removeMember(work: CommandWork, leaver: Member): Promise<void> {
  const { id, teamId } = leaver;
  for (const one of await devicesOfPerson(work, teamId, id))
    work.save(documentPaths.device(teamId, one.id), revised(one, { registration: null }));
  const profilePath = documentPaths.user(id);
  const profile = await work.get(userProfileSchema, profilePath);
  if (profile !== null) {
    const teams = Object.entries(profile.teams).filter(([id]) => id !== teamId);
    work.save(profilePath, revised(profile, { teams: Object.fromEntries(teams) }));
  }
  work.remove(documentPaths.member(teamId, id));
  noteAccess(work, 'member', revised(leaver, {}));
}

async function keepProfile(work: CommandWork, { id, teamId, displayName, role }: Member): Promise<void> {
  const path = documentPaths.user(id);
  const before = await work.get(userProfileSchema, path);
  const created = { id, createdAt: work.now, createdBy: id, revision: 0, displayName, teams: {} };
  const profile: UserProfile = before ?? created;
  work.save(path, revised(profile, { teams: { ...profile.teams, [teamId]: role } }));
}
