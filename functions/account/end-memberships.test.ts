/** People whose account a company's provider has disabled or deleted: what becomes of their places in teams. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntrySchema } from '#domain/audit/schema.ts';
import { day } from '#domain/constants.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { formerMemberSchema } from '#domain/team/former-member.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { endMemberships } from './end-memberships.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

const uidOf = async (name: string) => (await stage.person(name)).auth.currentUser()?.uid ?? '';
const membersNow = async () =>
  (await stage.all(memberSchema, collectionPaths.members(teamId))).map(({ id }) => id);
const onCall = async () => {
  const schedule = await stage.get(scheduleSchema, documentPaths.schedule(teamId, 'shop'));
  const now = stage.server.clock.now();
  return new Set(shiftsBetween(schedule, [], now, now + 28 * day).map(({ userId }) => userId));
};

test('a disabled person leaves the team: an owner gets their turns and a notice, and the person is not paged', async () => {
  const uid = await uidOf('priya');
  expect(await onCall()).toContain(uid);
  await stage.server.users.setDisabled(uid, true);
  await endMemberships(stage.server, uid);
  expect(await membersNow()).not.toContain(uid);
  expect(await onCall()).not.toContain(uid);
  const audit = await stage.all(auditEntrySchema, collectionPaths.audit(teamId));
  expect(audit.filter(({ command }) => command === 'endMissingAccount')).toHaveLength(1);
  const notices = await stage.all(noticeSchema, collectionPaths.notices(teamId));
  expect(notices.map(({ content }) => content.kind)).toContain('accountGone');
  expect(await stage.all(formerMemberSchema, collectionPaths.formerMembers(teamId))).toMatchObject([
    { userId: uid },
  ]);
  // The account can be enabled again, so its profile stays.
  const profile = await stage.get(userProfileSchema, documentPaths.user(uid));
  expect(Object.keys(profile.teams)).not.toContain(teamId);
});

test('the last person of a team with an account stays a member while disabled', async () => {
  const members = await membersNow();
  const [last = '', ...others] = members;
  for (const uid of [...others, last]) {
    await stage.server.users.setDisabled(uid, true);
    await endMemberships(stage.server, uid);
  }
  expect(await membersNow()).toEqual([last]);
  expect((await stage.get(teamSchema, documentPaths.team(teamId))).deletedAt).toBeNull();
});

test('ending memberships again changes nothing', async () => {
  const uid = await uidOf('priya');
  await stage.server.users.setDisabled(uid, true);
  await endMemberships(stage.server, uid);
  const audit = await stage.all(auditEntrySchema, collectionPaths.audit(teamId));
  await endMemberships(stage.server, uid);
  expect(await stage.all(auditEntrySchema, collectionPaths.audit(teamId))).toEqual(audit);
});

test('a deleted person leaves the team, and their profile is removed', async () => {
  const uid = await uidOf('priya');
  await stage.server.users.remove(uid);
  await endMemberships(stage.server, uid);
  expect(await membersNow()).not.toContain(uid);
  expect((await stage.server.docs.get(documentPaths.user(uid))).data).toBeNull();
});
