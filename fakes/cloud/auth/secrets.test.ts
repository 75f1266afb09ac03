import { URI } from 'otpauth';
import { expect, test } from 'vitest';
import type { ServiceName } from '#ports/control.ts';
import { connect } from '#fakes/client/client.ts';
import { account, credential, password, stores } from '#fakes/client/auth/people.fixture.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { cloudFromText } from '../cloud-text.ts';
import { FakeCloud } from '../cloud.ts';
import { everyService } from '../every-service.ts';
import type { CloudSnapshot } from '../snapshot.ts';
import { verifyToken } from './tokens.ts';

/**
 * A cloud with Ada (an app as second factor), Ben (the same password) and Cam (changed to it); and the values that must stay
 * secret.
 */
async function lived() {
  const cloud = new FakeCloud();
  const kept = stores();
  const ada = connect(cloud, { stores: kept });
  const { auth, control } = ada;
  await auth.createUser(account('ada'));
  await auth.mail.sendVerification();
  const codeOf = async () => {
    const [message] = await control.inbox();
    return new URL(message?.action ?? '').searchParams.get('oobCode') ?? '';
  };
  await auth.mail.applyCode(await codeOf());
  const setup = await auth.factors.totp.start();
  await auth.factors.totp.finish(
    setup.sessionId,
    URI.parse(setup.uri).generate({ timestamp: cloud.clock.now() }),
  );

  const ben = connect(cloud);
  await ben.auth.createUser(account('ben'));
  const cam = connect(cloud);
  await cam.auth.createUser({ ...account('cam'), password: 'another one' });
  await cam.auth.updatePassword(password);
  const unfinished = await startedTotp(cam);
  await cloud.server.users.create({ uid: 'dee', ...account('dee') });
  await ben.auth.mail.sendPasswordReset('ben@example.com');
  const resetCode = await codeOf();
  await ben.auth.phone.sendCode('+4915112345678');
  const [sms] = await control.inbox();

  const session = (await kept.local.get('auth/session')) as { token: string; refreshToken: string };
  return {
    cloud,
    kept,
    ada,
    session,
    always: [password, 'another one', session.refreshToken, session.token],
    mailed: [resetCode, sms?.action ?? '', setup.secret, unfinished],
  };
}

/** The secret of an app that Cam was shown and did not confirm. */
async function startedTotp({ auth, control }: ReturnType<typeof connect>): Promise<string> {
  await auth.mail.sendVerification();
  const [message] = await control.inbox();
  await auth.mail.applyCode(new URL(message?.action ?? '').searchParams.get('oobCode') ?? '');
  return (await auth.factors.totp.start()).secret;
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

test('stored data contains no password and no token', async () => {
  const { cloud, always } = await lived();
  const text = JSON.stringify(cloud.snapshot());
  expect(always.filter((secret) => text.includes(secret))).toEqual([]);
});

test('stored data contains the signing key, and an export does not', async () => {
  const { cloud, session } = await lived();
  const keysIn = (value: unknown) =>
    stringsIn(value).filter((key) => verifyToken(session.token, key) !== null);
  expect(keysIn(cloud.snapshot())).toHaveLength(1);
  expect(keysIn(cloudFromText(cloud.exportText(), Object.keys(everyService) as ServiceName[]))).toEqual([]);
});

test('a cloud restored on its device accepts tokens issued before', async () => {
  const { cloud, session } = await lived();
  const next = new FakeCloud({ seed: 2 });
  next.restore(structuredClone(cloud.snapshot()));
  expect(next.snapshot().services.auth).toEqual(cloud.snapshot().services.auth);
  const loaded = new FakeCloud();
  loaded.importText(cloud.exportText());
  const keyOf = ({ services }: CloudSnapshot) => String((services.auth as { key: string }).key);
  expect(verifyToken(session.token, keyOf(next.snapshot()))).not.toBeNull();
  expect(verifyToken(session.token, keyOf(loaded.snapshot()))).toBeNull();
});

test('the same password is stored with a different hash per account', async () => {
  const { cloud } = await lived();
  const { accounts } = cloud.snapshot().services.auth as { accounts: { password: { hash: string } }[] };
  expect(new Set(accounts.map((one) => one.password.hash)).size).toBe(4);
});

test('an export contains no link, code or authenticator secret', async () => {
  const { cloud, always, mailed } = await lived();
  const text = cloud.exportText();
  expect(mailed.every((secret) => secret.length >= 6)).toBe(true);
  expect([...always, ...mailed].filter((secret) => text.includes(secret))).toEqual([]);
});

test('clients stay signed in after an import, with tokens of the new key', async () => {
  const { cloud, kept, ada, session } = await lived();
  const other = new FakeCloud({ seed: 2 });
  other.importText(cloud.exportText());
  const again = connect(other, { stores: kept });
  expect((await again.auth.ready())?.email).toBe('ada@example.com');
  const renewed = await again.auth.idToken();
  expect(renewed?.token).not.toBe(session.token);
  await again.auth.updateProfile({ displayName: 'Ada' });
  await ada.dispose();
  await again.dispose();
});

test('an open tab stays signed in during an import, and its old token is rejected', async () => {
  const { cloud, ada, session } = await lived();
  cloud.importText(cloud.exportText());
  await cloud.advance(60_000);
  await settle();
  expect(ada.auth.currentUser()?.email).toBe('ada@example.com');
  await ada.auth.updateProfile({ displayName: 'Ada' });
  const [{ token: shown } = { token: '' }] = [(await ada.auth.idToken()) ?? undefined];
  expect(shown).not.toBe(session.token);
});

test('passwords work after an import, and authenticator apps have to be set up again', async () => {
  const { cloud } = await lived();
  const other = new FakeCloud();
  other.importText(cloud.exportText());
  for (const name of ['ada', 'ben', 'cam', 'dee']) {
    const { auth } = connect(other);
    const wrong = auth.signIn({ ...credential(name), password: 'another one' });
    await expect(wrong).rejects.toMatchObject({ code: 'auth/invalid-credential' });
    expect(await auth.signIn(credential(name))).toMatchObject({ kind: 'signed-in' });
    expect(auth.currentUser()?.factors).toEqual([]);
  }
});

test('accounts in the format of an earlier version are rejected, and nothing changes', async () => {
  const { cloud } = await lived();
  const { services, ...head } = cloud.snapshot();
  const auth = services.auth as { accounts: object[]; sessions: object[] };
  const before = JSON.stringify(services);
  const inClear = [
    { ...auth, accounts: auth.accounts.map((one) => ({ ...one, password })) },
    {
      ...auth,
      sessions: auth.sessions.map((one) => ({ ...one, refreshDigest: undefined, refreshToken: 'x' })),
    },
  ];
  for (const old of inClear) {
    const restore = () => cloud.restore({ ...head, services: { ...services, auth: old } });
    expect(restore).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
    expect(JSON.stringify(cloud.snapshot().services)).toBe(before);
  }
});
