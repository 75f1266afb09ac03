/** Second factors that are asked for or set up, and sessions: bounded for each account, and removed when they have expired. */
import { expect, onTestFinished, test } from 'vitest';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '../cloud.ts';
import { mostChallenges, mostSetups } from './expiring.ts';
import { mostSessions } from './sessions.ts';
import type { AuthData } from './auth-data.ts';
import { totpCode, totpPeriod } from './totp.ts';

const hour = 3_600_000;
const shown = (secret: string, now: number) => totpCode(secret, totpPeriod(now));
const credential = { kind: 'password', email: 'ada@example.com', password: 'correct horse' } as const;

async function stage() {
  const cloud = new FakeCloud();
  onTestFinished(() => cloud.dispose());
  const browser = () => {
    const client = connect(cloud, { browser: new TestBrowser() });
    onTestFinished(() => client.dispose());
    return client;
  };
  for (const [uid, email] of [
    ['ada', 'ada@example.com'],
    ['ben', 'ben@example.com'],
    ['cy', 'cy@example.com'],
  ] as const)
    await cloud.server.users.create({ uid, email, password: credential.password, emailVerified: true });
  const data = () => cloud.snapshot().services.auth as AuthData;
  return { cloud, browser, data };
}

async function enrolled() {
  const { cloud, browser, data } = await stage();
  const { auth } = browser();
  await auth.signIn(credential);
  const { secret, sessionId } = await auth.factors.totp.start();
  await auth.factors.totp.finish(sessionId, shown(secret, cloud.clock.now()));
  await cloud.advance(60_000);
  const challenge = async () => {
    const result = await browser().auth.signIn(credential);
    if (result.kind !== 'second-factor') throw new Error('A second factor was expected.');
    return result.challenge;
  };
  const answer = async (given: Awaited<ReturnType<typeof challenge>>) => {
    const factorId = given.factors[0]?.id ?? '';
    const code = shown(secret, cloud.clock.now());
    return browser().auth.factors.answer(given, { kind: 'totp', factorId, code });
  };
  return { cloud, data, challenge, answer };
}

test('sign-ins waiting for a second factor are removed when they expire', async () => {
  const { cloud, data, challenge } = await enrolled();
  for (let n = 0; n < 5; n++) await challenge();
  await cloud.advance(hour);
  const { id } = await challenge();
  expect(data().pending.map((pending) => pending.id)).toEqual([id]);
});

test('an account has a limited number of waiting sign-ins, and the oldest is dropped', async () => {
  const { data, challenge, answer } = await enrolled();
  const [first, second] = [await challenge(), await challenge()];
  for (let n = 1; n < mostChallenges; n++) await challenge();
  expect(data().pending).toHaveLength(mostChallenges);
  await expect(answer(first)).rejects.toMatchObject({
    code: 'auth/code-expired',
    message: expect.stringContaining('Start again'),
  });
  await expect(answer(second)).resolves.toMatchObject({ kind: 'signed-in' });
});

test('unfinished authenticator set-ups expire and are limited per account', async () => {
  const { cloud, browser, data } = await stage();
  const [ada, ben] = [browser().auth, browser().auth];
  await ada.signIn(credential);
  await ben.signIn({ ...credential, email: 'ben@example.com' });
  const others = await ben.factors.totp.start();
  const first = await ada.factors.totp.start();
  const second = await ada.factors.totp.start();
  for (let n = 1; n < mostSetups; n++) await ada.factors.totp.start();
  expect(data().setups).toHaveLength(mostSetups + 1);
  const finish = ({ sessionId, secret }: typeof first) =>
    ada.factors.totp.finish(sessionId, shown(secret, cloud.clock.now()));
  await expect(finish(first)).rejects.toMatchObject({
    code: 'auth/code-expired',
    message: expect.stringContaining('Start again'),
  });
  await expect(finish(second)).resolves.toMatchObject({ uid: 'ada' });
  expect(data().setups.map(({ id }) => id)).toContain(others.sessionId);
  await cloud.advance(hour);
  const cy = browser().auth;
  await cy.signIn({ ...credential, email: 'cy@example.com' });
  const { sessionId } = await cy.factors.totp.start();
  expect(data().setups.map(({ id }) => id)).toEqual([sessionId]);
});

test('an account has a limited number of sessions, and the least recently used one ends', async () => {
  const { cloud, browser, data } = await stage();
  const [first, second, other] = [browser().auth, browser().auth, browser().auth];
  await first.signIn(credential);
  await second.signIn(credential);
  await other.signIn({ ...credential, email: 'ben@example.com' });
  // The first one is still used: its tab is open, and renews its token.
  await cloud.advance(hour);
  await first.idToken({ forceRefresh: true });
  for (let n = 2; n <= mostSessions; n++) await browser().auth.signIn(credential);
  expect(data().sessions.filter(({ uid }) => uid === 'ada')).toHaveLength(mostSessions);
  await expect(second.idToken({ forceRefresh: true })).rejects.toMatchObject({
    code: 'auth/user-token-expired',
  });
  expect(second.currentUser()).toBeNull();
  expect(await first.idToken({ forceRefresh: true })).toMatchObject({ signInProvider: 'password' });
  expect(await other.idToken({ forceRefresh: true })).toMatchObject({ signInProvider: 'password' });
});
