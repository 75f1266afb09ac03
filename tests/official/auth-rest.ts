/**
 * Promises of the auth port whose scenario in the contract asks for one thing more than the official Auth part does (see
 * `auth-gaps.ts`) or for a popup, and what only the real SDK can get wrong.
 */
import { expect } from 'vitest';
import type { IdToken, User } from '#ports/auth/auth.ts';
import {
  ada,
  byPassword,
  challengeOf,
  newest,
  newestCode,
  number,
  authPassword,
  phoneProof,
  expectCode,
  verified,
} from '#contracts/auth/common.ts';
import { recorder, type Scenario } from '#contracts/harness.ts';

const settings = { continueUrl: 'http://localhost/signin' };

export function restScenarios(scenario: Scenario): void {
  scenario('a change of address takes effect when its link is opened', async (scene) => {
    const { auth } = await scene.member('ada');
    await auth.mail.changeEmail('new@example.com', settings);
    const code = await newestCode(scene, 'new@example.com');
    expect(await auth.mail.checkCode(code)).toEqual({
      operation: 'verify-and-change-email',
      email: 'new@example.com',
      previousEmail: ada,
      factor: null,
    });
    await auth.mail.applyCode(code);
    expect(await auth.reload()).toMatchObject({ email: 'new@example.com', emailVerified: true });
  });

  scenario('a custom token signs in and reauthenticates the same account', async (scene) => {
    const { users } = scene.server;
    const { auth } = await scene.connect();
    const mine = {
      kind: 'custom-token',
      token: await users.customToken('agent-7', { role: 'bot' }),
    } as const;
    expect(await auth.signIn(mine)).toMatchObject({
      isNewUser: true,
      providerId: 'custom',
      user: { uid: 'agent-7', isAnonymous: false },
    });
    expect(await auth.idToken()).toMatchObject({ signInProvider: 'custom', claims: { role: 'bot' } });
    const token = await users.customToken('agent-8');
    await expectCode(auth.reauthenticate({ kind: 'custom-token', token }), 'auth/user-mismatch');
    expect(await auth.reauthenticate(mine)).toMatchObject({ isNewUser: false, user: { uid: 'agent-7' } });
    expect(auth.currentUser()?.uid).toBe('agent-7');
    await expectCode(auth.signIn({ kind: 'custom-token', token: 'forged' }), 'auth/invalid-custom-token');
  });

  scenario('a social account’s token signs in and can be linked', async (scene) => {
    const google = (sub: string, email: string) =>
      ({
        kind: 'social',
        provider: 'google.com',
        idToken: JSON.stringify({ sub, email, email_verified: true }),
      }) as const;
    const { auth } = await scene.connect();
    expect(await auth.signIn(google('g1', 'gil@example.com'))).toMatchObject({
      isNewUser: true,
      providerId: 'google.com',
      user: { email: 'gil@example.com', providers: [{ providerId: 'google.com', uid: 'g1' }] },
    });
    expect((await auth.idToken())?.signInProvider).toBe('google.com');
    const member = await scene.member('ada');
    await expectCode(
      member.auth.linking.link(google('g1', 'gil@example.com')),
      'auth/credential-already-in-use',
    );
    await member.auth.linking.link(google('g2', 'ada@example.com'));
    await expectCode(
      member.auth.linking.link(google('g2', 'ada@example.com')),
      'auth/provider-already-linked',
    );
    await expectCode(member.auth.reauthenticate(google('g1', 'gil@example.com')), 'auth/user-mismatch');
    expect((await member.auth.linking.unlink('google.com')).providers).toMatchObject([
      { providerId: 'password' },
    ]);
    await expectCode(auth.signIn({ kind: 'social', provider: 'google.com' }), 'auth/invalid-credential');
  });

  scenario('a text message as second factor can be enrolled, required and removed', async (scene) => {
    const auth = await verified(scene);
    const { verificationId } = await auth.factors.sms.start('+44 20 7946 0123');
    const wrong = (await newest(scene, number)) === '000000' ? '111111' : '000000';
    await expectCode(auth.factors.sms.finish(verificationId, wrong), 'auth/invalid-verification-code');
    const code = await newest(scene, number);
    const user = await auth.factors.sms.finish(verificationId, code, 'Mine');
    expect(user.factors).toMatchObject([{ kind: 'phone', displayName: 'Mine' }]);
    expect(user.factors[0]?.phoneHint).toBe('+********0123');
    expect(auth.currentUser()).toEqual(user);
    await expectCode(auth.factors.sms.start(number), 'auth/second-factor-already-in-use');

    const other = await scene.connect();
    const challenge = challengeOf(await other.auth.signIn(byPassword(ada)));
    expect(other.auth.currentUser()).toBeNull();
    const factorId = challenge.factors[0]?.id ?? '';
    await expectCode(other.auth.factors.sms.sendCode(challenge, 'none'), 'auth/multi-factor-info-not-found');
    const sent = await other.auth.factors.sms.sendCode(challenge, factorId);
    const answer = { kind: 'phone', verificationId: sent.verificationId } as const;
    await expectCode(
      other.auth.factors.answer(challenge, { ...answer, code: wrong }),
      'auth/invalid-verification-code',
    );
    const right = { ...answer, code: await newest(scene, number) };
    expect(await other.auth.factors.answer(challenge, right)).toMatchObject({
      kind: 'signed-in',
      providerId: 'password',
      user: { email: ada },
    });
    expect((await other.auth.idToken())?.secondFactor).toBe('phone');
    await expectCode(other.auth.factors.answer(challenge, right), 'auth/code-expired');

    const again = challengeOf(await other.auth.reauthenticate(byPassword(ada)));
    const second = await other.auth.factors.sms.sendCode(again, factorId);
    await other.auth.factors.answer(again, {
      kind: 'phone',
      verificationId: second.verificationId,
      code: await newest(scene, number),
    });
    await expectCode(other.auth.factors.unenroll('none'), 'auth/multi-factor-info-not-found');
    expect((await other.auth.factors.unenroll(factorId)).factors).toEqual([]);
    expect(await (await scene.connect()).auth.signIn(byPassword(ada))).toMatchObject({ kind: 'signed-in' });
  });

  scenario('a guest upgraded by phone number keeps the uid', async (scene) => {
    const { auth } = await scene.connect();
    await auth.guests.signIn();
    const uid = auth.currentUser()?.uid;
    expect(await auth.linking.link(await phoneProof(scene, auth))).toMatchObject({
      providerId: 'phone',
      user: { uid, isAnonymous: false, phoneNumber: number },
    });
  });

  scenario('any method that detects an ended session signs the user out', async (scene) => {
    for (const use of ['reload', 'sendEmailVerification', 'unlink', 'updateProfile'] as const) {
      const { auth } = await scene.member(use);
      await scene.server.users.remove(auth.currentUser()?.uid ?? '');
      const asked = {
        reload: () => auth.reload(),
        sendEmailVerification: () => auth.mail.sendVerification(),
        unlink: () => auth.linking.unlink('password'),
        updateProfile: () => auth.updateProfile({ displayName: 'Ada' }),
      }[use];
      await expectCode(asked(), 'auth/user-token-expired');
      expect([use, auth.currentUser()]).toEqual([use, null]);
    }
  });

  scenario('onUserChange and onTokenChange report each change once', async (scene) => {
    const { auth } = await scene.connect();
    const [users, tokens] = [recorder<User | null>(), recorder<IdToken | null>()];
    scene.closing(auth.onUserChange(users.next));
    scene.closing(auth.session.onTokenChange(tokens.next));
    await scene.settle();
    await auth.createUser({ email: ada, password: authPassword });
    await auth.reload();
    await auth.linking.unlink('password');
    await auth.deletion.deleteUser();
    await scene.settle();
    expect(users.values.map((user) => user && user.providers.length)).toEqual([null, 1, 0, null]);
    expect(tokens.values[0]).toBeNull();
    expect(tokens.last()).toBeNull();
    expect(new Set(tokens.values.map((token) => token?.token)).size).toBe(tokens.values.length - 1);
  });
}
