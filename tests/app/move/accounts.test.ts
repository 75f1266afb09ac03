/** People sign in at the target as they did at the source. */
import { URI } from 'otpauth';
import { expect, test } from 'vitest';
import { rejection } from '#contracts/harness.ts';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { MovedAccount } from '#provider-kit/move/moved-records.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { openAuthBrowser, openAuthServer } from '#tests/contracts/postgres/auth-stage.ts';
import { withPostgres } from '#tests/contracts/postgres/provider.ts';
import { type HostEnd, keptInDesk, type MovableEnd, moveBetween, newDesk, newHost } from './ends.ts';

withPostgres();

const ada = { uid: 'ada', email: 'ada@example.com', password: 'correct  Å horse' };
const credential = { kind: 'password', email: ada.email, password: ada.password } as const;

async function deskWithApp() {
  const cloud = new FakeCloud({ clock: new ManualClock() });
  await cloud.server.users.create({ ...ada, emailVerified: true });
  await cloud.server.users.create({ ...ada, uid: 'ben', email: 'ben@example.com', emailVerified: true });
  const { auth } = connect(cloud);
  await auth.signIn(credential);
  const setup = await auth.factors?.totp?.start();
  const app = URI.parse(setup?.uri ?? '');
  await auth.factors?.totp?.finish(
    setup?.sessionId ?? '',
    app.generate({ timestamp: cloud.clock.now() }),
    'My app',
  );
  await cloud.advance(120_000);
  return { desk: await keptInDesk(cloud), app, at: cloud.clock.now() };
}

async function served(host: HostEnd, at: number) {
  const database = await host.open();
  const clock = new ManualClock(at);
  const server = await openAuthServer(database, clock, { functions: { callables: {} } });
  const close = async () => {
    await server.close();
    await database.close();
  };
  return { clock, close, auth: () => openAuthBrowser(server, clock).backend.auth };
}

async function accountAt(end: MovableEnd, uid: string): Promise<MovedAccount | undefined> {
  const source = await end.source();
  const [found] = await source.shelves.accounts.get([uid]);
  await source.close();
  return found;
}

test('a password and an authenticator app of a desk work at the host, and the password is hashed again', async () => {
  const { desk, app, at } = await deskWithApp();
  const host = await newHost();
  await moveBetween(desk, host);
  expect(await accountAt(host, 'ada')).toMatchObject({
    password: { kind: 'pbkdf2-sha256' },
    factors: [{ kind: 'totp', displayName: 'My app' }],
  });
  const { auth, clock, close } = await served(host, at);
  const wrong = { ...credential, password: `${ada.password}!` };
  expect(await rejection(auth().signIn(wrong))).toMatchObject({ code: 'auth/invalid-credential' });
  const browser = auth();
  const first = await browser.signIn(credential);
  if (first.kind !== 'second-factor') throw new Error('No second factor was asked for.');
  const factorId = first.challenge.factors[0]?.id ?? '';
  const code = app.generate({ timestamp: clock.now() });
  expect(await browser.factors?.answer(first.challenge, { kind: 'totp', factorId, code })).toMatchObject({
    kind: 'signed-in',
    user: { uid: 'ada' },
  });
  expect(await auth().signIn({ ...credential, email: 'ben@example.com' })).toMatchObject({
    kind: 'signed-in',
  });
  await close();
  expect(await accountAt(host, 'ben')).toMatchObject({ password: { kind: 'scrypt', N: 1024 } });

  const other = await newHost();
  await moveBetween(host, other);
  const again = await served(other, at);
  expect(await again.auth().signIn({ ...credential, email: 'ben@example.com' })).toMatchObject({
    kind: 'signed-in',
  });
  await again.close();
});

test('a password of a host does not work at a desk, whose person signs in by a mailed link', async () => {
  const { desk, at } = await deskWithApp();
  const host = await newHost();
  await moveBetween(desk, host);
  const { auth, close } = await served(host, at);
  await auth().signIn({ ...credential, email: 'ben@example.com' });
  await close();
  const back = await newDesk();
  expect((await moveBetween(host, back))?.differences).toEqual([]);
  expect(await accountAt(back, 'ben')).toMatchObject({ password: null, emailLink: true });
  expect(await accountAt(back, 'ada')).toMatchObject({
    password: { kind: 'pbkdf2-sha256' },
    factors: [{ secret: expect.stringMatching(/^[A-Z2-7]+$/u) }],
  });
});
