import { URI } from 'otpauth';
import { expect } from 'vitest';
import { rejection, type Scenario } from '../harness.ts';
import {
  ada,
  byPassword,
  challengeOf,
  minuteMs,
  newest,
  number,
  authPassword,
  expectCode,
  shown,
  verified,
  withTotp,
} from './common.ts';

export function factorScenarios(scenario: Scenario): void {
  scenario(
    'an authenticator app is enrolled with a code that it generates',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const auth = await verified(scene);
      const setup = await auth.factors.totp.start();
      expect(setup).toMatchObject({ algorithm: 'SHA1', digits: 6, periodSeconds: 30 });
      expect(setup.secret).toMatch(/^[A-Z2-7]{16,}$/);
      expect(URI.parse(setup.uri)).toMatchObject({
        label: ada,
        issuer: 'Muster',
        secret: { base32: setup.secret },
      });
      const code = shown(scene, setup.uri);
      const wrong = code === '000000' ? '111111' : '000000';
      await expectCode(auth.factors.totp.finish(setup.sessionId, wrong), 'auth/invalid-verification-code');
      const user = await auth.factors.totp.finish(setup.sessionId, code, 'My app');
      expect(user.factors).toMatchObject([{ kind: 'totp', displayName: 'My app', phoneHint: null }]);
      await rejection(auth.factors.totp.finish(setup.sessionId, code));
      expect((await auth.reload()).factors).toHaveLength(1);
      expect(auth.currentUser()).toEqual(user);
      expect(JSON.stringify(user)).not.toContain(setup.secret);
    },
  );

  scenario(
    'the URI of an authenticator app contains the address of the account, also with reserved characters',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const auth = await verified(scene, 'ada+1?#&a/%');
      const { uri } = await auth.factors.totp.start();
      expect(URI.parse(uri)).toMatchObject({ label: 'ada+1?#&a/%@example.com', issuer: 'Muster' });
    },
  );

  scenario(
    'an account with a second factor is not signed in after the password alone',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const { uri, factorId } = await withTotp(scene);
      const { auth } = await scene.connect();
      const challenge = challengeOf(await auth.signIn(byPassword(ada)));
      expect(auth.currentUser()).toBeNull();
      expect(challenge.factors).toMatchObject([{ id: factorId, kind: 'totp' }]);
      const answer = (code: string) => ({ kind: 'totp', factorId, code }) as const;
      await expectCode(auth.factors.answer(challenge, answer('0')), 'auth/invalid-verification-code');
      await expectCode(
        auth.factors.answer(challenge, { ...answer(shown(scene, uri)), factorId: 'other' }),
        'auth/multi-factor-info-not-found',
      );
      const result = await auth.factors.answer(challenge, answer(shown(scene, uri)));
      expect(result).toMatchObject({ kind: 'signed-in', user: { email: ada } });
      expect((await auth.idToken())?.secondFactor).toBe('totp');
      await scene.advance(minuteMs);
      await expectCode(auth.factors.answer(challenge, answer(shown(scene, uri))), 'auth/code-expired');
    },
  );

  scenario(
    'a code of an authenticator app works once, and a challenge expires after an hour',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const { uri, factorId } = await withTotp(scene);
      const { auth } = await scene.connect();
      const first = challengeOf(await auth.signIn(byPassword(ada)));
      const second = challengeOf(await auth.signIn(byPassword(ada)));
      const answer = { kind: 'totp', factorId, code: shown(scene, uri) } as const;
      await auth.factors.answer(first, answer);
      await expectCode(auth.factors.answer(second, answer), 'auth/invalid-verification-code');
      await scene.advance(61 * minuteMs);
      const late = { ...answer, code: shown(scene, uri) };
      await expectCode(auth.factors.answer(second, late), 'auth/code-expired');
    },
  );

  scenario(
    'reauthentication requires the second factor too',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const { auth, uri, factorId } = await withTotp(scene);
      await scene.advance(6 * minuteMs);
      const challenge = challengeOf(await auth.reauthenticate(byPassword(ada)));
      await expectCode(auth.updatePassword('another horse'), 'auth/requires-recent-login');
      await auth.factors.answer(challenge, { kind: 'totp', factorId, code: shown(scene, uri) });
      await auth.updatePassword('another horse');
      const user = await auth.factors.unenroll(factorId);
      expect(user.factors).toEqual([]);
      const { auth: other } = await scene.connect();
      expect(await other.signIn(byPassword(ada, 'another horse'))).toMatchObject({ kind: 'signed-in' });
    },
  );

  scenario(
    'enrolling a second factor requires a verified address and a recent sign-in, and expires',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const { auth: unverified } = await scene.member('ben');
      await expectCode(unverified.factors.totp.start(), 'auth/unverified-email');
      const auth = await verified(scene);
      const { sessionId, uri, expiresAt } = await auth.factors.totp.start();
      await scene.advance(expiresAt - scene.server.clock.now() + 1000);
      await auth.reauthenticate({ kind: 'password', email: ada, password: authPassword });
      await expectCode(auth.factors.totp.finish(sessionId, shown(scene, uri)), 'auth/code-expired');
      await scene.advance(6 * minuteMs);
      await expectCode(auth.factors.totp.start(), 'auth/requires-recent-login');
    },
  );

  scenario(
    'a text message can be enrolled and used as second factor',
    { needs: ['auth.sms-factor', 'auth.mail', 'auth.totp'] },
    async (scene) => {
      const auth = await verified(scene);
      const setup = await auth.factors.sms.start(number);
      const elsewhere = { kind: 'phone', verificationId: setup.verificationId } as const;
      await expectCode(
        auth.signIn({ ...elsewhere, code: await newest(scene, number) }),
        'auth/invalid-verification-id',
      );
      const user = await auth.factors.sms.finish(setup.verificationId, await newest(scene, number), 'Mine');
      expect(user.factors).toMatchObject([{ kind: 'phone', displayName: 'Mine' }]);
      const hint = user.factors[0]?.phoneHint ?? '';
      expect(hint.endsWith('0123')).toBe(true);
      expect(hint).not.toContain('7946');
      await expectCode(auth.factors.sms.start(number), 'auth/second-factor-already-in-use');

      const { auth: other } = await scene.connect();
      const challenge = challengeOf(await other.signIn(byPassword(ada)));
      const factorId = challenge.factors[0]?.id ?? '';
      const { verificationId } = await other.factors.sms.sendCode(challenge, factorId);
      const code = await newest(scene, number);
      await expectCode(
        other.factors.answer(challenge, { kind: 'phone', verificationId: setup.verificationId, code }),
        'auth/invalid-verification-id',
      );
      await other.factors.answer(challenge, { kind: 'phone', verificationId, code });
      expect((await other.idToken())?.secondFactor).toBe('phone');
    },
  );

  scenario(
    'a second factor by text message requires a verified address',
    { needs: ['auth.sms-factor', 'auth.totp'] },
    async (scene) => {
      const { auth } = await scene.member('ben');
      await expectCode(auth.factors.sms.start(number), 'auth/unverified-email');
    },
  );

  scenario(
    'codes of an authenticator app with a slightly wrong clock are accepted',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const { uri, factorId } = await withTotp(scene);
      const { auth } = await scene.connect();
      const challenge = challengeOf(await auth.signIn(byPassword(ada)));
      await scene.advance(10 * minuteMs);
      const now = scene.server.clock.now();
      const at = (ms: number) => ({ kind: 'totp', factorId, code: shown(scene, uri, now + ms) }) as const;
      for (const ms of [-4 * minuteMs, 4 * minuteMs])
        await expectCode(auth.factors.answer(challenge, at(ms)), 'auth/invalid-verification-code');
      expect(await auth.factors.answer(challenge, at(-minuteMs))).toMatchObject({ kind: 'signed-in' });
    },
  );
}

/** Scenarios for a project whose accounts may have two second factors. */
export function factorLimitScenarios(scenario: Scenario): void {
  scenario(
    'an account has a limited number of second factors',
    { needs: ['auth.sms-factor', 'auth.mail', 'auth.totp'] },
    async (scene) => {
      const auth = await verified(scene);
      const numbers = [number, '+442079460124', '+442079460125'];
      const enroll = async (to: string) => {
        const { verificationId } = await auth.factors.sms.start(to);
        return auth.factors.sms.finish(verificationId, await newest(scene, to));
      };
      const results = [];
      for (const to of numbers) results.push(await enroll(to).catch((error: unknown) => error));
      expect(results[2]).toMatchObject({ code: 'auth/maximum-second-factor-count-exceeded' });
      const { factors } = await auth.reload();
      expect(factors).toHaveLength(2);
      await auth.factors.unenroll(factors[0]?.id ?? '');
      expect((await enroll(numbers[2] ?? '')).factors).toHaveLength(2);
    },
  );
}
