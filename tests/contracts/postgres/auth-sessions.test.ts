/** Sign-in on PostgreSQL: several servers, forged tokens, limits, and what is stored. */
import { URI } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { signedToken } from '#adapters/postgres/auth/access-tokens.ts';
import { newAuthKey } from '#adapters/postgres/auth/secrets.ts';
import { rejection } from '#contracts/harness.ts';
import type { PortError } from '#ports/errors.ts';
import { type AuthServer, openAuthBrowser } from './auth-stage.ts';
import { endConnections, withPostgres } from './provider.ts';
import { newTabShelf } from './wire-stage.ts';
import { oneServer, twoServers, callOf } from './auth-sessions.fixture.ts';
import { waiting } from '#tests/time-limits.ts';

withPostgres();

const ada = { email: 'ada@example.com', password: 'correct horse' };

const codeOf = async (promise: Promise<unknown>) => ((await rejection(promise)) as PortError).code;

test('a session ended by one server ends at once on connections of another', async () => {
  const { clock, server, other } = await twoServers();
  const { backend, wire } = openAuthBrowser(server, clock);
  await backend.auth.createUser(ada);
  const { uid } = backend.auth.currentUser() ?? { uid: '' };
  expect(await wire.call('functions.call', { name: 'caller', input: null })).toMatchObject({ sub: uid });
  await other.auth.users.revokeSessions(uid);
  await expect.poll(() => wire.call('functions.call', { name: 'caller', input: null })).toBeNull();
  expect(await codeOf(backend.auth.reload())).toBe('auth/user-token-expired');
  expect(backend.auth.currentUser()).toBeNull();
});

test('claims changed by one server show at once on connections of another', async () => {
  const { clock, server, other } = await twoServers();
  const { backend } = openAuthBrowser(server, clock);
  await backend.auth.createUser(ada);
  await other.auth.users.setClaims(backend.auth.currentUser()?.uid ?? '', { role: 'owner' });
  await expect
    .poll(() => backend.functions.call('caller'))
    .toMatchObject({ role: 'owner', email: ada.email });
});

test('a server that lost its database connection learns of sessions ended meanwhile', async () => {
  const { clock, schema, server, other } = await twoServers();
  const { backend } = openAuthBrowser(server, clock);
  await backend.auth.createUser(ada);
  const { uid } = backend.auth.currentUser() ?? { uid: '' };
  await endConnections(schema);
  await vi.waitFor(() => other.auth.users.setDisabled(uid, true), waiting);
  await expect.poll(() => backend.functions.call('caller')).toBeNull();
  expect(await codeOf(backend.auth.reload())).toBe('auth/user-disabled');
});

test('a session that ends during authentication is not assigned to the connection', async () => {
  const { server, database } = await oneServer();
  const { auth } = server;
  const { uid } = await auth.users.create(ada);
  const secret = await secretOf(server, ada);
  expect(await auth.sessionOf(secret)).toMatchObject({ caller: { uid } });
  const read = database.rows.bind(database);
  const rows = vi.spyOn(database, 'rows').mockImplementationOnce(async (text, values) => {
    const stale = await read(text, values);
    await auth.users.revokeSessions(uid);
    return stale as never;
  });
  expect(await auth.sessionOf(secret)).toBeNull();
  rows.mockRestore();
});

test('tokens with another signature, changed content or another purpose are rejected', async () => {
  const { clock, server } = await oneServer();
  const { backend } = openAuthBrowser(server, clock);
  await backend.auth.createUser(ada);
  const { token = '', claims = {} } = (await backend.auth.idToken()) ?? {};
  const { callerOf } = server.auth;
  expect(callerOf(token)).toMatchObject({ uid: backend.auth.currentUser()?.uid, claims });
  const [header = '', content = '', signature = ''] = token.split('.');
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const custom = await server.auth.users.customToken('ben');
  for (const forged of [
    '',
    'token',
    `${header}.${text({ ...claims, sub: 'ben' })}.${signature}`,
    `${text({ alg: 'none', typ: 'JWT' })}.${content}.`,
    `${text({ alg: 'none', typ: 'JWT' })}.${content}.${signature}`,
    `${header}.${content}.`,
    `${header}.${content}.${signature.slice(1)}`,
    signedToken(claims, newAuthKey()),
    custom,
    `${token}${'A'.repeat(20_000)}`,
  ])
    expect(callerOf(forged)).toBeNull();
  expect(await codeOf(backend.auth.signIn({ kind: 'custom-token', token }))).toBe(
    'auth/invalid-custom-token',
  );
  await clock.advance(61 * 60_000);
  expect(callerOf(token)).toBeNull();
});

test('an access token with a custom claim “uid” is no custom token', async () => {
  const { clock, server } = await oneServer();
  const { auth } = openAuthBrowser(server, clock).backend;
  await auth.createUser(ada);
  const uid = auth.currentUser()?.uid ?? '';
  await server.auth.users.setClaims(uid, { uid: 'ben' });
  const { token = '', claims } = (await auth.idToken({ forceRefresh: true })) ?? {};
  expect(claims).toMatchObject({ uid: 'ben' });
  expect(await codeOf(auth.signIn({ kind: 'custom-token', token }))).toBe('auth/invalid-custom-token');
  expect(auth.currentUser()?.uid).toBe(uid);
});

test('the database contains no password, session secret, code or app secret in clear text', async () => {
  const { clock, server, database } = await oneServer();
  const { backend, stores } = openAuthBrowser(server, clock);
  const { auth } = backend;
  await auth.createUser(ada);
  await auth.mail?.sendVerification();
  const links = () => server.inbox.map(({ action }) => new URL(action).searchParams.get('oobCode') ?? '');
  await auth.mail?.applyCode(links()[0] ?? '');
  const setup = await auth.factors?.totp?.start();
  const code = URI.parse(setup?.uri ?? '').generate({ timestamp: clock.now() });
  const started = await auth.factors?.totp?.start();
  await auth.factors?.totp?.finish(setup?.sessionId ?? '', code);
  await auth.mail?.sendPasswordReset(ada.email);
  await auth.links?.send(ada.email, { continueUrl: 'http://localhost/' });
  await server.auth.rest();
  const other = openAuthBrowser(server, clock).backend.auth;
  const challenged = await other.signIn({ kind: 'password', ...ada });
  await auth.signIn({ kind: 'custom-token', token: await server.auth.users.customToken('bot') });
  const stored = (await stores.local.get('auth/session')) as Record<string, string>;
  const secrets = [
    ada.password,
    stored['refreshToken'],
    stored['token'],
    setup?.secret,
    setup?.sessionId,
    started?.sessionId,
    challenged.kind === 'second-factor' && challenged.challenge.id,
    ...links(),
  ];
  expect(secrets).toHaveLength(11);
  const tables = await database.rows<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  const dumps = await Promise.all(
    tables.map(({ name }) => database.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
  );
  const dump = dumps
    .flat()
    .map(({ row }) => row)
    .join('\n');
  expect(dump).toContain(ada.email);
  for (const secret of secrets) {
    expect(secret).toMatch(/.{10}/u);
    expect(dump).not.toContain(secret);
  }
  expect(server.reported).toEqual([]);
});

test('a page that starts offline has its remembered user, and a sign-out there reaches the server on reconnect', async () => {
  const { clock, server, database } = await oneServer();
  const shelf = newTabShelf();
  const first = openAuthBrowser(server, clock, shelf);
  await first.backend.auth.createUser(ada);
  await first.backend.dispose();
  const { backend, wire } = openAuthBrowser(server, clock, shelf, {}, false);
  expect(await backend.auth.ready()).toMatchObject({ email: ada.email });
  expect((await backend.auth.idToken())?.claims).toMatchObject({ email: ada.email });
  await backend.auth.signOut();
  const sessions = () => database.rows('SELECT id FROM auth_sessions');
  expect(await sessions()).toHaveLength(1);
  wire.setNetwork(true);
  await expect.poll(() => sessions()).toHaveLength(0);
  const again = openAuthBrowser(server, clock, shelf);
  expect(await again.backend.auth.ready()).toBeNull();
});

test('a session ended while its browser was offline ends on reconnect in every tab', async () => {
  const { clock, server } = await oneServer();
  const shelf = newTabShelf();
  const { backend, wire } = openAuthBrowser(server, clock, shelf);
  await backend.auth.createUser(ada);
  const otherTab = openAuthBrowser(server, clock, newTabShelf(shelf.browser));
  const beside = otherTab.backend.auth;
  expect(await beside.ready()).toMatchObject({ email: ada.email });
  // Both tabs: a tab with a network informs the other tab.
  for (const tab of [wire, otherTab.wire]) tab.setNetwork(false);
  await server.auth.users.remove(backend.auth.currentUser()?.uid ?? '');
  expect(backend.auth.currentUser()).not.toBeNull();
  wire.setNetwork(true);
  await expect.poll(() => backend.auth.currentUser()).toBeNull();
  await expect.poll(() => beside.currentUser()).toBeNull();
  expect(await codeOf(backend.auth.reload())).toBe('auth/user-token-expired');
  expect(await codeOf(backend.auth.reload())).toBe('unauthenticated');
});

test('expired records are removed', async () => {
  const { clock, server, database } = await oneServer();
  await server.auth.users.create(ada);
  const call = callOf(server, '192.0.2.1');
  await call('sendSignInLink', { email: ada.email });
  await clock.advance(8 * 24 * 3_600_000);
  await server.auth.rest();
  for (const table of ['auth_codes', 'auth_attempts', 'auth_pending'])
    expect(await database.rows(`SELECT * FROM ${table}`)).toEqual([]);
});

async function secretOf(server: AuthServer, account: typeof ada): Promise<string> {
  const issued = await callOf(server, null)('signIn', { credential: { kind: 'password', ...account } });
  return (issued as { readonly secret: string }).secret;
}
