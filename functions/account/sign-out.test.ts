import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditEntrySchema } from '#domain/audit/schema.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { feedSchema } from '#domain/schedule/feed.ts';
import { feedIdOf } from '#api/feed-secret.ts';
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import { credentialOf } from '#demo/accounts.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { codesOf } from '#tests/app/functions/second-factor.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const founding = { name: 'Own', timezone: 'Asia/Tokyo', displayName: 'Diego' };
const member = (team: string = teamId) => stage.get(memberSchema, documentPaths.member(team, 'diego'));
const profile = () => stage.get(userProfileSchema, documentPaths.user('diego'));
const signOut = () => stage.signOutEverywhere('diego');
const ended = { code: 'unauthenticated', error: { code: 'unauthenticated' } };

/** Diego's sessions begin here, and end a minute later. */
async function endSessions() {
  await stage.person('diego');
  await stage.cloud.advance(60_000);
  await signOut();
}

test('signing out everywhere stores the end of sessions in every team, the profile and the realtime database', async () => {
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

test('signing out everywhere revokes calendar addresses in every team', async () => {
  await stage.call('diego', 'createTeam', { ...founding, teamId: 'own' });
  for (const [team, secret] of [
    [teamId, 'one'],
    ['own', 'other'],
  ] as const) {
    const feed = { feedId: feedIdOf(secret), scope: 'mine', scheduleId: null, teamId: team } as const;
    await stage.call('diego', 'createFeed', feed);
  }
  await stage.call('lena', 'createFeed', { feedId: feedIdOf('hers'), scope: 'mine', scheduleId: null });
  await endSessions();
  expect(await stage.all(feedSchema, collectionPaths.feeds('own'))).toEqual([]);
  const left = await stage.all(feedSchema, collectionPaths.feeds(teamId));
  expect(left.map(({ userId }) => userId)).toEqual(['lena']);
});

test('signing out everywhere is recorded in the audit of every team', async () => {
  await stage.call('diego', 'createTeam', { ...founding, teamId: 'own' });
  await endSessions();
  for (const team of [teamId, 'own']) {
    const entries = await stage.all(auditEntrySchema, collectionPaths.audit(team));
    const [entry, ...more] = entries.filter(({ command }) => command === 'signOutEverywhere');
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ createdBy: 'diego', subject: { kind: 'member', id: 'diego' } });
    expect(entry?.changes[0]?.fields.map(({ field }) => field)).toEqual(['sessionsEndedAt']);
  }
});

describe('a person without a team', () => {
  const found = { teamId: 'late', name: 'Late', timezone: 'UTC', displayName: 'Noor' };
  const noor = { kind: 'password', email: 'noor@example.com', password: 'correct horse' } as const;
  /** Two browsers of the person, in both of whom they are signed in. */
  async function twoBrowsers() {
    const [one, other] = [await stage.stranger('one'), await stage.stranger('other')];
    await one.auth.createUser(noor);
    await other.auth.signIn(noor);
    await stage.cloud.advance(60_000);
    return { one, other };
  }
  const create = ({ functions }: EmbeddedClient) =>
    functions.call('createTeam', { ...found, commandId: stage.newCommand() });

  test('ends all sessions and writes to no team', async () => {
    const { one, other } = await twoBrowsers();
    const audits = (await stage.all(auditEntrySchema, collectionPaths.audit(teamId))).length;
    expect(await one.functions.call('signOutEverywhere', {})).toEqual({});
    for (const browser of [one, other]) {
      expect(await errorOf(create(browser))).toMatchObject(ended);
      expect(await browser.functions.call('readSession', {})).toEqual({ ended: true });
      await expect(browser.auth.idToken({ forceRefresh: true })).rejects.toMatchObject({
        code: 'auth/user-token-expired',
      });
    }
    expect(await stage.all(auditEntrySchema, collectionPaths.audit(teamId))).toHaveLength(audits);
  });

  test('signs in again and creates a team under the given name', async () => {
    const { one, other } = await twoBrowsers();
    await one.functions.call('signOutEverywhere', {});
    await other.auth.signIn(noor);
    await create(other);
    const uid = other.auth.currentUser()?.uid ?? '';
    const joined = await stage.get(memberSchema, documentPaths.member('late', uid));
    expect(joined).toMatchObject({ displayName: 'Noor', role: 'owner' });
    expect(joined.sessionsEndedAt).not.toBeNull();
  });

  test('ends all sessions as a member of a deleted team', async () => {
    const { one } = await twoBrowsers();
    await create(one);
    await one.functions.call('deleteTeam', { teamId: 'late', commandId: stage.newCommand(), name: 'Late' });
    await stage.cloud.advance(60_000);
    await one.functions.call('signOutEverywhere', {});
    expect(await one.functions.call('readSession', {})).toEqual({ ended: true });
  });
});

test('a signed-out caller can’t end sessions', async () => {
  const { functions } = await stage.stranger();
  expect((await errorOf(functions.call('signOutEverywhere', {}))).error?.code).toBe('unauthenticated');
});

describe('an earlier token', () => {
  test('is not renewed', async () => {
    await endSessions();
    const { auth } = await stage.person('diego');
    const renewed = auth.idToken({ forceRefresh: true });
    await expect(renewed).rejects.toMatchObject({ code: 'auth/user-token-expired' });
    expect(auth.currentUser()).toBeNull();
  });

  test('is rejected by commands with and without a team, and by reads', async () => {
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

  test('can read no document, file or presence', async () => {
    const diego = await stage.person('diego');
    const room = realtimePaths.humans(teamId, 'diego');
    await diego.realtime.get(room);
    await endSessions();
    const denied = { code: 'permission-denied' };
    for (const path of [documentPaths.team(teamId), documentPaths.user('diego')])
      await expect(diego.docs.get(path, { source: 'server' })).rejects.toMatchObject(denied);
    await expect(diego.realtime.get(room)).rejects.toMatchObject(denied);
  });

  test('can’t end sessions again', async () => {
    await endSessions();
    const { auth } = await stage.stranger('another browser');
    await auth.signIn(credentialOf({ id: 'diego' }));
    const before = await profile();
    expect(await errorOf(signOut())).toMatchObject(ended);
    expect(await profile()).toEqual(before);
    expect(await auth.idToken({ forceRefresh: true })).not.toBeNull();
  });
});

test('a new sign-in is accepted everywhere and in teams joined later', async () => {
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

test('sessions of other people continue', async () => {
  const { functions } = await stage.person('priya');
  await endSessions();
  expect(await functions.call('readSession', {})).toEqual({ ended: false });
});

describe('devices', () => {
  const device = () => stage.get(deviceSchema, documentPaths.device(teamId, 'phone'));
  const paged = { title: 'Down', severity: 'SEV2' as const, serviceIds: [], private: false, alertId: null };

  test('get no pushes until they are registered again', async () => {
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

  test('can answer a pushed page by its ticket, except one pushed before', async () => {
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
