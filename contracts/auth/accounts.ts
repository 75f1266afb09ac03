import { expect } from 'vitest';
import type { Scenario } from '../harness.ts';
import { byPassword, minuteMs, authPassword, expectCode } from './common.ts';

export function accountScenarios(scenario: Scenario): void {
  scenario('createUser creates an account and signs in', async (scene) => {
    const { auth } = await scene.connect();
    const result = await auth.createUser({ email: 'Ada@Example.com', password: authPassword });
    expect(result).toMatchObject({ kind: 'signed-in', isNewUser: true, providerId: 'password' });
    expect(auth.currentUser()).toMatchObject({
      email: 'ada@example.com',
      emailVerified: false,
      isAnonymous: false,
      displayName: null,
      providers: [{ providerId: 'password', uid: 'ada@example.com' }],
      factors: [],
    });
    expect(JSON.stringify(result)).not.toContain(authPassword);
  });

  scenario('createUser rejects a taken or invalid address and a weak or missing password', async (scene) => {
    await scene.member('ada');
    const { auth } = await scene.connect();
    await expectCode(
      auth.createUser({ email: 'ADA@example.com', password: authPassword }),
      'auth/email-already-in-use',
    );
    await expectCode(
      auth.createUser({ email: 'ada at example', password: authPassword }),
      'auth/invalid-email',
    );
    await expectCode(auth.createUser({ email: 'new@example.com', password: '12345' }), 'auth/weak-password');
    await expectCode(auth.createUser({ email: 'new@example.com', password: '' }), 'auth/missing-password');
    await expectCode(auth.signIn(byPassword('ada@example.com', '')), 'auth/missing-password');
    expect(auth.currentUser()).toBeNull();
  });

  scenario('signIn signs in with address and password', async (scene) => {
    const first = await scene.member('ada');
    const { auth } = await scene.connect();
    await scene.advance(minuteMs);
    const result = await auth.signIn(byPassword('ada@example.com'));
    expect(result).toMatchObject({ kind: 'signed-in', isNewUser: false, providerId: 'password' });
    const [before, now] = [first.auth.currentUser(), auth.currentUser()];
    expect(now?.uid).toBe(before?.uid);
    expect(now?.createdAt).toBe(before?.createdAt);
    expect(now?.lastSignInAt).toBeGreaterThan(before?.lastSignInAt ?? Infinity);
  });

  scenario('a wrong password and an unknown address have the same error code', async (scene) => {
    await scene.member('ada');
    const { auth } = await scene.connect();
    await expectCode(auth.signIn(byPassword('ada@example.com', 'wrong one')), 'auth/invalid-credential');
    await expectCode(auth.signIn(byPassword('nobody@example.com')), 'auth/invalid-credential');
    await expectCode(auth.signIn(byPassword('not an address')), 'auth/invalid-email');
  });

  scenario('repeated wrong passwords lead to auth/too-many-requests for a while', async (scene) => {
    await scene.member('ada');
    const { auth } = await scene.connect();
    const guess = () =>
      auth.signIn(byPassword('ada@example.com', 'wrong one')).catch((error: unknown) => error);
    let tries = 0;
    let last: unknown;
    do last = await guess();
    while (tries++ < 100 && (last as { readonly code: string }).code === 'auth/invalid-credential');
    expect(last).toMatchObject({ code: 'auth/too-many-requests', retryable: true });
    await scene.advance(60 * minuteMs);
    expect(await auth.signIn(byPassword('ada@example.com'))).toMatchObject({ kind: 'signed-in' });
  });

  scenario(
    'a guest keeps the uid after a repeated guest sign-in and after the upgrade to a full account',
    { needs: ['auth.guests', 'auth.linking'] },
    async (scene) => {
      const { auth } = await scene.connect();
      expect(await auth.guests.signIn()).toMatchObject({ isNewUser: true, providerId: 'anonymous' });
      const uid = auth.currentUser()?.uid;
      expect(await auth.guests.signIn()).toMatchObject({ isNewUser: false });
      expect(auth.currentUser()).toMatchObject({ uid, isAnonymous: true, providers: [] });
      expect((await auth.idToken())?.signInProvider).toBe('anonymous');
      const linked = await auth.linking.link(byPassword('ada@example.com'));
      expect(linked).toMatchObject({ kind: 'signed-in', user: { uid, isAnonymous: false } });
      await auth.signOut();
      await auth.signIn(byPassword('ada@example.com'));
      expect(auth.currentUser()?.uid).toBe(uid);
      expect(await auth.guests.signIn()).toMatchObject({ isNewUser: true, user: { isAnonymous: true } });
      expect(auth.currentUser()?.uid).not.toBe(uid);
    },
  );

  scenario(
    'linking rejects a second password and a taken address, and unlinking removes the sign-in method',
    { needs: ['auth.guests', 'auth.linking'] },
    async (scene) => {
      await scene.member('taken');
      const { auth } = await scene.member('ada');
      await expectCode(auth.linking.link(byPassword('ada2@example.com')), 'auth/provider-already-linked');
      await expectCode(auth.linking.unlink('google.com'), 'auth/no-such-provider');
      const guest = await scene.connect();
      await guest.auth.guests.signIn();
      await expectCode(guest.auth.linking.link(byPassword('taken@example.com')), 'auth/email-already-in-use');
      expect(guest.auth.currentUser()?.isAnonymous).toBe(true);
      const user = await auth.linking.unlink('password');
      expect(user).toMatchObject({ providers: [], email: null, emailVerified: false, isAnonymous: false });
      await auth.signOut();
      await expectCode(auth.signIn(byPassword('ada@example.com')), 'auth/invalid-credential');
    },
  );

  scenario('updateProfile clears a null field and keeps an omitted field', async (scene) => {
    const { auth } = await scene.member('ada');
    const before = auth.currentUser();
    await auth.updateProfile({ displayName: 'Ada', photoUrl: 'https://example.com/ada.png' });
    const user = await auth.updateProfile({ photoUrl: null });
    expect(user).toMatchObject({ displayName: 'Ada', photoUrl: null });
    expect(auth.currentUser()).toEqual(user);
    expect(before?.displayName).toBeNull();
  });

  scenario('reload loads profile changes made by another client', async (scene) => {
    const here = await scene.member('ada');
    const there = await scene.connect();
    await there.auth.signIn(byPassword('ada@example.com'));
    await there.auth.updateProfile({ displayName: 'Ada' });
    expect(here.auth.currentUser()?.displayName).toBeNull();
    expect((await here.auth.reload()).displayName).toBe('Ada');
    expect(here.auth.currentUser()?.displayName).toBe('Ada');
  });

  scenario(
    'sensitive changes need a sign-in within the last five minutes',
    { needs: ['auth.mail', 'auth.deletion'] },
    async (scene) => {
      const { auth } = await scene.member('ada');
      await scene.advance(6 * minuteMs);
      await expectCode(auth.updatePassword('another horse'), 'auth/requires-recent-login');
      await expectCode(auth.mail.changeEmail('new@example.com'), 'auth/requires-recent-login');
      await expectCode(auth.deletion.deleteUser(), 'auth/requires-recent-login');
      await scene.member('ben');
      await expectCode(auth.reauthenticate(byPassword('ben@example.com')), 'auth/user-mismatch');
      await expectCode(
        auth.reauthenticate(byPassword('ada@example.com', 'wrong one')),
        'auth/invalid-credential',
      );
      await expectCode(auth.updatePassword('another horse'), 'auth/requires-recent-login');
      const token = await auth.idToken();
      await auth.reauthenticate(byPassword('ada@example.com'));
      expect((await auth.idToken())?.authenticatedAt).toBeGreaterThan(token?.authenticatedAt ?? Infinity);
      await auth.updatePassword('another horse');
    },
  );

  scenario('a password change ends every other session of the account', async (scene) => {
    const here = await scene.member('ada');
    const there = await scene.connect();
    await there.auth.signIn(byPassword('ada@example.com'));
    await expectCode(here.auth.updatePassword('short'), 'auth/weak-password');
    await here.auth.updatePassword('another horse');
    expect((await here.auth.reload()).email).toBe('ada@example.com');
    await expectCode(there.auth.reload(), 'auth/user-token-expired');
    expect(there.auth.currentUser()).toBeNull();
    await expectCode(there.auth.signIn(byPassword('ada@example.com')), 'auth/invalid-credential');
    await there.auth.signIn(byPassword('ada@example.com', 'another horse'));
  });

  scenario('deleting an account ends its sessions', { needs: ['auth.deletion'] }, async (scene) => {
    const here = await scene.member('ada');
    const there = await scene.connect();
    await there.auth.signIn(byPassword('ada@example.com'));
    await here.auth.deletion.deleteUser();
    expect(here.auth.currentUser()).toBeNull();
    await expectCode(there.auth.idToken({ forceRefresh: true }), 'auth/user-token-expired');
    await expectCode(here.auth.signIn(byPassword('ada@example.com')), 'auth/invalid-credential');
    expect(await here.auth.createUser({ email: 'ada@example.com', password: authPassword })).toMatchObject({
      isNewUser: true,
    });
  });

  scenario(
    'passwordRules.validate reports which rules a password breaks',
    { needs: ['auth.password-rules'] },
    async (scene) => {
      const client = await scene.connect();
      const minLength = client.settings.passwordMinLength;
      expect(await client.auth.passwordRules.validate('12345')).toMatchObject({
        ok: false,
        minLength,
        missing: ['length'],
      });
      expect(await client.auth.passwordRules.validate(authPassword)).toMatchObject({ ok: true, missing: [] });
    },
  );

  scenario('changing a returned user object does not change stored data', async (scene) => {
    const { auth } = await scene.member('ada');
    const user = auth.currentUser() as { displayName: string };
    expect(() => {
      user.displayName = 'Mallory';
    }).toThrow(TypeError);
    expect(auth.currentUser()?.displayName).toBeNull();
  });
}
