/** Account operations of backend code: the Admin SDK on the official Auth part, with their effect on the client. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FirebaseClient, openFirebase } from '#adapters/firebase/backend.ts';
import { openServer } from '#adapters/firebase-admin/server.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import { rejection } from '#contracts/harness.ts';
import { type RunningAccounts, startAccounts } from './accounts.ts';
import { projectId } from './parts.ts';
import { project } from './stage.ts';

let part: RunningAccounts;
let users: ServerUsers;
const clients: FirebaseClient[] = [];

beforeAll(async () => {
  part = await startAccounts();
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = `127.0.0.1:${part.port}`;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  users = openServer({ project: { projectId }, name: 'people' }).users;
});
beforeEach(() => part.begin());
afterAll(async () => {
  for (const client of clients) await client.dispose();
  await part.stop();
});

const connect = (): FirebaseClient => {
  const client = openFirebase({ project, local: { auth: `127.0.0.1:${part.port}` } });
  clients.push(client);
  return client;
};
const ada = { email: 'ada@example.com', password: 'correct horse', displayName: 'Ada' };
const password = { kind: 'password', email: ada.email, password: ada.password } as const;

test('a created account is found by id and address and can sign in', async () => {
  const made = await users.create({ ...ada, uid: 'ada', emailVerified: true });
  expect(made).toMatchObject({ uid: 'ada', email: ada.email, displayName: 'Ada', emailVerified: true });
  expect(made).toMatchObject({ isAnonymous: false, photoUrl: null, phoneNumber: null, factors: [] });
  expect(made.createdAt).toBeGreaterThan(0);
  expect(await users.get('ada')).toMatchObject({ uid: 'ada' });
  expect(await users.byEmail('Ada@Example.com')).toMatchObject({ uid: 'ada' });
  const signedIn = await connect().auth.signIn(password);
  expect(signedIn).toMatchObject({ kind: 'signed-in', user: { uid: 'ada' } });
});

test('a missing account is null, and removing it does nothing', async () => {
  expect(await users.get('nobody')).toBeNull();
  expect(await users.byEmail('nobody@example.com')).toBeNull();
  await users.remove('nobody');
});

test('a taken id or address is rejected', async () => {
  await users.create({ ...ada, uid: 'ada' });
  expect(await rejection(users.create({ uid: 'ada' }))).toMatchObject({ code: 'already-exists' });
  expect(await rejection(users.create({ email: ada.email }))).toMatchObject({
    code: 'auth/email-already-in-use',
  });
  expect(await rejection(users.create({ email: 'b@example.com', password: 'short' }))).toMatchObject({
    code: 'auth/weak-password',
  });
});

test('custom claims show in tokens issued afterwards and replace earlier claims', async () => {
  await users.create({ ...ada, uid: 'ada' });
  await users.setClaims('ada', { team: 'a', lead: true });
  await users.setClaims('ada', { team: 'b' });
  const { auth } = connect();
  await auth.signIn(password);
  const token = await auth.idToken();
  expect(token?.claims).toMatchObject({ team: 'b' });
  expect(token?.claims).not.toHaveProperty('lead');
  const big = { text: 'x'.repeat(1001) };
  expect(await rejection(users.setClaims('ada', big))).toMatchObject({ code: 'invalid-argument' });
});

test('a custom token signs in with its claims', async () => {
  const { auth } = connect();
  const token = await users.customToken('robot', { kind: 'machine' });
  expect(await auth.signIn({ kind: 'custom-token', token })).toMatchObject({ user: { uid: 'robot' } });
  expect((await auth.idToken())?.claims).toMatchObject({ kind: 'machine' });
  expect(await rejection(users.customToken(''))).toMatchObject({ code: 'invalid-argument' });
});

test('a disabled account can’t sign in until it is enabled', async () => {
  await users.create({ ...ada, uid: 'ada' });
  await users.setDisabled('ada', true);
  expect(await rejection(connect().auth.signIn(password))).toMatchObject({ code: 'auth/user-disabled' });
  await users.setDisabled('ada', false);
  expect(await connect().auth.signIn(password)).toMatchObject({ kind: 'signed-in' });
});

test('every change of a missing account rejects with auth/user-not-found', async () => {
  for (const change of [
    users.setClaims('x', {}),
    users.revokeSessions('x'),
    users.setDisabled('x', true),
    users.removeSecondFactors('x'),
  ])
    expect(await rejection(change)).toMatchObject({ code: 'auth/user-not-found' });
});

test('a removed account is not found', async () => {
  await users.create({ ...ada, uid: 'ada' });
  await users.remove('ada');
  expect(await users.get('ada')).toBeNull();
});
