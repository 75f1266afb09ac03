/** Accounts with second factors: requirements of enrolment, removal, and waiting times. */
import { expect } from 'vitest';
import { rejection, type Scenario } from '../harness.ts';
import {
  ada,
  byPassword,
  challengeOf,
  minuteMs,
  newest,
  newestCode,
  number,
  phoneProof,
  expectCode,
  shown,
  verified,
  withTotp,
} from './common.ts';

export function factorAccountScenarios(scenario: Scenario): void {
  scenario(
    'enrolling a second factor marks the session as verified, ends every other session and sends a mail',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const { auth } = await scene.connect();
      const here = await verified(scene);
      await auth.signIn(byPassword(ada));
      expect((await here.idToken())?.secondFactor).toBeNull();
      const { uri, sessionId } = await here.factors.totp.start();
      await here.factors.totp.finish(sessionId, shown(scene, uri), 'My app');
      expect((await here.idToken())?.secondFactor).toBe('totp');
      await expectCode(auth.reload(), 'auth/user-token-expired');
      expect(auth.currentUser()).toBeNull();

      const code = await newestCode(scene, ada);
      expect(await auth.mail.checkCode(code)).toMatchObject({
        operation: 'revert-second-factor',
        email: ada,
        factor: { kind: 'totp', displayName: 'My app' },
      });
      await auth.mail.applyCode(code);
      await expectCode(here.reload(), 'auth/user-token-expired');
      expect(await auth.signIn(byPassword(ada))).toMatchObject({ kind: 'signed-in', user: { factors: [] } });
      await expectCode(auth.mail.applyCode(code), 'auth/invalid-action-code');
    },
  );

  scenario(
    'a second factor needs a verified address and is rejected for phone, guest and custom-token sign-in',
    { needs: ['auth.totp', 'auth.sms-factor', 'auth.guests', 'auth.custom-token', 'auth.phone'] },
    async (scene) => {
      const guest = await scene.connect();
      await guest.auth.guests.signIn();
      const custom = await scene.connect();
      await custom.auth.signIn({ kind: 'custom-token', token: await scene.server.users.customToken('bot') });
      const phone = await scene.connect();
      await phone.auth.signIn(await phoneProof(scene, phone.auth));
      for (const { auth } of [guest, custom, phone]) {
        await expectCode(auth.factors.totp.start(), 'auth/unsupported-first-factor');
        await expectCode(auth.factors.sms.start(number), 'auth/unsupported-first-factor');
      }
    },
  );

  scenario(
    'the server removes all second factors, after which a password alone signs in and sessions continue',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const here = await withTotp(scene);
      const uid = here.auth.currentUser()?.uid ?? '';
      const { users } = scene.server;
      await users.removeSecondFactors(uid);
      await users.removeSecondFactors(uid);
      expect((await users.get(uid))?.factors).toEqual([]);
      expect((await here.auth.reload()).factors).toEqual([]);
      const { auth } = await scene.connect();
      expect(await auth.signIn(byPassword(ada))).toMatchObject({ kind: 'signed-in' });
      await expectCode(users.removeSecondFactors('nobody'), 'auth/user-not-found');
    },
  );

  scenario(
    'a phone number can’t sign in to an account with a second factor',
    { needs: ['auth.totp', 'auth.phone', 'auth.mail', 'auth.linking'] },
    async (scene) => {
      const auth = await verified(scene);
      await auth.linking.link(await phoneProof(scene, auth));
      const other = await scene.connect();
      const early = await phoneProof(scene, other.auth);
      await auth.reauthenticate(byPassword(ada));
      const { uri, sessionId } = await auth.factors.totp.start();
      const { factors } = await auth.factors.totp.finish(sessionId, shown(scene, uri));
      await expectCode(other.auth.phone.sendCode(number), 'auth/unsupported-first-factor');
      await expectCode(other.auth.signIn(early), 'auth/unsupported-first-factor');
      await auth.linking.unlink('phone');
      await expectCode(auth.linking.link(await phoneProof(scene, auth)), 'auth/unsupported-first-factor');
      await auth.factors.unenroll(factors[0]?.id ?? '');
      await auth.linking.link(await phoneProof(scene, auth));
    },
  );

  scenario(
    'any one of several second factors completes a sign-in',
    { needs: ['auth.totp', 'auth.sms-factor', 'auth.mail'] },
    async (scene) => {
      const { auth, uri, factorId } = await withTotp(scene);
      const { verificationId } = await auth.factors.sms.start(number);
      const { factors } = await auth.factors.sms.finish(verificationId, await newest(scene, number));
      expect(factors.map(({ kind }) => kind)).toEqual(['totp', 'phone']);
      expect((await auth.idToken())?.secondFactor).toBe('phone');

      const other = await scene.connect();
      const challenge = challengeOf(await other.auth.signIn(byPassword(ada)));
      expect(challenge.factors.map(({ id }) => id)).toEqual(factors.map(({ id }) => id));
      await expectCode(
        other.auth.factors.sms.sendCode(challenge, factorId),
        'auth/multi-factor-info-not-found',
      );
      await other.auth.factors.answer(challenge, { kind: 'totp', factorId, code: shown(scene, uri) });
      await expectCode(auth.factors.unenroll('none'), 'auth/multi-factor-info-not-found');
      expect((await auth.factors.unenroll(factorId)).factors).toMatchObject([{ kind: 'phone' }]);
      expect((await auth.idToken())?.secondFactor).toBe('phone');
      await auth.factors.unenroll(factors[1]?.id ?? '');
      expect((await auth.idToken())?.secondFactor).toBeNull();
    },
  );

  scenario(
    'a second factor removed by another client is missing after reload',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const { auth, uri, factorId } = await withTotp(scene);
      expect(auth.currentUser()?.factors).toHaveLength(1);
      const other = await scene.connect();
      const challenge = challengeOf(await other.auth.signIn(byPassword(ada)));
      await other.auth.factors.answer(challenge, { kind: 'totp', factorId, code: shown(scene, uri) });
      await other.auth.factors.unenroll(factorId);
      expect((await auth.reload()).factors).toEqual([]);
      expect(auth.currentUser()?.factors).toEqual([]);
    },
  );

  scenario(
    'repeated wrong codes lead to auth/too-many-requests for a while',
    { needs: ['auth.totp', 'auth.mail'] },
    async (scene) => {
      const { uri, factorId } = await withTotp(scene);
      const { auth } = await scene.connect();
      const challenge = challengeOf(await auth.signIn(byPassword(ada)));
      const guess = (code: string) => auth.factors.answer(challenge, { kind: 'totp', factorId, code });
      let tries = 0;
      let last: unknown;
      do last = await rejection(guess('0'));
      while (tries++ < 100 && (last as { readonly code: string }).code === 'auth/invalid-verification-code');
      expect(last).toMatchObject({ code: 'auth/too-many-requests', retryable: true });
      await expectCode(guess(shown(scene, uri)), 'auth/too-many-requests');
      await scene.advance(30 * minuteMs);
      expect(await guess(shown(scene, uri))).toMatchObject({ kind: 'signed-in' });
    },
  );
}
