import { expect } from 'vitest';
import { rejection, type Scenario } from '../harness.ts';
import { byPassword, minuteMs, newest, number, authPassword, phoneProof, expectCode } from './common.ts';

export function otherWaysScenarios(scenario: Scenario): void {
  scenario('a code by text message signs in', { needs: ['auth.phone'] }, async (scene) => {
    const { auth } = await scene.connect();
    await expectCode(auth.phone.sendCode('12'), 'auth/invalid-phone-number');
    const { verificationId } = await auth.phone.sendCode('+44 20 7946 0123');
    const code = await newest(scene, number);
    const wrong = code === '000000' ? '111111' : '000000';
    await expectCode(
      auth.signIn({ kind: 'phone', verificationId, code: wrong }),
      'auth/invalid-verification-code',
    );
    const result = await auth.signIn({ kind: 'phone', verificationId, code });
    expect(result).toMatchObject({ isNewUser: true, providerId: 'phone', user: { phoneNumber: number } });
    expect((await auth.idToken())?.signInProvider).toBe('phone');
    await expectCode(
      auth.signIn({ kind: 'phone', verificationId, code }),
      'auth/invalid-verification-id',
      'auth/code-expired',
    );
    await expectCode(
      auth.signIn({ kind: 'phone', verificationId: 'none', code }),
      'auth/invalid-verification-id',
    );
  });

  scenario('a code by text message expires after 20 minutes', { needs: ['auth.phone'] }, async (scene) => {
    const { auth } = await scene.connect();
    const { verificationId } = await auth.phone.sendCode(number);
    const code = await newest(scene, number);
    await scene.advance(20 * minuteMs);
    await expectCode(auth.signIn({ kind: 'phone', verificationId, code }), 'auth/code-expired');
  });

  scenario('too many codes for one phone number are rejected', { needs: ['auth.phone'] }, async (scene) => {
    const { auth } = await scene.connect();
    const send = async () => {
      for (let sent = 0; sent < 100; sent++) await auth.phone.sendCode(number);
    };
    expect(await rejection(send())).toMatchObject({ code: 'auth/too-many-requests', retryable: true });
    await scene.advance(61 * minuteMs);
    await auth.phone.sendCode(number);
  });

  scenario(
    'a phone number can be linked to one account only',
    { needs: ['auth.phone', 'auth.linking'] },
    async (scene) => {
      const { auth } = await scene.member('ada');
      const prove = () => phoneProof(scene, auth);
      await auth.linking.link(await prove());
      expect(auth.currentUser()?.providers.map(({ providerId }) => providerId)).toEqual([
        'password',
        'phone',
      ]);
      await expectCode(auth.linking.link(await prove()), 'auth/provider-already-linked');
      const ben = await scene.member('ben');
      await expectCode(ben.auth.linking.link(await prove()), 'auth/account-exists-with-different-credential');
      const { uid } = auth.currentUser() ?? {};
      expect(await ben.auth.signIn(await prove())).toMatchObject({ isNewUser: false, user: { uid } });
      expect((await auth.linking.unlink('phone')).phoneNumber).toBeNull();
    },
  );

  scenario('a social account signs in by popup', { needs: ['auth.social'] }, async (scene) => {
    const { auth } = await scene.connect();
    const first = await auth.social.signIn({ provider: 'google.com' });
    expect(first).toMatchObject({ isNewUser: true, providerId: 'google.com' });
    const user = auth.currentUser();
    expect(user?.providers).toMatchObject([{ providerId: 'google.com', email: user?.email }]);
    await auth.signOut();
    const again = await auth.social.signIn({ provider: 'google.com' });
    expect(again).toMatchObject({ isNewUser: false, user: { uid: user?.uid } });
    expect((await auth.idToken())?.signInProvider).toBe('google.com');
  });

  scenario(
    'a sign-in redirect returns its result once after the page has reloaded',
    { needs: ['auth.social'] },
    async (scene) => {
      const client = await scene.connect();
      expect(await client.auth.social.redirectResult()).toBeNull();
      let left = true;
      void client.auth.social.signIn({ provider: 'google.com', mode: 'redirect' }).finally(() => {
        left = false;
      });
      await scene.settle();
      expect(left).toBe(true);
      const back = await scene.reload(client);
      expect((await back.auth.ready())?.email).toBeTruthy();
      expect(await back.auth.social.redirectResult()).toMatchObject({
        kind: 'signed-in',
        providerId: 'google.com',
      });
      expect(await back.auth.social.redirectResult()).toBeNull();
      const later = await scene.reload(back);
      expect(await later.auth.social.redirectResult()).toBeNull();
      expect(later.auth.currentUser()?.uid).toBe(back.auth.currentUser()?.uid);
    },
  );

  scenario(
    'a social account does not take over an account with the same address',
    { needs: ['auth.social'] },
    async (scene) => {
      const first = await scene.connect();
      await first.auth.social.signIn({ provider: 'google.com' });
      const { auth } = await scene.connect();
      await expectCode(
        auth.social.signIn({ provider: 'github.com' }),
        'auth/account-exists-with-different-credential',
      );
      expect(auth.currentUser()).toBeNull();
    },
  );

  scenario(
    'a provider that verifies addresses takes over the account of its address and removes unverified credentials',
    { needs: ['auth.social', 'auth.deletion'] },
    async (scene) => {
      const known = await scene.connect();
      await known.auth.social.signIn({ provider: 'google.com' });
      const email = known.auth.currentUser()?.email ?? '';
      await known.auth.deletion.deleteUser();
      const squatter = await scene.connect();
      await squatter.auth.createUser({ email, password: authPassword });
      const { uid } = squatter.auth.currentUser() ?? {};
      const result = await known.auth.social.signIn({ provider: 'google.com' });
      expect(result).toMatchObject({ isNewUser: false, user: { uid, emailVerified: true } });
      expect(known.auth.currentUser()?.providers.map(({ providerId }) => providerId)).toEqual(['google.com']);
      await expectCode(squatter.auth.reload(), 'auth/user-token-expired');
      await expectCode(squatter.auth.signIn(byPassword(email)), 'auth/invalid-credential');
    },
  );

  scenario(
    'a social account can be linked, used for reauthentication and unlinked',
    { needs: ['auth.social', 'auth.linking'] },
    async (scene) => {
      const { auth } = await scene.member('ada');
      const { uid } = auth.currentUser() ?? {};
      const link = { provider: 'github.com', purpose: 'link' } as const;
      expect(await auth.social.signIn(link)).toMatchObject({ user: { uid, email: 'ada@example.com' } });
      await expectCode(auth.social.signIn(link), 'auth/provider-already-linked');
      const ben = await scene.member('ben');
      await expectCode(ben.auth.social.signIn(link), 'auth/credential-already-in-use');
      const reauthenticate = { provider: 'github.com', purpose: 'reauthenticate' } as const;
      await expectCode(ben.auth.social.signIn(reauthenticate), 'auth/user-mismatch');
      await scene.advance(6 * minuteMs);
      await auth.social.signIn(reauthenticate);
      await auth.updatePassword('another horse');
      expect((await auth.linking.unlink('github.com')).providers.map(({ providerId }) => providerId)).toEqual(
        ['password'],
      );
    },
  );

  scenario(
    'an account at an OpenID Connect provider signs in, and its address counts as verified only if the provider says so',
    { needs: ['auth.social'] },
    async (scene) => {
      const { auth } = await scene.connect();
      const first = await auth.social.signIn({ provider: 'oidc.example' });
      expect(first).toMatchObject({ isNewUser: true, providerId: 'oidc.example' });
      const user = auth.currentUser();
      expect(user).toMatchObject({ emailVerified: false, providers: [{ providerId: 'oidc.example' }] });
      await auth.signOut();
      const again = await auth.social.signIn({ provider: 'oidc.example' });
      expect(again).toMatchObject({ isNewUser: false, user: { uid: user?.uid } });
      expect((await auth.idToken())?.signInProvider).toBe('oidc.example');
    },
  );

  scenario(
    'OpenID Connect accounts are identified by provider and subject, and never matched by address',
    { needs: ['auth.social'] },
    async (scene) => {
      const google = await scene.connect();
      await google.auth.social.signIn({ provider: 'google.com' });
      const { uid } = google.auth.currentUser() ?? {};
      const { auth } = await scene.connect();
      for (const provider of ['oidc.example', 'oidc.other'] as const)
        await expectCode(auth.social.signIn({ provider }), 'auth/account-exists-with-different-credential');
      expect(auth.currentUser()).toBeNull();
      await google.auth.social.signIn({ provider: 'oidc.example', purpose: 'link' });
      expect(await auth.social.signIn({ provider: 'oidc.example' })).toMatchObject({
        isNewUser: false,
        user: { uid },
      });
      const ben = await scene.member('ben');
      const link = { provider: 'oidc.example', purpose: 'link' } as const;
      await expectCode(ben.auth.social.signIn(link), 'auth/credential-already-in-use');
      const other = { provider: 'oidc.other', purpose: 'reauthenticate' } as const;
      await expectCode(ben.auth.social.signIn(other), 'auth/account-exists-with-different-credential');
    },
  );

  scenario(
    'a custom token signs in to the account that the server names',
    { needs: ['auth.custom-token'] },
    async (scene) => {
      const { auth } = await scene.connect();
      const token = await scene.server.users.customToken('agent-7', { role: 'bot' });
      expect(await auth.signIn({ kind: 'custom-token', token })).toMatchObject({
        isNewUser: true,
        providerId: 'custom',
        user: { uid: 'agent-7', isAnonymous: false },
      });
      expect(await auth.idToken()).toMatchObject({ signInProvider: 'custom', claims: { role: 'bot' } });
      await scene.advance(55 * minuteMs);
      expect((await auth.idToken({ forceRefresh: true }))?.claims).toMatchObject({ role: 'bot' });
      expect(await auth.signIn({ kind: 'custom-token', token })).toMatchObject({ isNewUser: false });
      await scene.advance(6 * minuteMs);
      await expectCode(auth.signIn({ kind: 'custom-token', token }), 'auth/invalid-custom-token');
      await expectCode(auth.signIn({ kind: 'custom-token', token: 'forged' }), 'auth/invalid-custom-token');
    },
  );

  scenario('a failed sign-in keeps the current user signed in', async (scene) => {
    const { auth } = await scene.member('ada');
    await expectCode(auth.signIn(byPassword('ben@example.com')), 'auth/invalid-credential');
    expect(auth.currentUser()?.email).toBe('ada@example.com');
  });
}
