/** Sign-in on PostgreSQL: several servers, forged tokens, limits, and what is stored. */
import { createHook } from 'node:async_hooks';
import { URI } from 'otpauth';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signedToken } from '#adapters/postgres/auth/access-tokens.ts';
import { PasswordHasher } from '#adapters/postgres/auth/password-hashes.ts';
import { newAuthKey } from '#adapters/postgres/auth/secrets.ts';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { rejection } from '#contracts/harness.ts';
import type { PortError } from '#ports/errors.ts';
import type { CallContext } from '#ports/server/handlers.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { type AuthServer, openAuthBrowser, openAuthServer } from './auth-stage.ts';
import { endConnections, openBareDatabase, withPostgres } from './provider.ts';
import { newTabShelf } from './wire-stage.ts';

withPostgres();

const functions = {
  callables: {
    caller: async (_: unknown, { caller }: CallContext) => caller?.claims ?? null,
  },
};
const ada = { email: 'ada@example.com', password: 'correct horse' };

async function oneServer(options: Partial<Parameters<typeof openAuthServer>[2]> = {}) {
  const clock = new ManualClock();
  const { database, schema } = await openBareDatabase();
  const server = await openAuthServer(database, clock, { functions, ...options });
  onTestEnd(server, database);
  return { clock, database, schema, server };
}

async function twoServers() {
  const first = await oneServer();
  const { database } = await openBareDatabase(first.schema);
  const other = await openAuthServer(database, first.clock, { functions });
  onTestEnd(other, database);
  return { ...first, other };
}

function onTestEnd(server: AuthServer, database: SqlDatabase): void {
  onTestFinished(async () => {
    await server.close();
    await database.close();
  });
}

const codeOf = async (promise: Promise<unknown>) => ((await rejection(promise)) as PortError).code;

test('a session that one server ends is over at once on connections of another', async () => {
  const { clock, server, other } = await twoServers();
  const { backend, wire } = openAuthBrowser(server, clock);
  await backend.auth.createUser(ada);
  const { uid } = backend.auth.currentUser() ?? { uid: '' };
  expect(await wire.call('functions.call', { name: 'caller', input: null })).toMatchObject({ sub: uid });
  await other.auth.users.revokeSessions(uid);
  await vi.waitFor(async () =>
    expect(await wire.call('functions.call', { name: 'caller', input: null })).toBeNull(),
  );
  expect(await codeOf(backend.auth.reload())).toBe('auth/user-token-expired');
  expect(backend.auth.currentUser()).toBeNull();
});

test('claims that one server changes show at once on connections of another', async () => {
  const { clock, server, other } = await twoServers();
  const { backend } = openAuthBrowser(server, clock);
  await backend.auth.createUser(ada);
  await other.auth.users.setClaims(backend.auth.currentUser()?.uid ?? '', { role: 'owner' });
  await vi.waitFor(async () =>
    expect(await backend.functions.call('caller')).toMatchObject({ role: 'owner', email: ada.email }),
  );
});

test('a server that lost its connection to the database catches up with sessions that ended meanwhile', async () => {
  const { clock, schema, server, other } = await twoServers();
  const { backend } = openAuthBrowser(server, clock);
  await backend.auth.createUser(ada);
  const { uid } = backend.auth.currentUser() ?? { uid: '' };
  await endConnections(schema);
  await vi.waitFor(() => other.auth.users.setDisabled(uid, true));
  await vi.waitFor(async () => expect(await backend.functions.call('caller')).toBeNull(), 5000);
  expect(await codeOf(backend.auth.reload())).toBe('auth/user-disabled');
});

test('a session that ends while a connection is about to get it is not given to it', async () => {
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

test('tokens of others, changed ones and those for something else are no access tokens', async () => {
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

test('the database has no password, secret of a session, code or secret of an app in clear', async () => {
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

test('guesses at one moment, on several servers, are counted before they are checked', async () => {
  const { clock, server, other } = await twoServers();
  await server.auth.users.create(ada);
  const guesses = Array.from({ length: 30 }, (_, at) => {
    const { auth } = openAuthBrowser(at % 2 ? server : other, clock).backend;
    return codeOf(auth.signIn({ kind: 'password', email: ada.email, password: 'wrong one' }));
  });
  const codes = await Promise.all(guesses);
  expect(codes.filter((code) => code === 'auth/invalid-credential')).toHaveLength(10);
  expect(codes.filter((code) => code === 'auth/too-many-requests')).toHaveLength(20);
});

test('wrong passwords from one network address are limited, whatever the account', async () => {
  const { server } = await oneServer();
  await server.auth.users.create(ada);
  const guess = (email: string, network: string) =>
    callOf(server, network)('signIn', { credential: { kind: 'password', email, password: ada.password } });
  for (let at = 0; at < 100; at++)
    expect(await codeOf(guess(`nobody${at}@example.com`, '192.0.2.1'))).toBe('auth/invalid-credential');
  expect(await codeOf(guess(ada.email, '192.0.2.1'))).toBe('auth/too-many-requests');
  await guess(ada.email, '192.0.2.2');
});

test('a sign-in for an address without an account derives as many keys as a wrong password, at the same cost', async () => {
  const { server } = await oneServer();
  await server.auth.users.create(ada);
  const call = callOf(server, null);
  const derivedKeys = async (email: string) => {
    let count = 0;
    const hook = createHook({
      init(_id, type) {
        if (type === 'SCRYPTREQUEST') count++;
      },
    }).enable();
    await rejection(
      Promise.resolve(call('signIn', { credential: { kind: 'password', email, password: 'wrong one' } })),
    );
    hook.disable();
    return count;
  };
  expect(await derivedKeys(ada.email)).toBe(1);
  expect(await derivedKeys('nobody@example.com')).toBe(1);
  // A cost that scrypt can't have.
  const hasher = new PasswordHasher({ N: 3, r: 8, p: 1 });
  const request = { connection: 'one', signal: new AbortController().signal };
  await expect(hasher.verify(null, 'wrong one', request)).rejects.toMatchObject({
    code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS',
  });
});

test('input that is none is rejected with a typed error, and changes nothing', async () => {
  const { server, database } = await oneServer();
  await server.auth.users.create(ada);
  const accounts = () => database.rows('SELECT * FROM auth_accounts');
  const before = await accounts();
  // They have no input, or may be repeated.
  const unchecked = ['auth.passwordPolicy', 'auth.signInAnonymously', 'auth.signOut'];
  const long = 'x'.repeat(100_000);
  for (const name of Object.keys(server.auth.service.calls ?? {})) {
    if (unchecked.includes(name)) continue;
    for (const input of [
      null,
      7,
      [],
      {},
      { email: {}, password: [], session: 1, code: null },
      { email: long, password: long, session: long, code: long, challengeId: long },
      { credential: { kind: 'password', email: 'a\0@example.com', password: 'secret' }, session: '\0' },
      { credential: { kind: long }, session: 'none', answer: { kind: 'phone' }, challengeId: 'none' },
    ]) {
      const error = await rejection(Promise.resolve().then(() => callOf(server, null)(name.slice(5), input)));
      expect(error).toMatchObject({ name: 'PortError' });
    }
  }
  expect(await accounts()).toEqual(before);
  expect(server.reported).toEqual([]);
});

test('a page that starts offline has its remembered person, and a sign-out there reaches the server later', async () => {
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
  await vi.waitFor(async () => expect(await sessions()).toHaveLength(0));
  const again = openAuthBrowser(server, clock, shelf);
  expect(await again.backend.auth.ready()).toBeNull();
});

test('a session that was ended while its browser was away ends when it is back, in every tab', async () => {
  const { clock, server } = await oneServer();
  const shelf = newTabShelf();
  const { backend, wire } = openAuthBrowser(server, clock, shelf);
  await backend.auth.createUser(ada);
  const beside = openAuthBrowser(server, clock, newTabShelf(shelf.browser)).backend.auth;
  expect(await beside.ready()).toMatchObject({ email: ada.email });
  wire.setNetwork(false);
  await server.auth.users.remove(backend.auth.currentUser()?.uid ?? '');
  expect(backend.auth.currentUser()).not.toBeNull();
  wire.setNetwork(true);
  await vi.waitFor(() => expect(backend.auth.currentUser()).toBeNull());
  await vi.waitFor(() => expect(beside.currentUser()).toBeNull());
  expect(await codeOf(backend.auth.reload())).toBe('auth/user-token-expired');
  expect(await codeOf(backend.auth.reload())).toBe('unauthenticated');
});

test('what has expired is removed', async () => {
  const { clock, server, database } = await oneServer();
  await server.auth.users.create(ada);
  const call = callOf(server, '192.0.2.1');
  await call('sendSignInLink', { email: ada.email });
  await clock.advance(8 * 24 * 3_600_000);
  await server.auth.rest();
  for (const table of ['auth_codes', 'auth_attempts', 'auth_pending'])
    expect(await database.rows(`SELECT * FROM ${table}`)).toEqual([]);
});

/** Calls of a server as one connection makes them. */
const callOf =
  ({ auth }: AuthServer, network: string | null) =>
  async (name: string, input: unknown): Promise<unknown> => {
    const call = auth.service.calls?.[`auth.${name}`];
    if (!call) throw new Error(`There is no call ${name}.`);
    const peer = {
      id: 'peer',
      network,
      session: () => null,
      caller: () => null,
      endSession() {},
      changeCaller() {},
      onIdentity: () => () => {},
      onClose() {},
    };
    const signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
    return call(input, peer, { signal, part() {} });
  };

async function secretOf(server: AuthServer, account: typeof ada): Promise<string> {
  const issued = await callOf(server, null)('signIn', { credential: { kind: 'password', ...account } });
  return (issued as { readonly secret: string }).secret;
}
