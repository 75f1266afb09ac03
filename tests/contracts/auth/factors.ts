import { expect } from 'vitest';
import { totpCode, totpPeriod } from '#fakes/cloud/auth/totp.ts';
import type { Auth } from '#ports/auth/auth.ts';
import { rejection, type Scenario, type Scene } from '../harness.ts';
import { byPassword, challengeOf, minute, newest, newestCode, password, refused } from './common.ts';

const number = '+442079460123';
const ada = 'ada@example.com';

async function verified(scene: Scene): Promise<Auth> {
  const { auth } = await scene.member('ada');
  await auth.sendEmailVerification();
  await auth.applyActionCode(await newestCode(scene, ada));
  await auth.reload();
  return auth;
}

/** What the authenticator app shows. */
const shown = (scene: Scene, secret: string) => totpCode(secret, totpPeriod(scene.server.clock.now()));

async function withTotp(scene: Scene): Promise<{ auth: Auth; secret: string; factorId: string }> {
  const auth = await verified(scene);
  const { secret, sessionId } = await auth.startTotpEnrollment();
  const { factors } = await auth.finishTotpEnrollment(sessionId, shown(scene, secret), 'My app');
  await scene.advance(minute);
  return { auth, secret, factorId: factors[0]?.id ?? '' };
}

export function factorScenarios(scenario: Scenario): void {
  scenario(
    'an authenticator app is set up with a code that it shows',
    async (scene) => {
      const auth = await verified(scene);
      const setup = await auth.startTotpEnrollment();
      expect(setup).toMatchObject({ algorithm: 'SHA1', digits: 6, periodSeconds: 30 });
      expect(setup.secret).toMatch(/^[A-Z2-7]{16,}$/);
      expect(setup.uri).toContain(`secret=${setup.secret}`);
      const code = shown(scene, setup.secret);
      const wrong = code === '000000' ? '111111' : '000000';
      await refused(auth.finishTotpEnrollment(setup.sessionId, wrong), 'auth/invalid-verification-code');
      const user = await auth.finishTotpEnrollment(setup.sessionId, code, 'My app');
      expect(user.factors).toMatchObject([{ kind: 'totp', displayName: 'My app', phoneHint: null }]);
      await rejection(auth.finishTotpEnrollment(setup.sessionId, code));
      expect((await auth.reload()).factors).toHaveLength(1);
      expect(auth.currentUser()).toEqual(user);
      expect(JSON.stringify(user)).not.toContain(setup.secret);
    },
    ['auth.totp'],
  );

  scenario(
    'with a second factor, a password is half the way',
    async (scene) => {
      const { secret, factorId } = await withTotp(scene);
      const { auth } = await scene.connect();
      const challenge = challengeOf(await auth.signIn(byPassword(ada)));
      expect(auth.currentUser()).toBeNull();
      expect(challenge.factors).toMatchObject([{ id: factorId, kind: 'totp' }]);
      const answer = (code: string) => ({ kind: 'totp', factorId, code }) as const;
      await refused(auth.answerSecondFactor(challenge, answer('0')), 'auth/invalid-verification-code');
      await refused(
        auth.answerSecondFactor(challenge, { ...answer(shown(scene, secret)), factorId: 'other' }),
        'auth/missing-second-factor',
      );
      const result = await auth.answerSecondFactor(challenge, answer(shown(scene, secret)));
      expect(result).toMatchObject({ kind: 'signed-in', user: { email: ada } });
      expect((await auth.idToken())?.secondFactor).toBe('totp');
      await scene.advance(minute);
      await refused(auth.answerSecondFactor(challenge, answer(shown(scene, secret))), 'auth/code-expired');
    },
    ['auth.totp'],
  );

  scenario(
    'a code of an authenticator app is good once, and a challenge for an hour',
    async (scene) => {
      const { secret, factorId } = await withTotp(scene);
      const { auth } = await scene.connect();
      const first = challengeOf(await auth.signIn(byPassword(ada)));
      const second = challengeOf(await auth.signIn(byPassword(ada)));
      const answer = { kind: 'totp', factorId, code: shown(scene, secret) } as const;
      await auth.answerSecondFactor(first, answer);
      await refused(auth.answerSecondFactor(second, answer), 'auth/invalid-verification-code');
      await scene.advance(61 * minute);
      const late = { ...answer, code: shown(scene, secret) };
      await refused(auth.answerSecondFactor(second, late), 'auth/code-expired');
    },
    ['auth.totp'],
  );

  scenario(
    'proving anew asks for the second factor too',
    async (scene) => {
      const { auth, secret, factorId } = await withTotp(scene);
      await scene.advance(6 * minute);
      const challenge = challengeOf(await auth.reauthenticate(byPassword(ada)));
      await refused(auth.updatePassword('another horse'), 'auth/requires-recent-login');
      await auth.answerSecondFactor(challenge, { kind: 'totp', factorId, code: shown(scene, secret) });
      await auth.updatePassword('another horse');
      const user = await auth.unenrollFactor(factorId);
      expect(user.factors).toEqual([]);
      const { auth: other } = await scene.connect();
      expect(await other.signIn(byPassword(ada, 'another horse'))).toMatchObject({ kind: 'signed-in' });
    },
    ['auth.totp'],
  );

  scenario(
    'setting up wants a confirmed address and a recent proof, and ends',
    async (scene) => {
      const { auth: unverified } = await scene.member('ben');
      await refused(unverified.startTotpEnrollment(), 'auth/unverified-email');
      const auth = await verified(scene);
      const { sessionId, secret, expiresAt } = await auth.startTotpEnrollment();
      await scene.advance(expiresAt - scene.server.clock.now() + 1000);
      await auth.reauthenticate({ kind: 'password', email: ada, password });
      await refused(auth.finishTotpEnrollment(sessionId, shown(scene, secret)), 'auth/code-expired');
      await scene.advance(6 * minute);
      await refused(auth.startTotpEnrollment(), 'auth/requires-recent-login');
    },
    ['auth.totp'],
  );

  scenario(
    'a text message as second factor',
    async (scene) => {
      const auth = await verified(scene);
      const setup = await auth.startPhoneEnrollment(number);
      const elsewhere = { kind: 'phone', verificationId: setup.verificationId } as const;
      await refused(
        auth.signIn({ ...elsewhere, code: await newest(scene, number) }),
        'auth/invalid-verification-code',
      );
      const user = await auth.finishPhoneEnrollment(
        setup.verificationId,
        await newest(scene, number),
        'Mine',
      );
      expect(user.factors).toMatchObject([{ kind: 'phone', displayName: 'Mine' }]);
      const hint = user.factors[0]?.phoneHint ?? '';
      expect(hint.endsWith('0123')).toBe(true);
      expect(hint).not.toContain('7946');
      await refused(auth.startPhoneEnrollment(number), 'auth/second-factor-already-enrolled');

      const { auth: other } = await scene.connect();
      const challenge = challengeOf(await other.signIn(byPassword(ada)));
      const factorId = challenge.factors[0]?.id ?? '';
      const { verificationId } = await other.sendSecondFactorCode(challenge, factorId);
      const code = await newest(scene, number);
      await refused(
        other.answerSecondFactor(challenge, { kind: 'phone', verificationId: setup.verificationId, code }),
        'auth/invalid-verification-code',
      );
      await other.answerSecondFactor(challenge, { kind: 'phone', verificationId, code });
      expect((await other.idToken())?.secondFactor).toBe('phone');
    },
    ['auth.sms-factor'],
  );

  scenario(
    'a second factor by text message wants a confirmed address',
    async (scene) => {
      const { auth } = await scene.member('ben');
      await refused(auth.startPhoneEnrollment(number), 'auth/unverified-email');
    },
    ['auth.sms-factor'],
  );
}
