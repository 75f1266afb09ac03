/** Fresh proofs before changes of how a person signs in: every change, with every kind of last proof. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { settle } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Auth } from '#ports/auth/auth.ts';
import { type AccountChanges, accountChanges, provedMethods, requireProof } from './account-changes.ts';

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

async function byPhone(auth: Auth) {
  const { verificationId } = await auth.startPhoneVerification(number);
  const code = (await client.control.inbox()).find(({ to }) => to === number)?.action ?? '';
  return { kind: 'phone', verificationId, code } as const;
}

const changes: { readonly [K in keyof AccountChanges]: (given: AccountChanges) => Promise<unknown> } = {
  updatePassword: (given) => given.updatePassword('another horse'),
  verifyBeforeUpdateEmail: (given) => given.verifyBeforeUpdateEmail('new@example.com'),
  link: (given) => given.link({ kind: 'phone', verificationId: 'x', code: '000000' }),
  unlink: (given) => given.unlink('phone'),
  startTotpEnrollment: (given) => given.startTotpEnrollment(),
  finishTotpEnrollment: (given) => given.finishTotpEnrollment('x', '000000'),
  startPhoneEnrollment: (given) => given.startPhoneEnrollment(number),
  finishPhoneEnrollment: (given) => given.finishPhoneEnrollment('x', '000000'),
  unenrollFactor: (given) => given.unenrollFactor('x'),
  connect: (given) => given.connect({ provider: 'google.com' }),
};
const names = Object.keys(changes) as (keyof AccountChanges)[];
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );

test('every method of the port that needs a proof is tried here', () => {
  expect(new Set(names)).toEqual(new Set([...provedMethods, 'connect']));
});

describe.each(names)('%s', (name) => {
  const attempt = () => codeOf(changes[name](accountChanges(client.auth)));

  test('is refused where the last proof is 6 minutes old, and changes nothing', async () => {
    await client.auth.link(await byPhone(client.auth));
    await cloud.advance(6 * minute);
    const before = await cloud.server.users.byEmail(email);
    expect(await attempt()).toBe('auth/requires-recent-login');
    expect(await cloud.server.users.byEmail(email)).toEqual(before);
  });

  test('is refused soon after a sign-in by a telephone that is tied to an account with an address', async () => {
    await client.auth.link(await byPhone(client.auth));
    await client.auth.signOut();
    await client.auth.signIn(await byPhone(client.auth));
    expect(await attempt()).toBe('auth/requires-recent-login');
  });

  test('is tried soon after the password was given again', async () => {
    await client.auth.link(await byPhone(client.auth));
    await client.auth.signOut();
    await client.auth.signIn(await byPhone(client.auth));
    await client.auth.reauthenticate(password);
    expect(await attempt()).not.toBe('auth/requires-recent-login');
  });
});

test('a telephone proves the person where the account has nothing else', async () => {
  await client.auth.signOut();
  await client.auth.signIn(await byPhone(client.auth));
  await expect(requireProof(client.auth)).resolves.toBeUndefined();
});

test('a guest has nothing to prove', async () => {
  await client.auth.signOut();
  await client.auth.signInAnonymously();
  await cloud.advance(6 * minute);
  await accountChanges(client.auth).link({
    kind: 'password',
    email: 'g@example.com',
    password: 'correct horse',
  });
  expect(client.auth.currentUser()?.isAnonymous).toBe(false);
});
