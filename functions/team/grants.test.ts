/** Grants of members who left or lost the role: none counts any more, and what is open ends with the right to give it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recoverySchema, teamRecoverySchema } from '#domain/account/recovery.ts';
import { day, minute } from '#domain/constants.ts';
import { type Holding, holdingSentence } from '#domain/team/holdings.ts';
import { inviteSchema, type InviteRole, unusableInvite } from '#domain/team/invite.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { credentialOf } from '#demo/accounts.ts';
import { signInAsks, withApp } from '#tests/app/functions/second-factor.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const tokenOf = (name: string) => inviteIdOf(name).slice(0, 40);
const invitePath = (name: string) => documentPaths.invite(teamId, inviteIdOf(tokenOf(name)));
const invite = (who: string, name: string, role: InviteRole) =>
  stage.call(who, 'inviteMember', {
    inviteId: inviteIdOf(tokenOf(name)),
    role,
    note: '',
    address: null,
    days: 7,
  });
const inviteOf = (name: string) => stage.get(inviteSchema, invitePath(name));
const setRole = (userId: string, role: 'viewer' | 'responder' | 'admin' | 'owner', who = 'amara') =>
  stage.call(who, 'setMemberRole', { userId, role, replacementId: 'priya' });
const remove = (userId: string) => stage.call('amara', 'removeMember', { userId, replacementId: 'priya' });
const held = async (userId: string) => {
  const { functions } = await stage.person('amara');
  return (await functions.call<{ holdings: Holding[] }>('readHoldings', { teamId, userId })).holdings;
};

async function join(name: string) {
  const client = await stage.stranger(`joining by ${name}`);
  await client.auth.createUser({ email: `${name}@example.com`, password: 'correct horse' });
  const input = { teamId, commandId: stage.newCommand(), token: tokenOf(name), displayName: 'Noor' };
  return client.functions.call('acceptInvite', input);
}

describe('an open invite', () => {
  test('of a removed owner admits no admin and is revoked with the removal', async () => {
    await setRole('mei', 'owner');
    await invite('mei', 'back', 'admin');
    await remove('mei');
    expect(await inviteOf('back')).toMatchObject({ status: 'revoked', revokedBy: 'amara' });
    expect((await errorOf(join('back'))).error).toEqual({ code: 'not_found', message: unusableInvite });
  });

  test('is listed as a holding of its inviter', async () => {
    await invite('mei', 'one', 'responder');
    const sentences = (await held('mei')).map(holdingSentence);
    expect(sentences).toContain('An open invite of a responder, which is then revoked');
  });

  test('is revoked when its inviter’s new role may not grant it, and kept otherwise', async () => {
    await setRole('mei', 'owner');
    await invite('mei', 'as admin', 'admin');
    await invite('mei', 'as viewer', 'viewer');
    await setRole('mei', 'admin');
    expect((await inviteOf('as admin')).status).toBe('revoked');
    expect((await inviteOf('as viewer')).status).toBe('open');
    await setRole('mei', 'responder');
    expect((await inviteOf('as viewer')).status).toBe('revoked');
  });

  test('as admin is revoked when its owner transfers the team', async () => {
    await invite('amara', 'as admin', 'admin');
    await invite('amara', 'as viewer', 'viewer');
    await stage.call('amara', 'transferOwnership', { userId: 'mei' });
    expect((await inviteOf('as admin')).status).toBe('revoked');
    expect((await inviteOf('as viewer')).status).toBe('open');
  });

  test.each(['nobody-here', 'tom', 'mei'])(
    'of an earlier version that names %s as inviter of an admin can be neither read nor accepted',
    async (createdBy) => {
      await invite('amara', 'old', 'admin');
      await stage.save(invitePath('old'), { ...(await inviteOf('old')), createdBy });
      const refused = { code: 'not_found', message: unusableInvite };
      const { functions } = await stage.stranger();
      const look = functions.call('readInvite', { teamId, token: tokenOf('old') });
      expect((await errorOf(look)).error).toEqual(refused);
      expect((await errorOf(join('old'))).error).toEqual(refused);
      expect((await inviteOf('old')).status).toBe('open');
    },
  );
});

describe('an approval of a recovery', () => {
  const { email: address } = credentialOf({ id: 'diego' });
  const decide = (who: string) => stage.call(who, 'decideRecovery', { userId: 'diego', approve: true });
  const seen = () => stage.get(teamRecoverySchema, documentPaths.recovery(teamId, 'diego'));
  const ask = async () => {
    await withApp(stage, 'diego');
    await (await stage.stranger()).functions.call('requestRecovery', { address });
  };

  test.each([
    ['was removed', () => remove('mei')],
    ['became admin', () => setRole('mei', 'admin')],
  ])('ends when its owner %s, and another owner can approve', async (_, lose) => {
    await setRole('mei', 'owner');
    await ask();
    await decide('mei');
    expect((await held('mei')).map(holdingSentence)).toContain(
      'Approved the recovery of a member, which another owner then has to approve',
    );
    await lose();
    expect(await seen()).toMatchObject({ status: 'open', approvedBy: null });
    await stage.standStill(day + minute);
    expect(await signInAsks(stage, 'diego')).toBe('second-factor');
    await decide('amara');
    await stage.cloud.advance(2 * minute);
    expect(await signInAsks(stage, 'diego')).toBe('signed-in');
  });

  test('of a former owner is not executed', async () => {
    await ask();
    await decide('amara');
    const path = serverPaths.accountRecovery('diego');
    const state = await stage.get(recoverySchema, path);
    const approval = { approvedBy: 'mei', approvedAt: state.createdAt };
    await stage.save(path, { ...state, teams: { [teamId]: approval } });
    await stage.standStill(day + minute);
    expect(await signInAsks(stage, 'diego')).toBe('second-factor');
    expect(await seen()).toMatchObject({ status: 'open', approvedBy: null });
  });
});

describe('an offered role', () => {
  const declared = () => stage.declare('diego');
  const offer = (who: string, incidentId: string) =>
    stage.call(who, 'assignRole', { incidentId, role: 'scribe', userId: 'lena' });
  const answer = (incidentId: string, accept: boolean) =>
    stage.call('lena', 'acceptRole', { incidentId, role: 'scribe', accept });

  test('ends when the offering member leaves', async () => {
    const { incidentId } = await declared();
    await offer('mei', incidentId);
    await remove('mei');
    expect((await stage.incident(incidentId)).offers.scribe).toBeNull();
  });

  test('of a member without permission can be declined and offered again, not accepted', async () => {
    const { incidentId } = await declared();
    await offer('diego', incidentId);
    await stage.call('priya', 'assignRole', { incidentId, role: 'operations', userId: 'priya' });
    await stage.call('mei', 'assignRole', { incidentId, role: 'commander', userId: 'mei' });
    const { error } = await errorOf(answer(incidentId, true));
    expect(error).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/may no longer assign roles.*Ask the commander/u),
    });
    expect((await stage.incident(incidentId)).roles.scribe).toBeNull();
    await offer('mei', incidentId);
    await answer(incidentId, true);
    expect((await stage.incident(incidentId)).roles.scribe).toBe('lena');
  });
});
