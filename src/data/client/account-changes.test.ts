/** Fresh proofs before changes of how a person signs in: every change, with every kind of last proof. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Passkeys } from '#ports/auth/auth.ts';
import type { CompleteAuth } from '#ports/complete.ts';
import { PortError } from '#ports/errors.ts';
import { type AccountChanges, accountChanges, requireProof } from './account-changes.ts';

const email = 'ada@example.com';
const number = '+491701234567';
const password = { kind: 'password', email, password: 'correct horse' } as const;
const minute = 60_000;

let cloud: FakeCloud;
let client: EmbeddedClient;
beforeEach(async () => {
  cloud = new FakeCloud();
  client = connect(cloud);
  await settle();
  await client.auth.createUser(password);
});
afterEach(async () => {
  await client.dispose();
  cloud.dispose();
});

async function byPhone(auth: CompleteAuth) {
  const { verificationId } = await auth.phone.sendCode(number);
  const code = (await client.control.inbox()).find(({ to }) => to === number)?.action ?? '';
  return { kind: 'phone', verificationId, code } as const;
}

/** Passkeys, which the embedded provider lacks. A call that reaches them rejects with `not-found`. */
const reached = () => Promise.reject(new PortError('not-found', 'There is no such passkey.'));
const passkeys: Passkeys = {
  mostPerAccount: 1,
  list: async () => [],
  ...{ add: reached, rename: reached, remove: reached, signIn: reached, reauthenticate: reached },
};

type Try = (given: AccountChanges) => Promise<unknown> | undefined;

/** Every method, by its place. */
const changes: Readonly<Record<ChangeName<AccountChanges>, Try>> = {
  updatePassword: (given) => given.updatePassword('another horse'),
  'mail.changeEmail': (given) => given.mail?.changeEmail('new@example.com'),
  'linking.link': (given) => given.linking?.link({ kind: 'phone', verificationId: 'x', code: '000000' }),
  'linking.unlink': (given) => given.linking?.unlink('phone'),
  'factors.totp.start': (given) => given.factors?.totp?.start(),
  'factors.totp.finish': (given) => given.factors?.totp?.finish('x', '000000'),
  'factors.sms.start': (given) => given.factors?.sms?.start(number),
  'factors.sms.finish': (given) => given.factors?.sms?.finish('x', '000000'),
  'factors.unenroll': (given) => given.factors?.unenroll('x'),
  'passkeys.add': (given) => given.passkeys?.add('x'),
  'passkeys.remove': (given) => given.passkeys?.remove('x'),
  'social.connect': (given) => given.social?.connect({ provider: 'google.com' }),
};
type ChangeName<Changes> = {
  [Name in keyof Changes & string]: NonNullable<Changes[Name]> extends (...given: never) => unknown
    ? Name
    : `${Name}.${ChangeName<NonNullable<Changes[Name]>>}`;
}[keyof Changes & string];
const names = Object.keys(changes) as (keyof typeof changes)[];
const codeOf = async (run: Promise<unknown> | undefined) =>
  run?.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );

describe.each(names)('%s', (name) => {
  const attempt = () => codeOf(changes[name](accountChanges({ ...client.auth, passkeys })));

  test('is rejected where the last proof is 6 minutes old, and changes nothing', async () => {
    await client.auth.linking.link(await byPhone(client.auth));
    await cloud.advance(6 * minute);
    const before = await cloud.server.users.byEmail(email);
    expect(await attempt()).toBe('auth/requires-recent-login');
    expect(await cloud.server.users.byEmail(email)).toEqual(before);
  });

  test('is rejected soon after a sign-in by a phone that is linked to an account with an address', async () => {
    await client.auth.linking.link(await byPhone(client.auth));
    await client.auth.signOut();
    await client.auth.signIn(await byPhone(client.auth));
    expect(await attempt()).toBe('auth/requires-recent-login');
  });

  test('is tried soon after a new proof by password', async () => {
    await client.auth.linking.link(await byPhone(client.auth));
    await client.auth.signOut();
    await client.auth.signIn(await byPhone(client.auth));
    await client.auth.reauthenticate(password);
    expect(await attempt()).not.toBe('auth/requires-recent-login');
  });
});

test('a phone proves the person of an account without another method', async () => {
  await client.auth.signOut();
  await client.auth.signIn(await byPhone(client.auth));
  await expect(requireProof(client.auth)).resolves.toBeUndefined();
});

test('a guest has nothing to prove', async () => {
  await client.auth.signOut();
  await client.auth.guests.signIn();
  await cloud.advance(6 * minute);
  await accountChanges(client.auth).linking?.link({
    kind: 'password',
    email: 'g@example.com',
    password: 'correct horse',
  });
  expect(client.auth.currentUser()?.isAnonymous).toBe(false);
});
