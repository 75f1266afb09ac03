/**
 * Signing out everywhere: no session gets another token, tokens issued before are refused, and no device of the person is pushed to. A person
 * without a team may have no profile yet: the end of their sessions is kept in a new one.
 */
import { endOfSessions } from '#domain/account/sessions.ts';
import { idOf } from '#domain/base.ts';
import type { Member } from '#domain/team/schema.ts';
import { feedSchema } from '#domain/schedule/feed.ts';
import { type UserProfile, userProfileSchema } from '#domain/team/user-profile.ts';
import { revised } from '#domain/transition.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { channels } from '../channels/channels.ts';
import { noteAccess } from '../kernel/access.ts';
import type { Caller } from '#ports/server/handlers.ts';
import { requireAccount } from '../kernel/account.ts';
import { auditEvent } from '../kernel/audit.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { commandWork } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { membersOfPerson } from './teams.ts';

export async function signOutEverywhere(
  _: object,
  whole: UnitOfWork,
  { uid }: Caller,
): Promise<Record<never, never>> {
  const work = commandWork(whole);
  const userId = idOf(uid);
  await requireAccount(whole, userId);
  const path = documentPaths.user(userId);
  const profile = (await work.get(userProfileSchema, path)) ?? newProfile(userId, work.now);
  const sessionsEndedAt = endOfSessions(work.now);
  const members = await membersOfPerson(work, profile);
  for (const member of members) {
    const ended = revised<Member>(member, { sessionsEndedAt });
    work.save(documentPaths.member(member.teamId, userId), ended);
    noteAccess(work, 'member', ended);
    const { teamId } = member;
    auditEvent(whole, { teamId, event: 'signOutEverywhere', by: member, subject: member });
  }
  for (const { teamId } of members) {
    for (const channel of channels) await channel.signOut(work, teamId, userId);
    await removeFeeds(work, teamId, userId);
  }
  work.save(path, revised(profile, { sessionsEndedAt }));
  // First of all: afterwards no session can get a token that is new enough.
  work.beforeCommit(({ users }) => users.revokeSessions(userId));
  return {};
}

/** Each team asks for a name of its own when it is joined. */
const newProfile = (id: string, createdAt: number): UserProfile => ({
  ...{ id, createdAt, createdBy: id, revision: 0 },
  displayName: 'Somebody',
  teams: {},
});

/** An address of a calendar is a way in that needs no session: who has it reads on. */
async function removeFeeds(work: CommandWork, teamId: string, userId: string): Promise<void> {
  const own = query(collectionPaths.feeds(teamId), where('userId', '==', userId));
  for (const { id } of await work.find(feedSchema, own)) work.remove(documentPaths.feed(teamId, id));
}
