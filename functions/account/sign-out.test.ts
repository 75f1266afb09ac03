import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviceSchema } from '#domain/device/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { credentialOf } from '#demo/accounts.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { codesOf } from '#tests/functions/second-factor.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const founding = { name: 'Own', timezone: 'Asia/Tokyo', displayName: 'Diego' };
const member = (team: string = teamId) => stage.get(memberSchema, documentPaths.member(team, 'diego'));
const profile = () => stage.get(userProfileSchema, documentPaths.user('diego'));
const signOut = () => stage.call('diego', 'signOutEverywhere', {});
const ended = { code: 'unauthenticated', error: { code: 'unauthenticated' } };

/** Diego's sessions begin here, and end a minute later. */
async function endSessions() {
  await stage.person('diego');
  await stage.cloud.advance(60_000);
  await signOut();
}

test('every team, the profile and the realtime database know since when tokens are taken', async () => {
  await stage.call('diego', 'createTeam', { ...founding, teamId: 'own' });
  const before = await member();
  await endSessions();
  const at = Math.floor(stage.server.clock.now() / 1000) * 1000;
  expect(await member()).toEqual({ ...before, sessionsEndedAt: at, revision: before.revision + 1 });
  expect(await member('own')).toMatchObject({ sessionsEndedAt: at });
  expect(await profile()).toMatchObject({ sessionsEndedAt: at });
  expect(await stage.server.realtime.get(realtimePaths.sessionsEnd('diego'))).toBe(at / 1000);
  expect(await stage.server.realtime.get(realtimePaths.accessRole(teamId, 'diego'))).toBe(before.role);
});

describe('a token from before', () => {
  test('is not renewed', async () => {
    await endSessions();
    const { auth } = await stage.person('diego');
    const renewed = auth.idToken({ forceRefresh: true });
    await expect(renewed).rejects.toMatchObject({ code: 'auth/user-token-expired' });
    expect(auth.currentUser()).toBeNull();
  });

  test('is refused by commands, of a team or of none, and by reads', async () => {
    await endSessions();
    const before = stage.stored();
    const profileFields = { displayName: 'Not Diego', timezone: 'UTC', phone: null, picture: null };
    expect(await errorOf(stage.call('diego', 'saveProfile', profileFields))).toMatchObject(ended);
    expect(await errorOf(stage.call('diego', 'createTeam', { ...founding, teamId: 'own' }))).toMatchObject(
      ended,
    );
    const invite = { teamId: 'other', token: 'a'.repeat(40), displayName: 'D' };
    expect(await errorOf(stage.call('diego', 'acceptInvite', invite))).toMatchObject(ended);
    expect(await errorOf(signOut())).toMatchObject(ended);
    const { functions } = await stage.person('diego');
    const { digests } = codesOf('diego');
    expect(await errorOf(functions.call('makeRecoveryCodes', { digests }))).toMatchObject(ended);
    const holdings = functions.call('readHoldings', { teamId, userId: 'diego' });
    expect(await errorOf(holdings)).toMatchObject(ended);
    expect(await functions.call('readSession', {})).toEqual({ ended: true });
    expect(stage.stored()).toBe(before);
  });

  test('reads no document, file or presence', async () => {
    const diego = await stage.person('diego');
    const room = realtimePaths.humans(teamId, 'diego');
    await diego.realtime.get(room);
    await endSessions();
    const denied = { code: 'permission-denied' };
    for (const path of [documentPaths.team(teamId), documentPaths.user('diego')])
      await expect(diego.docs.get(path, { source: 'server' })).rejects.toMatchObject(denied);
    await expect(diego.realtime.get(room)).rejects.toMatchObject(denied);
  });

  test('gets the answer again to what it did before', async () => {
    await stage.person('diego');
    await stage.cloud.advance(60_000);
    const commandId = 'lost-answer';
    const answer = await stage.call('diego', 'signOutEverywhere', { commandId });
    expect(await stage.call('diego', 'signOutEverywhere', { commandId })).toEqual(answer);
  });
});

test('a new sign-in is taken everywhere, and in teams joined later', async () => {
  await endSessions();
  const token = 'b'.repeat(40);
  await stage.call('amara', 'createTeam', { ...founding, displayName: 'Amara', teamId: 'other' });
  const invite = {
    inviteId: inviteIdOf(token),
    role: 'responder',
    note: '',
    address: null,
    days: 7,
  } as const;
  await stage.call('amara', 'inviteMember', { ...invite, teamId: 'other' });
  const { auth, docs, functions } = await stage.person('diego');
  await auth.signIn(credentialOf({ id: 'diego' }));
  expect(await functions.call('readSession', {})).toEqual({ ended: false });
  expect((await docs.get(documentPaths.team(teamId), { source: 'server' })).data).not.toBeNull();
  await stage.call('diego', 'acceptInvite', { teamId: 'other', token, displayName: 'Diego' });
  expect(await member('other')).toMatchObject({ sessionsEndedAt: (await profile()).sessionsEndedAt });
});

test('other people are signed in as before', async () => {
  const { functions } = await stage.person('priya');
  await endSessions();
  expect(await functions.call('readSession', {})).toEqual({ ended: false });
});

describe('devices', () => {
  const device = () => stage.get(deviceSchema, documentPaths.device(teamId, 'phone'));
  const paged = { title: 'Down', severity: 'SEV2' as const, serviceIds: [], private: false, alertId: null };

  test('are pushed to no more until they are registered again', async () => {
    const { messaging } = await stage.person('diego');
    const { id: registration } = await messaging.register({ ask: true });
    const received: PushMessage[] = [];
    const stop = messaging.onMessage((message) => received.push(message));
    const registered = { deviceId: 'phone', registration, label: 'Phone', userAgent: '' };
    await stage.call('diego', 'registerDevice', registered);
    await endSessions();
    expect(await device()).toMatchObject({
      registration: null,
      signedOutAt: stage.server.clock.now(),
    });
    const page = [{ kind: 'people' as const, userIds: ['diego'] }];
    await stage.call('amara', 'declareIncident', { ...paged, page });
    await stage.cloud.advance(1);
    expect(received).toEqual([]);
    const { auth } = await stage.person('diego');
    await auth.signIn(credentialOf({ id: 'diego' }));
    await stage.call('diego', 'registerDevice', registered);
    expect(await device()).toMatchObject({ registration, signedOutAt: null });
    await stage.call('amara', 'declareIncident', { ...paged, page });
    await stage.cloud.advance(1);
    expect(received).toHaveLength(1);
    stop();
  });

  test('answer a pushed page by its ticket, unless it was pushed before', async () => {
    const { auth, messaging } = await stage.person('diego');
    const { id: registration } = await messaging.register({ ask: true });
    const received: PushMessage[] = [];
    const stop = messaging.onMessage((message) => received.push(message));
    const registered = { deviceId: 'phone', registration, label: 'Phone', userAgent: '' };
    const page = [{ kind: 'people' as const, userIds: ['diego'] }];
    await stage.call('diego', 'registerDevice', registered);
    await stage.call('amara', 'declareIncident', { ...paged, page });
    await stage.cloud.advance(1);
    await endSessions();
    await auth.signIn(credentialOf({ id: 'diego' }));
    await stage.call('diego', 'registerDevice', registered);
    await stage.call('amara', 'declareIncident', { ...paged, page });
    await stage.cloud.advance(1);
    const pages = received.filter(({ data }) => data['kind'] === 'page');
    const answers = [];
    for (const { data } of pages) {
      const { pageId, deliveryId, ticket } = data;
      const message = { teamId, pageId, deliveryId, ticket, answer: 'shown' };
      answers.push((await stage.http('/in/answer', message)).status);
    }
    expect(answers).toEqual([409, 200]);
    stop();
  });
});
