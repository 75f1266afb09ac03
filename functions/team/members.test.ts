/** Roles and members who go: what takes effect at once, and what becomes of what they held. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { query } from '#ports/docs/query.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;

beforeEach(async () => {
  stage = await FunctionsStage.open();
});

afterEach(() => stage.close());

const memberOf = (id: string) => stage.get(memberSchema, documentPaths.member(teamId, id));

const isMember = async (id: string) =>
  (await stage.server.docs.get(documentPaths.member(teamId, id))).data !== null;

const accessOf = (id: string) => stage.server.realtime.get(realtimePaths.accessRole(teamId, id));

const setRole = (
  who: string,
  userId: string,
  role: 'viewer' | 'responder' | 'admin' | 'owner',
  more: object = {},
) => stage.call(who, 'setMemberRole', { userId, role, replacementId: null, ...more });

const remove = (userId: string, replacementId: string | null = null, who = 'amara') =>
  stage.call(who, 'removeMember', { userId, replacementId });

const declare = (...given: Parameters<FunctionsStage['declare']>) => stage.declare(...given);

describe('a role', () => {
  test('set by an owner takes effect at once everywhere', async () => {
    expect(await setRole('amara', 'priya', 'admin')).toEqual({ revision: 2, role: 'admin' });
    expect((await memberOf('priya')).role).toBe('admin');
    expect(await accessOf('priya')).toBe('admin');
    expect((await stage.get(userProfileSchema, documentPaths.user('priya'))).teams).toMatchObject({
      [teamId]: 'admin',
    });
  });

  test('can be set by owners only', async () => {
    const before = stage.stored();
    for (const who of ['tom', 'priya', 'mei'])
      expect((await errorOf(setRole(who, 'priya', 'admin'))).error?.code).toBe('forbidden');
    expect(stage.stored()).toBe(before);
  });

  test('of the last owner can’t change, and can with another owner', async () => {
    const { error } = await errorOf(setRole('amara', 'amara', 'admin'));
    expect(error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('last owner') });
    await setRole('amara', 'mei', 'owner');
    await setRole('mei', 'amara', 'responder');
    expect((await memberOf('amara')).role).toBe('responder');
    expect((await errorOf(setRole('amara', 'mei', 'admin'))).error?.code).toBe('forbidden');
  });

  test('of two owners who demote each other simultaneously stays for one', async () => {
    await setRole('amara', 'mei', 'owner');
    await Promise.allSettled([setRole('amara', 'mei', 'admin'), setRole('mei', 'amara', 'admin')]);
    const roles = await Promise.all(['amara', 'mei'].map(memberOf));
    expect(roles.map(({ role }) => role).toSorted()).toEqual(['admin', 'owner']);
  });

  test('changed meanwhile is a conflict, and a non-member can’t have one', async () => {
    await setRole('amara', 'priya', 'admin');
    const stale = setRole('amara', 'priya', 'viewer', { expectedRevision: 1 });
    expect((await errorOf(stale)).error).toMatchObject({ code: 'conflict', currentRevision: 2 });
    expect((await errorOf(setRole('amara', 'nobody-here', 'viewer'))).error?.code).toBe('not_found');
  });

  test('of viewer requires a successor for holdings and keeps private incidents', async () => {
    const { incidentId } = await declare('priya', { private: true });
    expect((await errorOf(setRole('amara', 'priya', 'viewer'))).error).toMatchObject({
      code: 'invalid',
      field: 'replacementId',
    });
    await setRole('amara', 'priya', 'viewer', { replacementId: 'lena' });
    expect(await stage.incident(incidentId)).toMatchObject({
      roles: { commander: 'lena' },
      people: ['priya', 'lena'],
    });
  });
});

describe('the ownership', () => {
  test('can go to another member, and its owner becomes an admin', async () => {
    await stage.call('amara', 'transferOwnership', { userId: 'priya' });
    expect((await memberOf('priya')).role).toBe('owner');
    expect((await memberOf('amara')).role).toBe('admin');
    expect(await accessOf('priya')).toBe('owner');
    expect(await accessOf('amara')).toBe('admin');
  });

  test('can be transferred by its owner to another member only', async () => {
    const before = stage.stored();
    const give = (who: string, userId: string) => stage.call(who, 'transferOwnership', { userId });
    expect((await errorOf(give('mei', 'mei'))).error?.code).toBe('forbidden');
    expect((await errorOf(give('amara', 'amara'))).error?.code).toBe('invalid');
    expect((await errorOf(give('amara', 'nobody-here'))).error?.code).toBe('not_found');
    expect(stage.stored()).toBe(before);
  });
});

describe('a removed member', () => {
  test('loses record, profile, access, presence and pushes', async () => {
    await stage.call('tom', 'registerDevice', {
      deviceId: 'tom-phone',
      registration: 'push-tom',
      label: '',
      userAgent: '',
    });
    const human = realtimePaths.human(teamId, 'tom', 0);
    await stage.server.realtime.update({ [human]: { human: true, connectionId: 'c' } });
    const tom = await stage.person('tom');
    await remove('tom');
    expect(await isMember('tom')).toBe(false);
    expect((await stage.get(userProfileSchema, documentPaths.user('tom'))).teams).toEqual({});
    expect(await accessOf('tom')).toBeNull();
    expect(await stage.server.realtime.get(human)).toBeNull();
    const device = await stage.get(deviceSchema, documentPaths.device(teamId, 'tom-phone'));
    expect(device.registration).toBeNull();
    await expect(tom.docs.get(documentPaths.team(teamId))).rejects.toMatchObject({
      code: 'permission-denied',
    });
    const paging = tom.functions.call('registerDevice', {
      teamId,
      commandId: 'again',
      deviceId: 'tom-phone',
      registration: 'push-tom',
      label: '',
      userAgent: '',
    });
    expect((await errorOf(paging)).error?.code).toBe('forbidden');
  });

  test('gets nothing from open listeners except the denial', async () => {
    const tom = await stage.person('tom');
    const told: string[] = [];
    const listen = (name: string) => ({
      next: () => void told.push(name),
      error: ({ code }: { readonly code: string }) => void told.push(`${name}: ${code}`),
    });
    const ends = [
      tom.docs.watch(documentPaths.team(teamId), listen('team')),
      tom.docs.watchQuery(query(collectionPaths.members(teamId)), listen('members')),
      tom.realtime.watch(realtimePaths.humans(teamId, 'priya'), listen('presence')),
    ];
    await stage.cloud.advance(1_000);
    told.length = 0;
    await remove('tom');
    expect(told.filter((one) => one.endsWith('permission-denied')).toSorted()).toEqual([
      'members: permission-denied',
      'presence: permission-denied',
      'team: permission-denied',
    ]);
    told.length = 0;
    await setRole('amara', 'priya', 'admin');
    await stage.cloud.advance(60_000);
    expect(told).toEqual([]);
    for (const end of ends) end();
  });

  test('can be removed by an owner only and is not the last owner', async () => {
    const before = stage.stored();
    for (const who of ['tom', 'priya', 'mei'])
      expect((await errorOf(remove('lena', null, who))).error?.code).toBe('forbidden');
    expect((await errorOf(remove('amara', 'mei'))).error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('last owner'),
    });
    expect((await errorOf(remove('nobody-here'))).error?.code).toBe('not_found');
    expect(stage.stored()).toBe(before);
  });

  test('removed twice is removed once', async () => {
    const input = { userId: 'tom', replacementId: null, commandId: 'twice' };
    const first = await stage.call('amara', 'removeMember', input);
    const before = stage.stored();
    expect(await stage.call('amara', 'removeMember', input)).toEqual(first);
    expect(stage.stored()).toBe(before);
    expect((await errorOf(remove('tom'))).error?.code).toBe('not_found');
  });

  test('can join again by an invite', async () => {
    await remove('tom');
    const token = 'ab'.repeat(20);
    const { inviteIdOf } = await import('#api/invite-token.ts');
    const invite = { inviteId: inviteIdOf(token), role: 'viewer', note: '', address: null, days: 1 } as const;
    await stage.call('amara', 'inviteMember', invite);
    await stage.call('tom', 'acceptInvite', { token, displayName: 'Tom' });
    expect(await accessOf('tom')).toBe('viewer');
  });
});

test('ownership can’t go to a guest or a deleted account', async () => {
  const guest = await stage.stranger('guest');
  await guest.auth.guests.signIn();
  const uid = guest.auth.currentUser()?.uid ?? '';
  await guest.functions.call('joinDemonstration', { teamId, commandId: 'in', displayName: 'Gast' });
  await stage.server.users.remove('priya');
  const before = stage.stored();
  for (const [userId, sentence] of [
    [uid, /Gast is a guest/u],
    ['priya', /has no account any more/u],
  ] as const) {
    for (const run of [
      setRole('amara', userId, 'owner'),
      stage.call('amara', 'transferOwnership', { userId }),
    ])
      expect((await errorOf(run)).error).toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(sentence),
      });
  }
  expect(stage.stored()).toBe(before);
});
