/** Making someone a member, and no longer one: the member itself, their profile, and the copy of their role for the realtime database. */
import { noticeSchema } from '#domain/notice/schema.ts';
import { formerMemberOf } from '#domain/team/former-member.ts';
import { memberSchema, type Member, type Team, type TeamRole } from '#domain/team/schema.ts';
import { type UserProfile, userProfileSchema } from '#domain/team/user-profile.ts';
import { revised } from '#domain/transition.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import { channels } from '../channels/channels.ts';
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
  const profile = await work.get(userProfileSchema, documentPaths.user(userId));
  const added: Member = {
    id: userId,
    teamId: team.id,
    createdAt: work.now,
    createdBy: userId,
    revision: 1,
    displayName,
    role,
    timezone: team.timezone,
    sessionsEndedAt: profile?.sessionsEndedAt ?? null,
  };
  await saveMember(work, added);
  work.remove(documentPaths.formerMember(team.id, userId));
  return added;
}

/** A member whose role has changed. */
export async function saveMember(work: CommandWork, member: Member): Promise<void> {
  work.save(documentPaths.member(member.teamId, member.id), member);
  await keepProfile(work, member);
  noteAccess(work, 'member', member);
}

/** Notices removed at once; the others expire by themselves. */
const noticesRemoved = 100;

/** Ends a membership: nothing is sent to them any more, notices are removed; what the member wrote stays, with their id and name. */
export async function endMembership(work: CommandWork, leaver: Member): Promise<void> {
  const { id, teamId } = leaver;
  for (const channel of channels) await channel.leave(work, teamId, id);
  const own = query(collectionPaths.notices(teamId), where('userId', '==', id), limit(noticesRemoved));
  for (const notice of await work.find(noticeSchema, own))
    work.remove(documentPaths.notice(teamId, notice.id));
  const profilePath = documentPaths.user(id);
  const profile = await work.get(userProfileSchema, profilePath);
  if (profile !== null) {
    const teams = Object.entries(profile.teams).filter(([known]) => known !== teamId);
    work.save(profilePath, revised(profile, { teams: Object.fromEntries(teams) }));
  }
  work.remove(documentPaths.member(teamId, id));
  work.save(documentPaths.formerMember(teamId, id), formerMemberOf(leaver, work.now));
  work.remove(documentPaths.recovery(teamId, id));
  work.remove(documentPaths.notificationRules(teamId, id));
  work.remove(serverPaths.pushWindow(teamId, id));
  work.remove(serverPaths.onCallCheck(teamId, id));
  work.remove(documentPaths.slackLink(teamId, id));
  noteAccess(work, 'member', revised(leaver, {}));
}

async function keepProfile(work: CommandWork, { id, teamId, displayName, role }: Member): Promise<void> {
  const path = documentPaths.user(id);
  const before = await work.get(userProfileSchema, path);
  const created = { id, createdAt: work.now, createdBy: id, revision: 0, displayName, teams: {} };
  const profile: UserProfile = before ?? created;
  work.save(path, revised(profile, { teams: { ...profile.teams, [teamId]: role } }));
}
