import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { teamRecoverySchema } from '#domain/account/recovery.ts';
import { auditEntrySchema } from '#domain/audit/schema.ts';
import { day, minute } from '#domain/constants.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { credentialOf } from '#demo/accounts.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { settleRecoveries } from './recovery.ts';
import { codesOf, signInAsks, withApp } from '#tests/app/functions/second-factor.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

// Diego is a responder, Amara the team's owner.
const address = credentialOf({ id: 'diego' }).email;
const founding = { name: 'Own', timezone: 'Asia/Tokyo' };
const profile = () => stage.get(userProfileSchema, documentPaths.user('diego'));
const calling = async (name: string, input: object) => (await stage.stranger()).functions.call(name, input);
const made = async (first = 0) => {
  const { codes, digests } = codesOf('diego', first);
  const { auth, functions } = await stage.person('diego');
  await auth.idToken({ forceRefresh: true });
  await functions.call('makeRecoveryCodes', { digests });
  return codes;
};
const audited = async () =>
  (await stage.all(auditEntrySchema, collectionPaths.audit(teamId))).map(({ command }) => command);

/** Push messages to a person's browser. */
async function listening(who: string): Promise<PushMessage[]> {
  const { messaging } = await stage.person(who);
  const { id } = await messaging.register({ ask: true });
  const input = { deviceId: `${who}-phone`, registration: id, label: 'Phone', userAgent: '' };
  await stage.call(who, 'registerDevice', input);
  const received: PushMessage[] = [];
  messaging.onMessage((message) => received.push(message));
  return received;
}

describe('a recovery code', () => {
  test('removes the second factor once, and the person is notified', async () => {
    await withApp(stage, 'diego');
    const received = await listening('diego');
    const [code = ''] = await made();
    expect(await profile()).toMatchObject({ recoveryCodesLeft: 10, factorsRemovedAt: null });
    expect(await signInAsks(stage, 'diego')).toBe('second-factor');
    await calling('redeemRecoveryCode', { address: address.toUpperCase(), code: ` ${code.toLowerCase()} ` });
    expect(await signInAsks(stage, 'diego')).toBe('signed-in');
    const now = stage.server.clock.now();
    expect(await profile()).toMatchObject({ recoveryCodesLeft: 9, factorsRemovedAt: now });
    expect(await audited()).toContain('redeemRecoveryCode');
    await stage.cloud.advance(1);
    const titles = received.map(({ notification }) => notification?.title);
    expect(titles).toEqual(['Your second step at sign-in was removed']);
    const again = calling('redeemRecoveryCode', { address, code });
    expect((await errorOf(again)).error).toMatchObject({ code: 'not_found' });
    const { functions } = await stage.person('diego');
    await functions.call('dismissRecovery', {});
    expect(await profile()).toMatchObject({ factorsRemovedAt: null });
  });

  test('is invalid once newer codes were created', async () => {
    await withApp(stage, 'diego');
    const [old = ''] = await made();
    const [code = ''] = await made(10);
    const late = calling('redeemRecoveryCode', { address, code: old });
    expect((await errorOf(late)).error).toMatchObject({ code: 'not_found' });
    expect(await signInAsks(stage, 'diego')).toBe('second-factor');
    await calling('redeemRecoveryCode', { address, code });
    expect(await signInAsks(stage, 'diego')).toBe('signed-in');
  });

  test.each([
    ['of somebody else', () => credentialOf({ id: 'priya' }).email, (code: string) => code],
    ['for an address without an account', () => 'nobody@example.com', (code: string) => code],
    ['with another letter', () => address, (code: string) => code.replace(/^./u, 'Z')],
    ['that is none', () => address, () => 'let me in'],
  ])('%s gets the same answer and counts as an attempt', async (_, whose, change) => {
    await withApp(stage, 'diego');
    const [code = ''] = await made();
    const before = await profile();
    const { error } = await errorOf(calling('redeemRecoveryCode', { address: whose(), code: change(code) }));
    expect(error).toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/^This code can’t be used/),
    });
    expect(await profile()).toEqual(before);
    expect(await signInAsks(stage, 'diego')).toBe('second-factor');
  });

  test('is rejected for an hour after ten wrong attempts', async () => {
    await withApp(stage, 'diego');
    const [code = ''] = await made();
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await errorOf(calling('redeemRecoveryCode', { address, code: 'x' }))).error).toMatchObject({
        code: 'not_found',
      });
    const refused = { code: 'rate_limited', retryAfter: 3600 };
    expect((await errorOf(calling('redeemRecoveryCode', { address, code }))).error).toMatchObject(refused);
    await stage.cloud.advance(60 * minute);
    await calling('redeemRecoveryCode', { address, code });
    expect(await signInAsks(stage, 'diego')).toBe('signed-in');
  });

  test('attempts are removed by the sweep', async () => {
    await errorOf(calling('redeemRecoveryCode', { address: 'nobody@example.com', code: 'x' }));
    const stored = () => stage.stored().includes('recoveryAttempts');
    expect(stored()).toBe(true);
    await stage.cloud.advance(62 * minute);
    expect(stored()).toBe(false);
  });

  test('can’t be created without a recent sign-in', async () => {
    await stage.person('diego');
    await stage.cloud.advance(6 * minute);
    expect((await errorOf(made())).error).toMatchObject({ code: 'forbidden' });
    expect(await profile()).toMatchObject({ recoveryCodesAt: null });
  });

  test('is stored as a digest only', async () => {
    const [code = ''] = await made();
    expect(stage.stored()).not.toContain(code);
  });
});

describe('recovery without a code', () => {
  const ask = () => calling('requestRecovery', { address });
  const decide = (who: string, approve = true, team: string = teamId) =>
    stage.call(who, 'decideRecovery', { teamId: team, userId: 'diego', approve });
  const seen = (team: string = teamId) =>
    stage.get(teamRecoverySchema, documentPaths.recovery(team, 'diego'));

  test('removes the factor once an owner has approved and a day has passed', async () => {
    await withApp(stage, 'diego');
    await ask();
    const now = stage.server.clock.now();
    expect(await profile()).toMatchObject({ recoveryRequestedAt: now, recoveryEarliestAt: now + day });
    await decide('amara');
    expect(await seen()).toMatchObject({ status: 'open', approvedBy: 'amara', othersWaiting: 0 });
    await stage.cloud.advance(day - minute);
    expect(await signInAsks(stage, 'diego')).toBe('second-factor');
    await stage.cloud.advance(2 * minute);
    expect(await signInAsks(stage, 'diego')).toBe('signed-in');
    expect(await seen()).toMatchObject({ status: 'done' });
    expect(await profile()).toMatchObject({ recoveryRequestedAt: null, recoveryEarliestAt: null });
    expect((await profile()).factorsRemovedAt).not.toBeNull();
    expect(await audited()).toEqual(
      expect.arrayContaining(['requestRecovery', 'decideRecovery', 'recoverSecondFactor']),
    );
  });

  test('notifies the person and the owners when it is requested', async () => {
    await withApp(stage, 'diego');
    const mine = await listening('diego');
    const owners = await listening('amara');
    await ask();
    await stage.cloud.advance(1);
    expect(mine.map(({ notification }) => notification?.title)).toEqual([
      'Somebody asks to remove your second step at sign-in',
    ]);
    expect(mine[0]?.notification?.link).toBe('/me');
    expect(owners).toHaveLength(1);
    expect(owners[0]?.notification?.link).toBe(`/t/${teamId}/settings/members`);
  });

  test('needs an owner’s approval in every team, including teams joined later', async () => {
    await withApp(stage, 'diego');
    await stage.call('diego', 'createTeam', { ...founding, displayName: 'Diego', teamId: 'own' });
    await stage.call('diego', 'setMemberRole', {
      teamId: 'own',
      userId: 'diego',
      role: 'owner',
      replacementId: null,
    });
    await ask();
    await decide('amara');
    expect(await seen()).toMatchObject({ othersWaiting: 1 });
    await stage.standStill(day + minute);
    expect(await signInAsks(stage, 'diego')).toBe('second-factor');
    // The only owner there is the person: whoever has the password could approve.
    expect((await errorOf(decide('diego', true, 'own'))).error).toMatchObject({ code: 'forbidden' });
    await stage.standStill(6 * day);
    expect(await seen('own')).toMatchObject({ status: 'expired' });
    expect(await signInAsks(stage, 'diego')).toBe('second-factor');
  });

  test('needs no approval of a team that was left or deleted', async () => {
    await withApp(stage, 'diego');
    await stage.call('diego', 'createTeam', { ...founding, displayName: 'Diego', teamId: 'own' });
    await ask();
    await decide('amara');
    await stage.call('diego', 'deleteTeam', { teamId: 'own', name: 'Own' });
    await stage.standStill(day + minute);
    expect(await signInAsks(stage, 'diego')).toBe('signed-in');
  });

  test.each([
    ['the person', async () => (await stage.person('diego')).functions.call('stopRecovery', {})],
    ['an owner', () => decide('amara', false)],
  ])('is stopped by %s, and a new request has to wait for a day', async (_, stop) => {
    await withApp(stage, 'diego');
    await ask();
    await decide('amara');
    await stop();
    expect(await seen()).toMatchObject({ status: 'stopped' });
    expect(await profile()).toMatchObject({ recoveryRequestedAt: null });
    expect((await errorOf(decide('amara'))).error).toMatchObject({ code: 'illegal_transition' });
    await ask();
    expect(await seen()).toMatchObject({ status: 'stopped' });
    await stage.standStill(day + minute);
    expect(await signInAsks(stage, 'diego')).toBe('second-factor');
    await ask();
    expect(await seen()).toMatchObject({ status: 'open', approvedBy: null });
  });

  test('ends when a recovery code is used', async () => {
    await withApp(stage, 'diego');
    const [code = ''] = await made();
    await ask();
    await calling('redeemRecoveryCode', { address, code });
    expect(await seen()).toMatchObject({ status: 'stopped' });
    expect(await profile()).toMatchObject({ recoveryRequestedAt: null });
  });

  test.each([
    ['that has no account', () => calling('requestRecovery', { address: 'nobody@example.com' })],
    ['whose account has no second factor', ask],
  ])('answers the same for an address %s and stores nothing', async (_, asking) => {
    await stage.person('diego');
    const before = stage.stored();
    expect(await asking()).toEqual({});
    expect(stage.stored()).toBe(before);
  });

  test.each(['priya', 'diego'])('can’t be approved by %s, who is not an owner', async (who) => {
    await withApp(stage, 'diego');
    await ask();
    expect((await errorOf(decide(who))).error).toMatchObject({ code: 'forbidden' });
  });

  test('can’t be approved by an owner of another team', async () => {
    await withApp(stage, 'diego');
    await ask();
    await stage.call('mei', 'createTeam', { ...founding, displayName: 'Mei', teamId: 'other' });
    expect((await errorOf(decide('mei', true, 'other'))).error).toMatchObject({ code: 'not_found' });
  });
});

test('recovery data of a deleted account is removed', async () => {
  await withApp(stage, 'tom');
  const { digests } = codesOf('tom');
  const { functions, auth } = await stage.person('tom');
  await functions.call('makeRecoveryCodes', { digests });
  await calling('requestRecovery', { address: credentialOf({ id: 'tom' }).email });
  await stage.call('tom', 'createTeam', { ...founding, displayName: 'Tom', teamId: 'toms' });
  for (const path of [serverPaths.recoveryCodes('tom'), serverPaths.accountRecovery('tom')])
    expect((await stage.server.docs.get(path)).data).not.toBeNull();
  await stage.server.docs.batch([
    { type: 'update', path: documentPaths.team(teamId), changes: { demonstration: false } },
  ]);
  await stage.call('tom', 'deleteTeam', { teamId: 'toms', name: 'Own' });
  await functions.call('deleteAccount', { typed: auth.currentUser()?.email, successors: {} });
  for (const path of [
    serverPaths.recoveryCodes('tom'),
    serverPaths.accountRecovery('tom'),
    documentPaths.recovery(teamId, 'tom'),
  ])
    expect((await stage.server.docs.get(path)).data).toBeNull();
});

test.each([
  ['redeemRecoveryCode', { address: 'diego', code: 'x' }, 'address'],
  ['redeemRecoveryCode', { address, code: { toString: 1 } }, 'code'],
  ['redeemRecoveryCode', { address, code: 'x'.repeat(101) }, 'code'],
  ['requestRecovery', { address: null }, 'address'],
  ['requestRecovery', null, ''],
])('%s with %j is rejected and changes nothing', async (name, input, field) => {
  await stage.stranger();
  const before = stage.stored();
  const { error } = await errorOf(calling(name, input as object));
  expect(error).toMatchObject({ code: 'invalid', field });
  expect(stage.stored()).toBe(before);
});

test('due recovery requests are all processed in several portions', async () => {
  const dueAt = stage.server.clock.now() - 1;
  for (let n = 100; n < 302; n++) {
    const made = { id: `gone${n}`, createdAt: dueAt, createdBy: `gone${n}`, revision: 1 };
    const period = { status: 'open', earliestAt: dueAt, expiresAt: dueAt, endedAt: null, endedBy: null };
    await stage.save(serverPaths.accountRecovery(`gone${n}`), { ...made, ...period, teams: {}, dueAt });
  }
  await expect(settleRecoveries(stage.server)).resolves.toBeUndefined();
});
