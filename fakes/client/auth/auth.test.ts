/** What only an embedded browser and cloud can show; the promises of the port are in its contract. */
import { expect, test } from 'vitest';
import { ManualClock, settle } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { PortError } from '#ports/errors.ts';
import { TestBrowser } from '../browser.ts';
import { connect } from '../client.ts';
import { memoryStore } from '../store.ts';

const password = 'correct horse';
const stores = () => ({ local: memoryStore(), session: memoryStore() });
const account = (name: string) => ({ email: `${name}@example.com`, password });
const credential = (name: string) => ({ kind: 'password', ...account(name) }) as const;

test('tabs of one browser share a local session; a tab’s own session comes first', async () => {
  const cloud = new FakeCloud();
  const { local, session } = stores();
  const one = connect(cloud, { stores: { local, session } });
  await one.auth.createUser(account('ada'));
  const two = connect(cloud, { stores: { local, session: memoryStore() } });
  expect((await two.auth.ready())?.email).toBe('ada@example.com');

  const own = memoryStore();
  const three = connect(cloud, { stores: { local: memoryStore(), session: own } });
  await three.auth.setPersistence('session');
  await three.auth.createUser(account('ben'));
  const four = connect(cloud, { stores: { local, session: own } });
  expect((await four.auth.ready())?.email).toBe('ben@example.com');
  const five = connect(cloud, { stores: { local, session: memoryStore() } });
  expect((await five.auth.ready())?.email).toBe('ada@example.com');
});

test('a session is restored while offline', async () => {
  const cloud = new FakeCloud();
  const kept = stores();
  await connect(cloud, { stores: kept }).auth.createUser(account('ada'));
  const { auth, control } = connect(cloud, { stores: kept });
  control.setNetwork(false);
  expect((await auth.ready())?.email).toBe('ada@example.com');
  expect((await auth.idToken())?.claims).toMatchObject({ email: 'ada@example.com' });
});

test('a session that ended while the browser was closed is not restored', async () => {
  const cloud = new FakeCloud();
  const kept = stores();
  const first = connect(cloud, { stores: kept });
  await first.auth.createUser(account('ada'));
  await first.dispose();
  await cloud.server.users.remove((await cloud.server.users.byEmail('ada@example.com'))?.uid ?? '');
  expect(await connect(cloud, { stores: kept }).auth.ready()).toBeNull();
  expect(await kept.local.get('auth/session')).toBeUndefined();
});

test('a session is restored though the server’s time has moved on further than a token lives', async () => {
  const cloud = new FakeCloud();
  const kept = stores();
  const behind = new ManualClock(cloud.clock.now());
  const first = connect(cloud, { stores: kept, clock: behind });
  await first.auth.createUser(account('ada'));
  await first.dispose();
  await cloud.advance(3 * 60 * 60_000);
  // This browser's clock stands where it stood: only the server knows how late it is.
  const { auth } = connect(cloud, { stores: kept, clock: behind });
  expect((await auth.ready())?.email).toBe('ada@example.com');
  expect((await auth.idToken())?.expiresAt).toBeGreaterThan(cloud.clock.now());
});

test('without enumeration protection the reason is told', async () => {
  const cloud = new FakeCloud({ enumerationProtection: false });
  const { auth } = connect(cloud);
  await auth.createUser(account('ada'));
  await expect(auth.signIn({ ...credential('ada'), password: 'wrong one' })).rejects.toMatchObject({
    code: 'auth/wrong-password',
  });
  await expect(auth.signIn(credential('ben'))).rejects.toMatchObject({ code: 'auth/user-not-found' });
  await expect(auth.sendPasswordReset('ben@example.com')).rejects.toMatchObject({
    code: 'auth/user-not-found',
  });
});

test('a popup that is closed or blocked signs nobody in', async () => {
  const browser = new TestBrowser();
  const { auth } = connect(new FakeCloud(), { browser });
  browser.choose = () => null;
  await expect(auth.signInWithProvider({ provider: 'google.com' })).rejects.toMatchObject({
    code: 'auth/popup-closed-by-user',
  });
  browser.choose = () => {
    throw new PortError('auth/popup-blocked', 'The browser blocked the window.');
  };
  await expect(auth.signInWithProvider({ provider: 'google.com' })).rejects.toMatchObject({
    code: 'auth/popup-blocked',
  });
  expect(auth.currentUser()).toBeNull();
});

test('the chooser offers the accounts of the provider, or the hinted one', async () => {
  const browser = new TestBrowser();
  const { auth } = connect(new FakeCloud(), { browser });
  const offered: string[][] = [];
  browser.choose = (accounts) => {
    offered.push(accounts.map(({ email }) => email));
    return accounts[0] ?? null;
  };
  await auth.signInWithProvider({ provider: 'google.com' });
  const [first] = offered;
  const hint = first?.[1] ?? '';
  await auth.signInWithProvider({ provider: 'google.com', loginHint: hint });
  expect(offered[1]).toEqual([hint]);
  expect(auth.currentUser()?.email).toBe(hint);
});

test('links lead to where the application is served, in the chosen language', async () => {
  const cloud = new FakeCloud({ origin: 'https://muster.example' });
  const { auth, control } = connect(cloud);
  auth.setLanguage('fr');
  await auth.sendSignInLink('eve@example.com', { continueUrl: 'https://muster.example/signin?from=mail' });
  await auth.sendSignInLink('eve@example.com', { continueUrl: 'https://elsewhere.example/' });
  const [foreign, own] = (await control.inbox()).map(({ action }) => new URL(action));
  expect(own?.href).toMatch(/^https:\/\/muster\.example\/signin\?from=mail&mode=signIn&oobCode=\w+&lang=fr$/);
  expect(foreign?.origin).toBe('https://muster.example');
  expect(foreign?.searchParams.get('continueUrl')).toBe('https://elsewhere.example/');
});

test('settings may ask for longer passwords', async () => {
  const { auth } = connect(new FakeCloud(), { settings: { passwordMinLength: 20 } });
  await expect(auth.createUser(account('ada'))).rejects.toMatchObject({ code: 'auth/weak-password' });
  expect(await auth.validatePassword(password)).toMatchObject({ ok: false, minLength: 20 });
});

test('a cloud that is reset signs everybody out', async () => {
  const cloud = new FakeCloud();
  const { auth, control } = connect(cloud);
  await auth.createUser(account('ada'));
  await control.reset();
  await cloud.advance(2000);
  expect(auth.currentUser()).toBeNull();
  await expect(auth.signIn(credential('ada'))).rejects.toMatchObject({ code: 'auth/invalid-credential' });
});

test('a cloud restored from its snapshot goes on: sessions, codes, and ids that are new', async () => {
  const cloud = new FakeCloud();
  const kept = stores();
  const { auth } = connect(cloud, { stores: kept });
  await auth.createUser(account('ada'));
  await auth.sendEmailVerification();
  const snapshot = structuredClone(cloud.snapshot());
  expect(JSON.stringify(await kept.local.get('auth/session'))).not.toContain(password);

  const next = new FakeCloud();
  next.restore(snapshot);
  expect(next.snapshot().services).toEqual(snapshot.services);
  const again = connect(next, { stores: kept });
  expect((await again.auth.ready())?.email).toBe('ada@example.com');
  const [message] = await again.control.inbox();
  await again.auth.applyActionCode(new URL(message?.action ?? '').searchParams.get('oobCode') ?? '');
  expect((await again.auth.reload()).emailVerified).toBe(true);
  const other = connect(next);
  await other.auth.createUser(account('ben'));
  expect(other.auth.currentUser()?.uid).not.toBe(again.auth.currentUser()?.uid);
});

test('every lasting change is announced', async () => {
  const cloud = new FakeCloud();
  const { auth } = connect(cloud);
  await settle();
  let before = JSON.stringify(cloud.snapshot().services.auth);
  let told = 0;
  cloud.onChange((service) => void (service === 'auth' && told++));
  for (const change of [
    () => auth.createUser(account('ada')),
    () => auth.updateProfile({ displayName: 'Ada' }),
    () => auth.sendEmailVerification(),
    () => auth.signIn({ ...credential('ada'), password: 'wrong one' }).catch(() => {}),
    () => cloud.server.users.setClaims(auth.currentUser()?.uid ?? '', { a: 1 }),
    () => auth.deleteUser(),
  ]) {
    told = 0;
    await change();
    const after = JSON.stringify(cloud.snapshot().services.auth);
    expect(after).not.toBe(before);
    expect(told).toBeGreaterThan(0);
    before = after;
  }
});
