/** Auth behaviour that only an embedded browser and cloud can show; the port's promises are in its contract. */
import { URI } from 'otpauth';
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { PortError } from '#ports/errors.ts';
import { type SocialAccount, TestBrowser } from '../browser.ts';
import { connect } from '../client.ts';
import { password, stores, account, credential } from './people.fixture.ts';

test('a closed or blocked popup signs nobody in', async () => {
  const browser = new TestBrowser();
  const { auth } = connect(new FakeCloud(), { browser });
  browser.choose = () => null;
  await expect(auth.social.signIn({ provider: 'google.com' })).rejects.toMatchObject({
    code: 'auth/popup-closed-by-user',
  });
  browser.choose = () => {
    throw new PortError('auth/popup-blocked', 'The browser blocked the window.');
  };
  await expect(auth.social.signIn({ provider: 'google.com' })).rejects.toMatchObject({
    code: 'auth/popup-blocked',
  });
  expect(auth.currentUser()).toBeNull();
});

test('opening a second popup closes the first one', async () => {
  const answers: (() => void)[] = [];
  class PatientBrowser extends TestBrowser {
    override chooseAccount(_provider: string, accounts: readonly SocialAccount[]) {
      return new Promise<SocialAccount | null>((resolve) => answers.push(() => resolve(accounts[0] ?? null)));
    }
  }
  const { auth } = connect(new FakeCloud(), { browser: new PatientBrowser() });
  const first = auth.social.signIn({ provider: 'github.com' }).catch((error: unknown) => error);
  await settle();
  const second = auth.social.signIn({ provider: 'google.com' });
  await settle();
  expect(await first).toMatchObject({ code: 'auth/cancelled-popup-request' });
  for (const answer of answers) answer();
  expect(await second).toMatchObject({ kind: 'signed-in', providerId: 'google.com' });
  expect(auth.currentUser()?.providers).toHaveLength(1);
});

test('an OpenID Connect provider can verify an address but takes over no account by it', async () => {
  const cloud = new FakeCloud();
  const vouched = (sub: string, email: string) => ({
    kind: 'social' as const,
    provider: 'oidc.example' as const,
    idToken: JSON.stringify({ sub, email, email_verified: true }),
  });
  const known = connect(cloud);
  await known.auth.createUser({ email: 'ada@example.com', password });
  const { auth } = connect(cloud);
  await expect(auth.signIn(vouched('s1', 'ada@example.com'))).rejects.toMatchObject({
    code: 'auth/account-exists-with-different-credential',
  });
  await auth.signIn(vouched('s2', 'ben@example.com'));
  expect(auth.currentUser()).toMatchObject({ email: 'ben@example.com', emailVerified: true });
});

test('phone numbers for tests receive no message and accept their configured code', async () => {
  const cloud = new FakeCloud({ auth: { testPhoneNumbers: { '+16505550100': '123456' } } });
  const { auth, control } = connect(cloud);
  for (let times = 0; times < 20; times++) await auth.phone.sendCode('+1 650 555 0100');
  const { verificationId } = await auth.phone.sendCode('+16505550100');
  expect(await control.inbox()).toEqual([]);
  await auth.signIn({ kind: 'phone', verificationId, code: '123456' });
  expect(auth.currentUser()?.phoneNumber).toBe('+16505550100');
});

test('the rehearsal’s authenticator shows a valid code', async () => {
  const cloud = new FakeCloud();
  const { auth, control } = connect(cloud);
  await cloud.server.users.create({ ...account('ada'), emailVerified: true });
  await auth.signIn(credential('ada'));
  expect(await control.authenticator()).toEqual([]);
  const { uri, secret, sessionId } = await auth.factors.totp.start();
  const [settingUp] = await control.authenticator();
  const now = cloud.clock.now();
  expect(settingUp).toEqual({
    secret,
    factorId: null,
    account: 'ada@example.com',
    code: URI.parse(uri).generate({ timestamp: now }),
    until: now + 30_000,
  });
  const { factors } = await auth.factors.totp.finish(sessionId, settingUp?.code ?? '');
  expect(await control.authenticator()).toMatchObject([{ secret, factorId: factors[0]?.id }]);
  await auth.factors.totp.start();
  expect((await control.authenticator()).map(({ factorId }) => factorId)).toEqual([null, factors[0]?.id]);
  await cloud.advance(10 * 60_000);
  expect(await control.authenticator()).toHaveLength(1);
});

test.each([
  [{ passwordPolicy: { minLength: 5 } }],
  [{ passwordPolicy: { minLength: 31 } }],
  [{ passwordPolicy: { maxLength: 4097 } }],
  [{ passwordPolicy: { minLength: 12, maxLength: 11 } }],
  [{ totpAdjacentPeriods: 11 }],
  [{ maxSecondFactors: 0 }],
])('a cloud can’t be created with %j', (auth) => {
  expect(() => new FakeCloud({ auth })).toThrow(expect.objectContaining({ code: 'out-of-range' }));
});

test('the account chooser offers the provider’s accounts, or the hinted one', async () => {
  const browser = new TestBrowser();
  const { auth } = connect(new FakeCloud(), { browser });
  const offered: string[][] = [];
  browser.choose = (accounts) => {
    offered.push(accounts.map(({ email }) => email));
    return accounts[0] ?? null;
  };
  await auth.social.signIn({ provider: 'google.com' });
  const [first] = offered;
  const hint = first?.[1] ?? '';
  await auth.social.signIn({ provider: 'google.com', loginHint: hint });
  expect(offered[1]).toEqual([hint]);
  expect(auth.currentUser()?.email).toBe(hint);
});

test('links in mails use the application’s origin and the chosen language', async () => {
  const cloud = new FakeCloud({ origin: 'https://muster.example' });
  const { auth, control } = connect(cloud);
  auth.language.set('fr');
  await auth.links.send('eve@example.com', { continueUrl: 'https://muster.example/signin?from=mail' });
  await auth.links.send('eve@example.com', { continueUrl: 'https://elsewhere.example/' });
  const [foreign, own] = (await control.inbox()).map(({ action }) => new URL(action));
  expect(own?.href).toMatch(/^https:\/\/muster\.example\/signin\?from=mail&mode=signIn&oobCode=\w+&lang=fr$/);
  expect(foreign?.origin).toBe('https://muster.example');
  expect(foreign?.searchParams.get('continueUrl')).toBe('https://elsewhere.example/');
});

test('passwordMinLength requires longer passwords', async () => {
  const { auth } = connect(new FakeCloud(), { settings: { passwordMinLength: 20 } });
  await expect(auth.createUser(account('ada'))).rejects.toMatchObject({ code: 'auth/weak-password' });
  expect(await auth.passwordRules.validate(password)).toMatchObject({ ok: false, minLength: 20 });
});

test('resetting a cloud signs every user out', async () => {
  const cloud = new FakeCloud();
  const { auth, control } = connect(cloud);
  await auth.createUser(account('ada'));
  await control.reset();
  await cloud.advance(2000);
  expect(auth.currentUser()).toBeNull();
  await expect(auth.signIn(credential('ada'))).rejects.toMatchObject({ code: 'auth/invalid-credential' });
});

test('a cloud restored from a snapshot keeps sessions and codes and issues new ids', async () => {
  const cloud = new FakeCloud();
  const kept = stores();
  const { auth } = connect(cloud, { stores: kept });
  await auth.createUser(account('ada'));
  await auth.mail.sendVerification();
  const snapshot = structuredClone(cloud.snapshot());
  expect(JSON.stringify(await kept.local.get('auth/session'))).not.toContain(password);

  const next = new FakeCloud();
  next.restore(snapshot);
  expect(next.snapshot().services).toEqual(snapshot.services);
  const again = connect(next, { stores: kept });
  expect((await again.auth.ready())?.email).toBe('ada@example.com');
  const [message] = await again.control.inbox();
  await again.auth.mail.applyCode(new URL(message?.action ?? '').searchParams.get('oobCode') ?? '');
  expect((await again.auth.reload()).emailVerified).toBe(true);
  const other = connect(next);
  await other.auth.createUser(account('ben'));
  expect(other.auth.currentUser()?.uid).not.toBe(again.auth.currentUser()?.uid);
});

test('every persistent change is reported', async () => {
  const cloud = new FakeCloud();
  const { auth } = connect(cloud);
  await settle();
  let before = JSON.stringify(cloud.snapshot().services.auth);
  let told = 0;
  cloud.onChange((service) => void (service === 'auth' && told++));
  for (const change of [
    () => auth.createUser(account('ada')),
    () => auth.updateProfile({ displayName: 'Ada' }),
    () => auth.mail.sendVerification(),
    () => auth.signIn({ ...credential('ada'), password: 'wrong one' }).catch(() => {}),
    () => cloud.server.users.setClaims(auth.currentUser()?.uid ?? '', { a: 1 }),
    () => auth.deletion.deleteUser(),
  ]) {
    told = 0;
    await change();
    const after = JSON.stringify(cloud.snapshot().services.auth);
    expect(after).not.toBe(before);
    expect(told).toBeGreaterThan(0);
    before = after;
  }
});
