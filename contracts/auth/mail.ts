import { expect } from 'vitest';
import type { Scenario } from '../harness.ts';
import { ada, byPassword, minuteMs, newest, newestCode, authPassword, expectCode } from './common.ts';

const settings = { continueUrl: 'http://localhost/signin' };

export function mailScenarios(scenario: Scenario): void {
  scenario('a verification link confirms the address once', { needs: ['auth.mail'] }, async (scene) => {
    const { auth } = await scene.member('ada');
    await auth.mail.sendVerification(settings);
    const code = await newestCode(scene, ada);
    expect(await auth.mail.checkCode(code)).toEqual({
      operation: 'verify-email',
      email: ada,
      previousEmail: null,
      factor: null,
    });
    await auth.mail.applyCode(code);
    expect(auth.currentUser()?.emailVerified).toBe(false);
    expect((await auth.reload()).emailVerified).toBe(true);
    expect((await auth.idToken({ forceRefresh: true }))?.claims).toMatchObject({ email_verified: true });
    await expectCode(auth.mail.applyCode(code), 'auth/invalid-action-code');
    await expectCode(auth.mail.checkCode('nonsense'), 'auth/invalid-action-code');
  });

  scenario(
    'a reset link sets a new password and ends other sessions',
    { needs: ['auth.mail'] },
    async (scene) => {
      const client = await scene.member('ada');
      const { auth } = await scene.connect();
      await auth.mail.sendPasswordReset(ada, settings);
      const code = await newestCode(scene, ada);
      expect(await auth.mail.checkCode(code)).toMatchObject({ operation: 'reset-password', email: ada });
      await expectCode(auth.mail.applyCode(code), 'auth/invalid-action-code');
      await expectCode(auth.mail.confirmPasswordReset(code, 'short'), 'auth/weak-password');
      await auth.mail.confirmPasswordReset(code, 'another horse');
      await expectCode(auth.mail.confirmPasswordReset(code, 'third horse'), 'auth/invalid-action-code');
      await expectCode(client.auth.idToken({ forceRefresh: true }), 'auth/user-token-expired');
      await auth.signIn(byPassword(ada, 'another horse'));
      expect(auth.currentUser()?.emailVerified).toBe(true);
    },
  );

  scenario(
    'a password reset lifts the lock after too many wrong passwords',
    { needs: ['auth.mail'] },
    async (scene) => {
      await scene.member('ada');
      const { auth } = await scene.connect();
      let guesses = 0;
      const locked = async (): Promise<boolean> => {
        const error = await auth.signIn(byPassword(ada, 'wrong one')).catch((caught: unknown) => caught);
        return (error as { readonly code: string }).code === 'auth/too-many-requests';
      };
      while (guesses++ < 100 && !(await locked()));
      await expectCode(auth.signIn(byPassword(ada)), 'auth/too-many-requests');
      await auth.mail.sendPasswordReset(ada);
      await auth.mail.confirmPasswordReset(await newestCode(scene, ada), 'another horse');
      await auth.signIn(byPassword(ada, 'another horse'));
    },
  );

  scenario(
    'mails are sent in the chosen language',
    { needs: ['auth.language', 'auth.mail'] },
    async (scene) => {
      const { auth } = await scene.member('ada');
      const send = async (language: string | null) => {
        auth.language.set(language);
        await auth.mail.sendVerification();
        const [message] = await scene.inbox();
        return message;
      };
      const [english, german, swiss] = [await send('en'), await send('de'), await send('de-CH')];
      expect(german?.subject).not.toBe(english?.subject);
      expect(german?.body).toContain(german?.action ?? 'nothing');
      expect(swiss?.subject).toBe(german?.subject);
      expect(new URL(german?.action ?? '').searchParams.get('lang')).toBe('de');
    },
  );

  scenario(
    'a relative continue address is rejected with auth/invalid-continue-uri',
    { needs: ['auth.mail', 'auth.links'] },
    async (scene) => {
      const { auth } = await scene.member('ada');
      const nowhere = { continueUrl: 'somewhere' };
      await expectCode(auth.mail.sendVerification(nowhere), 'auth/invalid-continue-uri');
      await expectCode(auth.mail.sendPasswordReset(ada, nowhere), 'auth/invalid-continue-uri');
      await expectCode(auth.links.send(ada, nowhere), 'auth/invalid-continue-uri');
      await expectCode(auth.mail.changeEmail('new@example.com', nowhere), 'auth/invalid-continue-uri');
      expect(await scene.inbox()).toEqual([]);
    },
  );

  scenario(
    'sendVerification rejects for a guest without an address',
    { needs: ['auth.guests', 'auth.mail'] },
    async (scene) => {
      const { auth } = await scene.connect();
      await auth.guests.signIn();
      await expectCode(auth.mail.sendVerification(), 'auth/missing-email');
      await expectCode(auth.mail.sendVerification(settings), 'auth/missing-email');
      expect(await scene.inbox()).toEqual([]);
    },
  );

  scenario(
    'an empty address rejects with auth/missing-email, and in signIn with auth/invalid-email',
    { needs: ['auth.mail', 'auth.links'] },
    async (scene) => {
      const { auth } = await scene.connect();
      await expectCode(auth.createUser({ email: '', password: authPassword }), 'auth/missing-email');
      await expectCode(auth.mail.sendPasswordReset(''), 'auth/missing-email');
      await expectCode(auth.links.send('', settings), 'auth/missing-email');
      await expectCode(auth.signIn(byPassword('')), 'auth/invalid-email');
      expect(await scene.inbox()).toEqual([]);
    },
  );

  scenario(
    'a password reset for an unknown address resolves and sends nothing',
    { needs: ['auth.mail'] },
    async (scene) => {
      const { auth } = await scene.connect();
      await auth.mail.sendPasswordReset('nobody@example.com');
      expect(await scene.inbox()).toEqual([]);
      await expectCode(auth.mail.sendPasswordReset('no address'), 'auth/invalid-email');
    },
  );

  scenario(
    'an expired link is rejected with auth/expired-action-code',
    { needs: ['auth.mail'] },
    async (scene) => {
      const { auth } = await scene.member('ada');
      await auth.mail.sendPasswordReset(ada);
      const code = await newestCode(scene, ada);
      await scene.advance(61 * minuteMs);
      await expectCode(auth.mail.checkCode(code), 'auth/expired-action-code');
      await expectCode(auth.mail.confirmPasswordReset(code, 'another horse'), 'auth/expired-action-code');
    },
  );

  scenario(
    'a change of address takes effect when its link is opened, and can be reverted',
    { needs: ['auth.mail'] },
    async (scene) => {
      await scene.member('taken');
      const { auth } = await scene.member('ada');
      await expectCode(auth.mail.changeEmail('taken@example.com'), 'auth/email-already-in-use');
      await auth.mail.changeEmail('new@example.com', settings);
      expect((await auth.reload()).email).toBe(ada);
      const code = await newestCode(scene, 'new@example.com');
      expect(await auth.mail.checkCode(code)).toEqual({
        operation: 'verify-and-change-email',
        email: 'new@example.com',
        previousEmail: ada,
        factor: null,
      });
      const other = await scene.connect();
      await other.auth.mail.applyCode(code);
      await expectCode(auth.reload(), 'auth/user-token-expired');
      expect(auth.currentUser()).toBeNull();
      await other.auth.signIn(byPassword('new@example.com'));
      expect(other.auth.currentUser()).toMatchObject({ email: 'new@example.com', emailVerified: true });

      const recovery = await newestCode(scene, ada);
      expect(await auth.mail.checkCode(recovery)).toMatchObject({
        operation: 'recover-email',
        email: ada,
        previousEmail: 'new@example.com',
      });
      await auth.mail.applyCode(recovery);
      await expectCode(other.auth.reload(), 'auth/user-token-expired');
      await expectCode(auth.mail.applyCode(recovery), 'auth/invalid-action-code');
      await other.auth.signIn(byPassword(ada));
    },
  );

  scenario('a sign-in link signs in once', { needs: ['auth.links', 'auth.mail'] }, async (scene) => {
    const { auth } = await scene.connect();
    await auth.links.send('Eve@example.com', settings);
    const link = await newest(scene, 'eve@example.com');
    expect(auth.links.matches(link)).toBe(true);
    expect(auth.links.matches(settings.continueUrl)).toBe(false);
    const credential = { kind: 'email-link', email: 'eve@example.com', link } as const;
    await expectCode(auth.signIn({ ...credential, email: 'mallory@example.com' }), 'auth/invalid-email');
    await expectCode(auth.signIn({ ...credential, link: settings.continueUrl }), 'auth/invalid-action-code');
    const code = await newestCode(scene, 'eve@example.com');
    expect(await auth.mail.checkCode(code)).toMatchObject({ operation: 'sign-in', email: null });
    await expectCode(auth.mail.applyCode(code), 'auth/invalid-action-code');
    expect(await auth.signIn(credential)).toMatchObject({ isNewUser: true, user: { emailVerified: true } });
    expect((await auth.idToken())?.signInProvider).toBe('password');
    await expectCode(auth.signIn(credential), 'auth/invalid-action-code');

    const { uid } = auth.currentUser() ?? {};
    await auth.links.send('eve@example.com', settings);
    const again = await newest(scene, 'eve@example.com');
    expect(await auth.signIn({ ...credential, link: again })).toMatchObject({
      isNewUser: false,
      user: { uid },
    });
    await auth.links.send('eve@example.com', settings);
    const late = await newest(scene, 'eve@example.com');
    await scene.advance(7 * 60 * minuteMs);
    await expectCode(auth.signIn({ ...credential, link: late }), 'auth/expired-action-code');
  });

  scenario(
    'a sign-in link upgrades a guest to a full account',
    { needs: ['auth.links', 'auth.guests', 'auth.linking'] },
    async (scene) => {
      const { auth } = await scene.connect();
      await auth.guests.signIn();
      const uid = auth.currentUser()?.uid;
      await auth.links.send('eve@example.com', settings);
      const link = await newest(scene, 'eve@example.com');
      const result = await auth.linking.link({ kind: 'email-link', email: 'eve@example.com', link });
      expect(result).toMatchObject({
        user: { uid, isAnonymous: false, email: 'eve@example.com', emailVerified: true },
      });
    },
  );

  scenario(
    'a mail contains its link and continue address, and never a password',
    { needs: ['auth.mail'] },
    async (scene) => {
      const { auth } = await scene.member('ada');
      await auth.mail.sendVerification({ continueUrl: 'http://localhost/me' });
      const [message] = await scene.inbox();
      expect(message).toMatchObject({ channel: 'email', to: ada });
      expect(message?.body).toContain(message?.action ?? 'nothing');
      expect(message?.action).toContain(encodeURIComponent('http://localhost/me'));
      expect(JSON.stringify(message)).not.toContain(authPassword);
    },
  );

  scenario(
    'a sign-in link takes over the account of its address and removes an unverified password',
    { needs: ['auth.links'] },
    async (scene) => {
      await scene.member('eve');
      const { auth } = await scene.connect();
      await auth.links.send('eve@example.com', settings);
      const link = await newest(scene, 'eve@example.com');
      await auth.signIn({ kind: 'email-link', email: 'eve@example.com', link });
      await auth.signOut();
      await expectCode(auth.signIn(byPassword('eve@example.com')), 'auth/invalid-credential');
    },
  );
}
