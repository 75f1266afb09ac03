/** Accounts that were deleted past Muster, by the sign-in service's own call: what becomes of their places in teams. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditEntrySchema } from '#domain/audit/schema.ts';
import { constants, day, minute } from '#domain/constants.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { formerMemberSchema } from '#domain/team/former-member.ts';
import { memberSchema, teamSchema, type TeamRole } from '#domain/team/schema.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import { PortError } from '#ports/errors.ts';
import { errorOf, FunctionsStage, teamId as demoTeamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

const teamId = 'harbour';
let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

/** A browser with an account of its own. */
async function account(name: string): Promise<{ readonly client: EmbeddedClient; readonly uid: string }> {
  const client = await stage.stranger(name);
  await client.auth.createUser({ email: `${name}@example.com`, password: 'correct horse' });
  return { client, uid: client.auth.currentUser()?.uid ?? '' };
}

/** Runs the command in the team, in the name of who is signed in. */
const run = (client: EmbeddedClient, name: string, input: object) =>
  client.functions.call(name, { teamId, commandId: stage.newCommand(), ...input });

/** A team of these people, the first of whom founds it; each of the others joins a minute later. */
async function teamOf(people: Readonly<Record<string, TeamRole>>): Promise<ReadonlyMap<string, string>> {
  const uids = new Map<string, string>();
  const [founder = '', ...others] = Object.keys(people);
  const founding = await account(founder);
  uids.set(founder, founding.uid);
  await run(founding.client, 'createTeam', { name: 'Harbour', timezone: 'UTC', displayName: founder });
  for (const name of others) {
    await stage.cloud.advance(minute);
    const joining = await account(name);
    uids.set(name, joining.uid);
    const token = inviteIdOf(name).slice(0, 40);
    const invite = { inviteId: inviteIdOf(token), note: '', address: null, days: 7 };
    await run(founding.client, 'inviteMember', { ...invite, role: 'viewer' });
    await run(joining.client, 'acceptInvite', { token, displayName: name });
    const role = people[name] ?? 'viewer';
    if (role !== 'viewer')
      await run(founding.client, 'setMemberRole', { userId: joining.uid, role, replacementId: null });
  }
  return uids;
}

const roles = async () =>
  Object.fromEntries(
    (await stage.all(memberSchema, collectionPaths.members(teamId))).map((one) => [
      one.displayName,
      one.role,
    ]),
  );
const events = async () =>
  (await stage.all(auditEntrySchema, collectionPaths.audit(teamId)))
    .filter(({ createdBy }) => createdBy === 'system')
    .map(({ command, byName, subject }) => `${byName}: ${command} ${subject.label || subject.kind}`)
    .toSorted();
const deleteAccount = async (name: string) => (await stage.stranger(name)).auth.deletion.deleteUser();

describe('a team whose last owner’s account was deleted outside Muster', () => {
  test('gets its earliest admin as owner, with a notice and an audit entry', async () => {
    const uids = await teamOf({ ada: 'owner', zoe: 'responder', ben: 'admin', cid: 'admin' });
    await deleteAccount('ada');
    expect(await roles()).toMatchObject({ ada: 'owner' });
    await sweep(stage.server);
    expect(await roles()).toEqual({ ben: 'owner', cid: 'admin', zoe: 'responder' });
    expect(await events()).toEqual(['Muster: endMissingAccount ada', 'Muster: succeedOwner ben']);
    const notices = await stage.all(noticeSchema, collectionPaths.notices(teamId));
    expect(notices).toMatchObject([
      { userId: uids.get('ben'), link: '/audit', content: { kind: 'accountGone', previousRole: 'admin' } },
    ]);
    // The new owner's rights are there.
    const ben = await stage.stranger('ben');
    await run(ben, 'setMemberRole', { userId: uids.get('cid'), role: 'owner', replacementId: null });
    const audit = await ben.docs.find({ collection: collectionPaths.audit(teamId) });
    expect(audit.docs.length).toBeGreaterThan(0);
  });

  test.each([
    [
      { ada: 'owner', ben: 'responder', cid: 'viewer' },
      { ben: 'owner', cid: 'viewer' },
    ],
    [
      { ada: 'owner', cid: 'viewer', ben: 'viewer' },
      { cid: 'owner', ben: 'viewer' },
    ],
    [
      { ada: 'owner', ben: 'admin', cid: 'owner' },
      { ben: 'admin', cid: 'owner' },
    ],
  ] as const)('of %o is left with %o', async (people, left) => {
    await teamOf(people);
    await deleteAccount('ada');
    await sweep(stage.server);
    expect(await roles()).toEqual(left);
  });

  test('skips members without an account', async () => {
    await teamOf({ ada: 'owner', ben: 'admin', cid: 'responder' });
    await deleteAccount('ben');
    await deleteAccount('ada');
    await sweep(stage.server);
    expect(await roles()).toEqual({ cid: 'owner' });
  });

  test('is deleted if no member has an account', async () => {
    await teamOf({ ada: 'owner' });
    await deleteAccount('ada');
    await sweep(stage.server);
    expect(await stage.get(teamSchema, documentPaths.team(teamId))).toMatchObject({
      deletedAt: stage.server.clock.now(),
      deletedBy: 'system',
    });
    expect(await events()).toEqual(['Muster: endEmptyTeam team', 'Muster: endMissingAccount ada']);
  });
});

test('holdings of a deleted account go to the owner with a notice, and its name and devices are removed', async () => {
  const uids = await teamOf({ ada: 'owner', ben: 'responder' });
  const ben = await stage.stranger('ben');
  const { id: registration } = await ben.messaging.register({ ask: true });
  const device = { deviceId: 'bens', registration, label: 'Phone', userAgent: 'x' };
  await run(ben, 'registerDevice', device);
  const opened = { title: 'Cranes stand still', severity: 'SEV3', serviceIds: [], private: false };
  await run(ben, 'declareIncident', { ...opened, alertId: null, page: [] });
  await deleteAccount('ben');
  await sweep(stage.server);
  expect(await roles()).toEqual({ ada: 'owner' });
  const [incident] = await (
    await stage.stranger('ada')
  ).docs
    .find({ collection: collectionPaths.incidents(teamId) })
    .then(({ docs }) => docs);
  expect(incident?.data).toMatchObject({ roles: { commander: uids.get('ada') } });
  const [notice] = await stage.all(noticeSchema, collectionPaths.notices(teamId));
  expect(notice?.content).toEqual({ kind: 'accountGone', previousRole: null, tookOver: true });
  expect(await stage.all(deviceSchema, collectionPaths.devices(teamId))).toEqual([]);
  expect(await stage.all(formerMemberSchema, collectionPaths.formerMembers(teamId))).toMatchObject([
    { userId: uids.get('ben'), displayName: '', deletedNumber: 1 },
  ]);
  const role = realtimePaths.accessRole(teamId, uids.get('ben') ?? '');
  expect(await stage.server.realtime.get(role)).toBeNull();
});

test('future turns of a deleted account go to the owner', async () => {
  await (await stage.person('priya')).auth.deletion.deleteUser();
  await sweep(stage.server);
  const schedule = await stage.get(scheduleSchema, documentPaths.schedule(demoTeamId, 'shop'));
  const now = stage.server.clock.now();
  const people = shiftsBetween(schedule, [], now, now + 28 * day).map(({ userId }) => userId);
  expect(new Set(people)).toEqual(new Set(['amara', 'diego']));
});

test('a token of the deleted account can’t create another team', async () => {
  await teamOf({ ada: 'owner', ben: 'admin' });
  const ada = await stage.stranger('ada');
  await deleteAccount('ada');
  await sweep(stage.server);
  expect((await errorOf(run(ada, 'createTeam', { name: 'B', timezone: 'UTC', displayName: 'B' }))).code).toBe(
    'unauthenticated',
  );
});

test('accounts are checked in portions, and again after an hour', async () => {
  const founder = await account('ada');
  await run(founder.client, 'createTeam', { name: 'Harbour', timezone: 'UTC', displayName: 'ada' });
  const profile = await stage.server.docs.get(documentPaths.user(founder.uid));
  const member = await stage.server.docs.get(documentPaths.member(teamId, founder.uid));
  for (let n = 100; n < 230; n++) {
    const id = `zz${n}`;
    await stage.server.users.create({ uid: id });
    const copy = { id, displayName: id, createdBy: id };
    await stage.server.docs.batch([
      {
        type: 'set',
        path: documentPaths.user(id),
        data: { ...profile.data, ...copy, teams: { [teamId]: 'viewer' } },
      },
      {
        type: 'set',
        path: documentPaths.member(teamId, id),
        data: { ...member.data, ...copy, role: 'viewer' },
      },
    ]);
  }
  const isMember = async (id: string) =>
    (await stage.server.docs.get(documentPaths.member(teamId, id))).data !== null;
  await stage.server.users.remove('zz229');
  for (let sweeps = 0; sweeps < 3; sweeps++) await sweep(stage.server);
  expect([await isMember('zz229'), await isMember('zz228')]).toEqual([false, true]);
  await stage.server.users.remove('zz101');
  await sweep(stage.server);
  expect(await isMember('zz101')).toBe(true);
  await stage.cloud.advance(constants.missingAccountMinutes * minute);
  await sweep(stage.server);
  await sweep(stage.server);
  expect(await isMember('zz101')).toBe(false);
});

test('nothing changes while every account exists', async () => {
  await teamOf({ ada: 'owner', ben: 'admin' });
  await sweep(stage.server);
  const before = await roles();
  await stage.cloud.advance(constants.missingAccountMinutes * minute);
  await sweep(stage.server);
  expect(await roles()).toEqual(before);
  expect(await events()).toEqual([]);
});

test('an unavailable sign-in service removes no member and is asked again by the next sweep', async () => {
  await teamOf({ ada: 'owner', ben: 'admin' });
  await deleteAccount('ada');
  const { users } = stage.server;
  const refuse = () => Promise.reject(new PortError('unavailable', 'Out of reach.'));
  await expect(sweep({ ...stage.server, users: { ...users, get: refuse } })).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await roles()).toMatchObject({ ada: 'owner' });
  await sweep(stage.server);
  expect(await roles()).toEqual({ ben: 'owner' });
});

test('an unreadable profile does not delay others and is checked again after an hour', async () => {
  const uids = await teamOf({ ada: 'owner', ben: 'admin', cid: 'responder' });
  const path = documentPaths.user(uids.get('ben') ?? '');
  const { data } = await stage.server.docs.get(path);
  await stage.server.docs.batch([{ type: 'set', path, data: { ...data, teams: 'of a newer version' } }]);
  await deleteAccount('ben');
  await deleteAccount('cid');
  await expect(sweep(stage.server)).rejects.toThrow('The sweep could not do everything.');
  expect(await roles()).toEqual({ ada: 'owner', ben: 'admin' });
  await stage.server.docs.batch([{ type: 'set', path, data: data ?? {} }]);
  await stage.cloud.advance(constants.missingAccountMinutes * minute);
  await sweep(stage.server);
  expect(await roles()).toEqual({ ada: 'owner' });
});
