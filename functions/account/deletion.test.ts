/** Deletion of an account: what is in its way, what it removes, and that a run that dies is completed. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inviteIdOf } from '#api/invite-token.ts';
import { collectionPaths, documentPaths, realtimePaths, storagePaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { LeavingPreview } from '#api/reads.ts';
import { deletionPhrase } from '#domain/account/deletion.ts';
import { auditEntrySchema } from '#domain/audit/schema.ts';
import { constants, minute } from '#domain/constants.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { inviteSchema } from '#domain/team/invite.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { credentialOf } from '#demo/accounts.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import { query } from '#ports/docs/query.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
  // A team of real work: people of a demonstration stay in it.
  const team = await stage.get(teamSchema, documentPaths.team(teamId));
  await stage.save(documentPaths.team(teamId), { ...team, demonstration: false, fallbackPeople: ['amara'] });
});
afterEach(() => stage.close());

const addressOf = (id: string) => credentialOf({ id }).email;
async function remove(
  who: string,
  successors: Record<string, string> = who === 'priya' ? {} : { [teamId]: 'priya' },
  typed = addressOf(who),
) {
  const client = await stage.person(who);
  return client.functions.call('deleteAccount', { typed, successors });
}
async function preview(client: EmbeddedClient): Promise<readonly LeavingPreview[]> {
  return (await client.functions.call<{ teams: LeavingPreview[] }>('readAccountDeletion', {})).teams;
}
const isThere = async (path: string) => (await stage.server.docs.get(path)).data !== null;
const isMember = (id: string) => isThere(documentPaths.member(teamId, id));
const account = (id: string) => stage.server.users.get(id);
const declare = (who: string) => stage.declare(who);
const sentence = async (call: Promise<unknown>) => (await errorOf(call)).error?.message;

async function founder(name: string): Promise<{ client: EmbeddedClient; uid: string; founded: string }> {
  const client = await stage.stranger(name);
  await client.auth.createUser({ email: `${name}@example.com`, password: 'correct horse' });
  const founded = `team-of-${name}`;
  const command = { teamId: founded, commandId: stage.newCommand() };
  await client.functions.call('createTeam', { ...command, name, timezone: 'UTC', displayName: name });
  return { client, uid: client.auth.currentUser()?.uid ?? '', founded };
}

describe('a deleted account', () => {
  test('has left its team, and only its contributions remain', async () => {
    await stage.call('mei', 'inviteMember', {
      ...{ inviteId: inviteIdOf('one'), role: 'responder', note: '', address: null, days: 7 },
    });
    const { messaging } = await stage.person('mei');
    const { id: registration } = await messaging.register({ ask: true });
    const device = { deviceId: 'meis', registration, label: 'Phone', userAgent: 'x' };
    await stage.call('mei', 'registerDevice', device);
    const { incidentId } = await declare('mei');
    await stage.server.storage.write(storagePaths.picture('mei', 'one'), Uint8Array.of(1));
    await remove('mei', { [teamId]: 'priya' });
    expect(await account('mei')).toBeNull();
    expect(await isMember('mei')).toBe(false);
    expect(await isThere(documentPaths.user('mei'))).toBe(false);
    expect(await stage.all(deviceSchema, collectionPaths.devices(teamId))).toEqual([]);
    expect(await stage.server.docs.find(query('registrations'))).toEqual([]);
    expect(await stage.server.storage.list('users')).toMatchObject({ objects: [] });
    expect(await stage.server.realtime.get(realtimePaths.accessRole(teamId, 'mei'))).toBeNull();
    const [invite] = await stage.all(inviteSchema, collectionPaths.invites(teamId));
    expect(invite).toMatchObject({ status: 'revoked', revokedBy: 'mei' });
    const incident = await stage.incident(incidentId);
    expect(incident).toMatchObject({ createdBy: 'mei', roles: { commander: 'priya' } });
  });

  test('is recorded in the team’s audit as a member who left', async () => {
    await remove('mei');
    const entries = await stage.all(auditEntrySchema, collectionPaths.audit(teamId));
    expect(entries.find(({ command }) => command === 'leaveTeam')).toMatchObject({
      createdBy: 'mei',
      subject: { kind: 'member', id: 'mei' },
    });
  });

  test('rejects commands with an earlier token, and its record is removed after some hours', async () => {
    const { client, uid, founded } = await founder('noor');
    const { token } = (await client.auth.idToken()) ?? { token: '' };
    expect(token).not.toBe('');
    const deleteTeam = { teamId: founded, commandId: stage.newCommand(), name: 'noor' };
    await client.functions.call('deleteTeam', deleteTeam);
    const path = serverPaths.accountDeletion(uid);
    await stage.save(path, {
      ...{ id: uid, createdAt: stage.server.clock.now(), createdBy: uid, revision: 1 },
      ...{ teams: [], finishedAt: stage.server.clock.now() },
    });
    const again = { teamId: 'another', commandId: stage.newCommand(), name: 'Again' };
    const create = () =>
      client.functions.call('createTeam', { ...again, timezone: 'UTC', displayName: 'Noor' });
    expect((await errorOf(create())).error).toMatchObject({ code: 'unauthenticated' });
    await stage.cloud.advance((constants.deletedAccountHours * 60 + 1) * minute);
    await sweep(stage.server);
    expect(await isThere(path)).toBe(false);
  });

  test('deleted again returns the same answer and does nothing', async () => {
    const client = await stage.person('mei');
    stage.cloud.faults.inject({
      kind: 'crash',
      service: 'functions',
      operation: 'call:deleteAccount',
      afterWrites: 1,
    });
    const input = { typed: addressOf('mei'), successors: { [teamId]: 'priya' } };
    expect((await errorOf(client.functions.call('deleteAccount', input))).code).toBe('unavailable');
    expect(await isMember('mei')).toBe(false);
    expect(await account('mei')).not.toBeNull();
    expect(await client.functions.call('deleteAccount', input)).toEqual({});
    expect(await account('mei')).toBeNull();
  });

  test('of a guest is deleted without a recent sign-in', async () => {
    const client = await stage.stranger('guest');
    await client.auth.guests.signIn();
    const uid = client.auth.currentUser()?.uid ?? '';
    await stage.cloud.advance(30 * minute);
    await client.functions.call('deleteAccount', { typed: deletionPhrase(null), successors: {} });
    expect(await account(uid)).toBeNull();
  });
});

test.each([1, 2, 3, 4, 5])(
  'a run that crashes after %i writes is completed by the sweep',
  async (afterWrites) => {
    await stage.call('mei', 'inviteMember', {
      ...{ inviteId: inviteIdOf('one'), role: 'responder', note: '', address: null, days: 7 },
    });
    await stage.call('mei', 'registerDevice', {
      ...{ deviceId: 'meis', registration: 'a-browser', label: 'Phone', userAgent: 'x' },
    });
    await stage.server.storage.write(storagePaths.picture('mei', 'one'), Uint8Array.of(1));
    stage.cloud.faults.inject({
      kind: 'crash',
      service: 'functions',
      operation: 'call:deleteAccount',
      afterWrites,
    });
    const died = await errorOf(remove('mei'));
    expect(died.code).toBe('unavailable');
    await sweep(stage.server);
    expect(await account('mei')).toBeNull();
    expect(await stage.all(deviceSchema, collectionPaths.devices(teamId))).toEqual([]);
    expect(await stage.server.storage.list('users')).toMatchObject({ objects: [] });
    const [invite] = await stage.all(inviteSchema, collectionPaths.invites(teamId));
    expect(invite?.status).toBe('revoked');
  },
);

describe('account deletion', () => {
  test('is rejected for the last owner of a team and changes nothing', async () => {
    const before = stage.stored();
    expect(await sentence(remove('amara', { [teamId]: 'mei' }))).toMatch(/last owner of/);
    expect(stage.stored()).toBe(before);
    const [team] = await preview(await stage.person('amara'));
    expect(team).toMatchObject({ teamId, obstacle: { kind: 'last-owner' } });
    await stage.call('amara', 'transferOwnership', { userId: 'mei' });
    await remove('amara', { [teamId]: 'mei' });
    expect(await account('amara')).toBeNull();
    const team2 = await stage.get(teamSchema, documentPaths.team(teamId));
    expect(team2.fallbackPeople).toEqual(['mei']);
  });

  test('is not blocked by a deleted team whose last owner the person is', async () => {
    const { client, uid, founded } = await founder('noor');
    const input = { typed: 'Noor@example.com ', successors: {} };
    expect(await sentence(client.functions.call('deleteAccount', input))).toMatch(/last owner of noor/);
    const name = { teamId: founded, commandId: stage.newCommand(), name: 'noor' };
    await client.functions.call('deleteTeam', name);
    expect(await preview(client)).toMatchObject([{ deleted: true, obstacle: null }]);
    await client.functions.call('deleteAccount', input);
    expect(await account(uid)).toBeNull();
    expect(await isThere(documentPaths.member(founded, uid))).toBe(false);
  });

  test('is rejected while holdings have no successor, and the preview lists them and possible successors', async () => {
    const { number } = await declare('mei');
    const before = stage.stored();
    expect((await errorOf(remove('mei', {}))).error).toMatchObject({
      code: 'invalid',
      field: 'replacementId',
    });
    expect((await errorOf(remove('mei', { [teamId]: 'tom' }))).error?.message).toMatch(/Viewers/);
    expect(stage.stored()).toBe(before);
    const [team] = await preview(await stage.person('mei'));
    expect(team?.holdings).toContainEqual({ kind: 'role', role: 'commander', number });
    expect(team?.takers.map(({ id }) => id)).not.toContain('tom');
    expect(team?.takers.map(({ id }) => id)).not.toContain('mei');
    expect(team?.takers.map(({ id }) => id)).toContain('priya');
  });

  test('is rejected for a wrong phrase and without a recent sign-in', async () => {
    const before = stage.stored();
    expect((await errorOf(remove('mei', {}, 'delete my account'))).error?.code).toBe('invalid');
    const client = await stage.person('mei');
    await stage.cloud.advance((constants.recentProofMinutes + 1) * minute);
    expect(await sentence(remove('mei'))).toMatch(/Confirm that it is you/);
    expect(stage.stored()).toBe(before);
    await client.auth.reauthenticate(credentialOf({ id: 'mei' }));
    await remove('mei');
    expect(await account('mei')).toBeNull();
  });

  test('is rejected for the demonstration’s own accounts', async () => {
    const team = await stage.get(teamSchema, documentPaths.team(teamId));
    await stage.save(documentPaths.team(teamId), { ...team, demonstration: true });
    expect(await sentence(remove('mei'))).toMatch(/demonstration\. Sign out/);
    const member = await stage.get(memberSchema, documentPaths.member(teamId, 'mei'));
    await stage.save(documentPaths.member(teamId, 'mei'), { ...member, createdBy: 'mei' });
    await remove('mei');
    expect(await isMember('mei')).toBe(false);
  });
});

test('a signed-out caller can neither delete an account nor preview it', async () => {
  const { functions } = await stage.stranger();
  const call = functions.call('deleteAccount', { typed: 'delete my account', successors: {} });
  expect((await errorOf(call)).error?.code).toBe('unauthenticated');
  expect((await errorOf(functions.call('readAccountDeletion', {}))).error?.code).toBe('unauthenticated');
});

test('a failing deletion does not block the others', async () => {
  const note = (id: string) => ({
    ...{ id, createdAt: stage.server.clock.now(), createdBy: id, revision: 1 },
    ...{ teams: [], finishedAt: null },
  });
  await stage.save(serverPaths.accountDeletion('kwame'), note('kwame'));
  await stage.save(serverPaths.accountDeletion('lena'), note('lena'));
  await stage.save(serverPaths.accountDeletion('a-newer-one'), { ...note('a-newer-one'), teams: 'other' });
  await expect(sweep(stage.server)).rejects.toThrow('The sweep could not do everything.');
  expect([await account('kwame'), await account('lena')]).toEqual([null, null]);
});
