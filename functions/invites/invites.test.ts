/** Invites, as browsers meet them: who makes them, who joins by them, and what a link that can’t be used is answered. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandInput } from '#api/commands.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import type { InvitePreview } from '#api/reads.ts';
import { day, limits } from '#domain/constants.ts';
import { inviteSchema, unusableInvite } from '#domain/team/invite.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const tokenOf = (name: string) => inviteIdOf(name).slice(0, 40);
const token = tokenOf('one');

const invite = (
  who: string,
  given: Partial<CommandInput<'inviteMember'>> & { readonly token?: string } = {},
) => {
  const { token: drawn = token, ...more } = given;
  return stage.call(who, 'inviteMember', {
    inviteId: inviteIdOf(drawn),
    role: 'responder',
    note: '',
    address: null,
    days: 7,
    ...more,
  });
};

async function account(name: string, email = `${name}@example.com`): Promise<EmbeddedClient> {
  const client = await stage.stranger(name);
  await client.auth.createUser({ email, password: 'correct horse' });
  return client;
}
const joinAs = (client: EmbeddedClient, more: object = {}) =>
  client.functions.call('acceptInvite', {
    teamId,
    commandId: stage.newCommand(),
    token,
    displayName: 'Noor',
    ...more,
  });
const look = (client: EmbeddedClient, given: string = token) =>
  client.functions.call<InvitePreview>('readInvite', { teamId, token: given });
const stored = () => stage.get(inviteSchema, documentPaths.invite(teamId, inviteIdOf(token)));

describe('inviting', () => {
  const granted = [
    ['mei', 'viewer'],
    ['mei', 'responder'],
    ['amara', 'viewer'],
    ['amara', 'responder'],
    ['amara', 'admin'],
  ] as const;
  test.each(granted)('by %s as %s succeeds', async (who, role) => {
    await invite(who, { role });
    expect(await stored()).toMatchObject({ role, status: 'open', createdBy: who });
  });

  const refused = [
    ['tom', 'viewer'],
    ['priya', 'viewer'],
    ['mei', 'admin'],
  ] as const;
  test.each(refused)('by %s as %s is rejected', async (who, role) => {
    const before = stage.stored();
    expect((await errorOf(invite(who, { role }))).error?.code).toBe('forbidden');
    expect(stage.stored()).toBe(before);
  });

  test('with the role of owner is rejected', async () => {
    const owner = invite('amara', { role: 'owner' as never });
    expect((await errorOf(owner)).error).toMatchObject({ code: 'invalid', field: 'role' });
  });

  test('stores the token’s digest only', async () => {
    await invite('mei');
    await joinAs(await account('noor'));
    expect(JSON.stringify(stage.cloud.snapshot())).not.toContain(token);
  });

  test('again with one command id makes one invite, and with another id is a conflict', async () => {
    const given = { commandId: 'same' };
    expect(await invite('mei', given)).toEqual(await invite('mei', given));
    const before = stage.stored();
    expect((await errorOf(invite('mei'))).error?.code).toBe('conflict');
    expect(stage.stored()).toBe(before);
  });

  test('is limited per day', async () => {
    for (let n = 0; n < limits.invitesPerDay; n++) await invite('mei', { token: tokenOf(`many ${n}`) });
    const before = stage.stored();
    expect((await errorOf(invite('mei'))).error).toMatchObject({ code: 'rate_limited' });
    expect(stage.stored()).toBe(before);
    await stage.standStill(day);
    expect(await invite('mei')).toMatchObject({ revision: 1 });
  });
});

describe('accepting', () => {
  test('makes the member and uses up the invite in one commit', async () => {
    await invite('mei');
    const noor = await account('noor');
    const uid = noor.auth.currentUser()?.uid ?? '';
    expect(await joinAs(noor)).toEqual({ revision: 1, role: 'responder' });
    expect(await stage.get(memberSchema, documentPaths.member(teamId, uid))).toMatchObject({
      displayName: 'Noor',
      role: 'responder',
      createdBy: uid,
    });
    expect(await stored()).toMatchObject({ status: 'used', usedBy: uid });
    expect((await stage.get(userProfileSchema, documentPaths.user(uid))).teams).toEqual({
      [teamId]: 'responder',
    });
    expect(await stage.server.realtime.get(realtimePaths.accessRole(teamId, uid))).toBe('responder');
  });

  test('by two at the same moment admits one', async () => {
    await invite('mei');
    const [one, other] = [await account('noor'), await account('ola')];
    const answers = await Promise.allSettled([joinAs(one), joinAs(other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('by a member is a conflict and keeps the invite', async () => {
    await invite('mei');
    const before = stage.stored();
    expect((await errorOf(joinAs(await stage.person('tom')))).error).toMatchObject({ code: 'conflict' });
    expect(stage.stored()).toBe(before);
  });

  test('by a guest is rejected with the next step', async () => {
    await invite('mei');
    const guest = await stage.stranger('guest');
    await guest.auth.guests.signIn();
    const before = stage.stored();
    const { error } = await errorOf(joinAs(guest));
    expect(error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('Create an account') });
    expect(stage.stored()).toBe(before);
  });

  test('of one person in several teams adds a team', async () => {
    const noor = await account('noor');
    const founding = { teamId: 'own', commandId: 'found', name: 'Own', timezone: 'UTC', displayName: 'Noor' };
    await noor.functions.call('createTeam', founding);
    await invite('mei', { role: 'viewer' });
    await joinAs(noor);
    const uid = noor.auth.currentUser()?.uid ?? '';
    const { teams } = await stage.get(userProfileSchema, documentPaths.user(uid));
    expect(teams).toEqual({ own: 'owner', [teamId]: 'viewer' });
  });
});

describe('an unusable invite', () => {
  const ends: Readonly<Record<string, () => Promise<unknown>>> = {
    'has expired': () => stage.standStill(7 * day),
    'was revoked': () => stage.call('mei', 'revokeInvite', { inviteId: inviteIdOf(token) }),
    'was used': async () => joinAs(await account('ola')),
    'is none': () =>
      stage.server.docs.batch([{ type: 'delete', path: documentPaths.invite(teamId, inviteIdOf(token)) }]),
  };
  test.each(Object.keys(ends))('that %s gets the same answer and changes nothing', async (what) => {
    await invite('mei');
    const noor = await account('noor');
    await ends[what]?.();
    const before = stage.stored();
    const joining = await errorOf(joinAs(noor));
    expect(joining).toEqual({
      code: 'not-found',
      error: { code: 'not_found', message: unusableInvite },
    });
    expect(await errorOf(look(noor))).toEqual(joining);
    expect(await errorOf(look(await stage.stranger()))).toEqual(joining);
    expect(stage.stored()).toBe(before);
  });

  test('of another team gets the same answer', async () => {
    await invite('mei');
    const noor = await account('noor');
    const { error } = await errorOf(joinAs(noor, { teamId: 'another' }));
    expect(error).toEqual({ code: 'not_found', message: unusableInvite });
  });
});

describe('reading an invite', () => {
  test('returns team, inviter and role only', async () => {
    await invite('mei', { note: 'Noor of Payments', address: 'noor@example.com' });
    const { name } = await stage.get(teamSchema, documentPaths.team(teamId));
    const { expiresAt } = await stored();
    const preview = {
      ...{ teamName: name, inviterName: 'Mei Tanaka', role: 'responder' },
      ...{ expiresAt, member: false },
    };
    const before = stage.stored();
    expect(await look(await stage.stranger())).toEqual(preview);
    expect(await look(await stage.person('tom'))).toEqual({ ...preview, member: true });
    expect(stage.stored()).toBe(before);
  });

  test('that the reader has used leads into the team, and other readers get no answer', async () => {
    await invite('mei');
    const noor = await account('noor');
    await joinAs(noor);
    expect(await look(noor)).toMatchObject({ member: true });
    expect((await errorOf(look(await stage.person('tom')))).error?.code).toBe('not_found');
  });

  test.each([{}, { teamId, token: 7 }, { teamId: '../x', token }, { teamId, token: 'short' }, null])(
    'with %j is rejected',
    async (input) => {
      const stranger = await stage.stranger();
      const { error } = await errorOf(stranger.functions.call('readInvite', input as never));
      expect(error?.code).toBe('invalid');
    },
  );
});

describe('revoking', () => {
  test('again changes nothing, and a used invite can’t be revoked', async () => {
    await invite('mei');
    const revoking = { inviteId: inviteIdOf(token) };
    await stage.call('mei', 'revokeInvite', revoking);
    expect(await stored()).toMatchObject({ status: 'revoked', revokedBy: 'mei', revision: 2 });
    expect(await stage.call('amara', 'revokeInvite', revoking)).toEqual({ revision: 2 });
    expect((await stored()).revokedBy).toBe('mei');
    await invite('mei', { token: tokenOf('two') });
    await joinAs(await account('noor'), { token: tokenOf('two') });
    const late = stage.call('mei', 'revokeInvite', { inviteId: inviteIdOf(tokenOf('two')) });
    expect((await errorOf(late)).error).toMatchObject({ code: 'illegal_transition', from: 'used' });
  });

  test('is for members who may invite, and for existing invites', async () => {
    await invite('mei');
    const revoking = { inviteId: inviteIdOf(token) };
    for (const who of ['tom', 'priya'])
      expect((await errorOf(stage.call(who, 'revokeInvite', revoking))).error?.code).toBe('forbidden');
    const none = stage.call('mei', 'revokeInvite', { inviteId: inviteIdOf('none') });
    expect((await errorOf(none)).error?.code).toBe('not_found');
  });
});

describe('a team that accepts mail domains', () => {
  async function only(...mailDomains: string[]) {
    const path = documentPaths.team(teamId);
    await stage.save(path, { ...(await stage.get(teamSchema, path)), mailDomains });
    await invite('mei');
  }
  const verified = async (name: string, email: string) => {
    const uid = `verified-${name}`;
    await stage.server.users.create({ uid, email, password: 'correct horse', emailVerified: true });
    const client = await stage.stranger(name);
    await client.auth.signIn({ kind: 'password', email, password: 'correct horse' });
    return client;
  };

  test('accepts a verified address of a domain in any case', async () => {
    await only('example.com', 'example.org');
    expect(await joinAs(await verified('noor', 'Noor@Example.ORG'))).toMatchObject({ role: 'responder' });
  });

  test('rejects an unverified address', async () => {
    await only('example.com');
    const before = stage.stored();
    const { error } = await errorOf(joinAs(await account('noor', 'noor@example.com')));
    expect(error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('not confirmed') });
    expect(stage.stored()).toBe(before);
  });

  test.each(['noor@mail.example.com', 'noor@example.com.evil.net', 'noor@notexample.com'])(
    'rejects %s',
    async (address) => {
      await only('example.com');
      const { error } = await errorOf(joinAs(await verified('noor', address)));
      expect(error).toMatchObject({
        code: 'forbidden',
        message: 'This team takes addresses of @example.com only. Sign in with one of these.',
      });
      expect((await stored()).status).toBe('open');
    },
  );
});

test('invites of a team are listed by its admins', async () => {
  await invite('mei');
  const asked = async (who: string) =>
    (await stage.person(who)).docs.get(documentPaths.invite(teamId, inviteIdOf(token)));
  expect((await asked('mei')).data).not.toBeNull();
  expect((await asked('amara')).data).not.toBeNull();
  await expect(asked('priya')).rejects.toMatchObject({ code: 'permission-denied' });
  expect(collectionPaths.invites(teamId)).toBe(`teams/${teamId}/invites`);
});
