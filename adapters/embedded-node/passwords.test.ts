/** Passwords of a cloud that is kept. */
import { expect, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { seriousPasswords } from './passwords.ts';

const ada = { email: 'ada@example.com', password: 'correct horse' };
const proof = { kind: 'password', ...ada } as const;

/** As in a folder, with fewer rounds; what was derived is counted. */
function kept() {
  const derived: number[] = [];
  const passwords = {
    rounds: 2000,
    derive: (password: string, salt: string, rounds: number) => {
      derived.push(rounds);
      return seriousPasswords.derive(password, salt, rounds);
    },
  };
  return { cloud: new FakeCloud({ passwords }), derived };
}

const roundsIn = (cloud: FakeCloud) =>
  (
    cloud.snapshot().services.auth as {
      readonly accounts: readonly { readonly password: { readonly rounds: number } | null }[];
    }
  ).accounts.map(({ password }) => password?.rounds);

test('the rounds of password hashing meet today’s recommendation', () => {
  expect(seriousPasswords.rounds).toBeGreaterThanOrEqual(600_000);
});

test('a password is stored with many rounds and signs in, and a wrong one does not', async () => {
  const { cloud } = kept();
  await connect(cloud).auth.createUser(ada);
  expect(roundsIn(cloud)).toEqual([2000]);
  const { auth } = connect(cloud);
  await expect(auth.signIn({ ...proof, password: 'wrong' })).rejects.toMatchObject({
    code: 'auth/invalid-credential',
  });
  expect(await auth.signIn(proof)).toMatchObject({ kind: 'signed-in' });
  await auth.updatePassword('another one');
  expect(roundsIn(cloud)).toEqual([2000]);
  const later = connect(cloud);
  expect(await later.auth.signIn({ ...proof, password: 'another one' })).toMatchObject({
    kind: 'signed-in',
  });
});

test('a password stored with few rounds is rehashed at the next sign-in', async () => {
  const { cloud } = kept();
  await cloud.server.users.create(ada);
  const [few = 0] = roundsIn(cloud);
  expect(few).toBeLessThan(2000);
  await connect(cloud).auth.signIn(proof);
  expect(roundsIn(cloud)).toEqual([2000]);
  await connect(cloud).auth.signIn(proof);
});

test('a sign-in for an unknown address computes as many rounds as a wrong password', async () => {
  const { cloud, derived } = kept();
  await connect(cloud).auth.createUser(ada);
  for (const email of [ada.email, 'nobody@example.com']) {
    derived.length = 0;
    await connect(cloud)
      .auth.signIn({ kind: 'password', email, password: 'wrong' })
      .catch(() => {});
    expect(derived).toEqual([2000]);
  }
});

test('guesses beyond the limit compute no hash', async () => {
  const { cloud, derived } = kept();
  await connect(cloud).auth.createUser(ada);
  const { auth } = connect(cloud);
  const guess = () => auth.signIn({ ...proof, password: 'wrong' }).catch((error: Error) => error);
  let last: unknown;
  for (let n = 0; n < 30; n++) last = await guess();
  expect(last).toMatchObject({ code: 'auth/too-many-requests' });
  derived.length = 0;
  await guess();
  expect(derived).toEqual([]);
});

test('mail and codes are removed after a time', async () => {
  const { cloud } = kept();
  const { auth, control } = connect(cloud);
  await auth.createUser(ada);
  for (let n = 0; n < 1005; n++) await auth.mail.sendVerification();
  expect(await control.inbox()).toHaveLength(1000);
  await cloud.advance(40 * 24 * 3_600_000);
  await auth.mail.sendPasswordReset(ada.email);
  const { codes } = cloud.snapshot().services.auth as { readonly codes: { readonly emails: unknown[] } };
  expect(codes.emails).toHaveLength(1);
});
