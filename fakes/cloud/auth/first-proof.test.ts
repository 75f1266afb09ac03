/** The first proof of an address, and what is no proof of a person: a telephone that was tied. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type EmbeddedClient } from '../../client/client.ts';
import { FakeCloud } from '../cloud.ts';
import { settle } from '#provider-kit/movable-clock.ts';

const email = 'eve@example.com';
const number = '+491701234567';
const minute = 60_000;
const continueUrl = 'http://localhost/followed';

let cloud: FakeCloud;
const clients: EmbeddedClient[] = [];
beforeEach(() => {
  cloud = new FakeCloud();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
  cloud.dispose();
});

async function browser(): Promise<EmbeddedClient> {
  const client = connect(cloud);
  clients.push(client);
  await settle();
  return client;
}
async function newest(to: string): Promise<string> {
  return (await clients[0]?.control.inbox())?.find((message) => message.to === to)?.action ?? '';
}

/** An account that somebody made with an address that is not theirs, and tied their telephone to. */
async function madeBeforehand(): Promise<EmbeddedClient> {
  const stranger = await browser();
  await stranger.auth.createUser({ email, password: 'mallory knows' });
  await stranger.auth.linking.link(await byPhone(stranger));
  return stranger;
}
async function byPhone({ auth }: Pick<EmbeddedClient, 'auth'>) {
  const { verificationId } = await auth.phone.sendCode(number);
  return { kind: 'phone', verificationId, code: await newest(number) } as const;
}
const asked = async (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );

const proofs: Readonly<Record<string, (auth: EmbeddedClient['auth']) => Promise<unknown>>> = {
  'a sign-in by link': async (auth) => {
    await auth.links.send(email, { continueUrl });
    return auth.signIn({ kind: 'email-link', email, link: await newest(email) });
  },
  'a reset of the password': async (auth) => {
    await auth.mail.sendPasswordReset(email, { continueUrl });
    const code = new URL(await newest(email)).searchParams.get('oobCode') ?? '';
    return auth.mail.confirmPasswordReset(code, 'the owner’s own');
  },
};

test.each(Object.keys(proofs))(
  'the first verification of an address by %s removes password, phone number and sessions of the account’s creator',
  async (how) => {
    const stranger = await madeBeforehand();
    const owner = await browser();
    await proofs[how]?.(owner.auth);
    expect(await asked(stranger.auth.reload())).toBe('auth/user-token-expired');
    const again = await browser();
    const byPassword = { kind: 'password', email, password: 'mallory knows' } as const;
    expect(await asked(again.auth.signIn(byPassword))).toBe('auth/invalid-credential');
    const account = await cloud.server.users.byEmail(email);
    expect(account).toMatchObject({ emailVerified: true, phoneNumber: null });
  },
);

test('a later sign-in by link removes nothing from a verified account', async () => {
  const owner = await browser();
  await proofs['a sign-in by link']?.(owner.auth);
  await owner.auth.linking.link(await byPhone(owner));
  const second = await browser();
  await proofs['a sign-in by link']?.(second.auth);
  await owner.auth.reload();
  expect(owner.auth.currentUser()?.phoneNumber).toBe(number);
});

test('linking a phone number does not count as a recent sign-in', async () => {
  const { auth } = await madeBeforehand();
  await auth.linking.unlink('phone');
  await cloud.advance(4 * minute);
  const credential = await byPhone({ auth });
  await auth.linking.link(credential);
  await cloud.advance(2 * minute);
  expect(await asked(auth.updatePassword('mallory’s next'))).toBe('auth/requires-recent-login');
  expect(await asked(auth.deletion.deleteUser())).toBe('auth/requires-recent-login');
});

test('linking a credential requires a recent sign-in', async () => {
  const { auth } = await madeBeforehand();
  await auth.linking.unlink('phone');
  await cloud.advance(6 * minute);
  const credential = await byPhone({ auth });
  expect(await asked(auth.linking.link(credential))).toBe('auth/requires-recent-login');
});

test('a guest can link a first credential at any time, and it counts as a sign-in', async () => {
  const { auth } = await browser();
  await auth.guests.signIn();
  await cloud.advance(10 * minute);
  await auth.linking.link({ kind: 'password', email, password: 'correct horse' });
  await auth.updatePassword('another horse');
  expect(auth.currentUser()?.isAnonymous).toBe(false);
});
