/** The teams of a person, and what stands in the way of leaving them for good. */
import { type DeletionObstacle, deletionObstacle } from '#domain/account/deletion.ts';
import { memberSchema, teamSchema, type Member, type Team } from '#domain/team/schema.ts';
import { type UserProfile, userProfileSchema } from '#domain/team/user-profile.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { CommandWork } from '../kernel/guard.ts';

export interface Membership {
  readonly team: Team;
  readonly member: Member;
}

/** The profile's list grants nothing: a team counts while the person is its member. */
export async function membershipsOf(
  work: Pick<CommandWork, 'get' | 'find'>,
  userId: string,
): Promise<readonly Membership[]> {
  const profile = await work.get(userProfileSchema, documentPaths.user(userId));
  const found: Membership[] = [];
  for (const teamId of Object.keys(profile?.teams ?? {})) {
    const team = await work.get(teamSchema, documentPaths.team(teamId));
    const member = await work.get(memberSchema, documentPaths.member(teamId, userId));
    if (team !== null && member !== null) found.push({ team, member });
  }
  return found;
}

/** Memberships of a person without the teams, for commands. */
export async function membersOfPerson(
  work: Pick<CommandWork, 'get'>,
  { id, teams }: Pick<UserProfile, 'id' | 'teams'>,
): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (const teamId of Object.keys(teams)) {
    const member = await work.get(memberSchema, documentPaths.member(teamId, id));
    if (member !== null) members.push(member);
  }
  return members;
}

export async function obstacleOf(
  work: Pick<CommandWork, 'get' | 'find'>,
  { team, member }: Membership,
): Promise<DeletionObstacle | null> {
  const owners = await work.find(
    memberSchema,
    query(collectionPaths.members(team.id), where('role', '==', 'owner')),
  );
  return deletionObstacle(team, member, owners.length);
}
