/** Limits of sign-in: guesses, and invalid input. */
import { createHook } from 'node:async_hooks';
import { PasswordHasher } from '#adapters/postgres/auth/password-hashes.ts';
import { expect, test } from 'vitest';
import { rejection } from '#contracts/harness.ts';
import type { PortError } from '#ports/errors.ts';
import { openAuthBrowser } from './auth-stage.ts';
import { withPostgres } from './provider.ts';
import { oneServer, twoServers, callOf } from './auth-sessions.fixture.ts';

withPostgres();

const ada = { email: 'ada@example.com', password: 'correct horse' };

const codeOf = async (promise: Promise<unknown>) => ((await rejection(promise)) as PortError).code;

test('concurrent guesses on several servers are counted before they are checked', async () => {
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

test('wrong passwords are limited per network address, whatever the account', async () => {
  const { server } = await oneServer();
  await server.auth.users.create(ada);
  const guess = (email: string, network: string) =>
    callOf(server, network)('signIn', { credential: { kind: 'password', email, password: ada.password } });
  for (let at = 0; at < 100; at++)
    expect(await codeOf(guess(`nobody${at}@example.com`, '192.0.2.1'))).toBe('auth/invalid-credential');
  expect(await codeOf(guess(ada.email, '192.0.2.1'))).toBe('auth/too-many-requests');
  await guess(ada.email, '192.0.2.2');
});

test('A sign-in for an address without an account computes as many password hashes as a wrong password', async () => {
  const { server } = await oneServer();
  await server.auth.users.create(ada);
  const call = callOf(server, null);
  const hashesOf = async (email: string) => {
    let hashes = 0;
    // The type of Node's resource for each call of scrypt: no clock is needed.
    const hook = createHook({
      init: (_id, type) => void (type === 'SCRYPTREQUEST' && (hashes += 1)),
    }).enable();
    try {
      const credential = { kind: 'password', email, password: 'wrong one' };
      expect(await rejection(Promise.resolve(call('signIn', { credential })))).toMatchObject({
        code: 'auth/invalid-credential',
      });
    } finally {
      hook.disable();
    }
    return hashes;
  };
  expect(await hashesOf(ada.email)).toBe(1);
  expect(await hashesOf('nobody@example.com')).toBe(1);
  // A cost that scrypt does not have: the hash of no account is computed at the server's own cost.
  const hasher = new PasswordHasher({ N: 3, r: 8, p: 1 });
  const request = { connection: 'one', signal: new AbortController().signal };
  await expect(hasher.verify(null, 'wrong one', request)).rejects.toMatchObject({
    code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS',
  });
});

test('Invalid input is rejected with a typed error, and changes nothing', async () => {
  const { server, database } = await oneServer();
  await server.auth.users.create(ada);
  const accounts = () => database.rows('SELECT * FROM auth_accounts');
  const before = await accounts();
  // Operations without input, or with repeatable effect.
  const unchecked = [
    'auth.passwordPolicy',
    'auth.signInAnonymously',
    'auth.signOut',
    'auth.beginPasskeySignIn',
  ];
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
