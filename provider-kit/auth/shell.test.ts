import { describe, expect, it } from 'vitest';
import type { Auth } from '#ports/auth/auth.ts';
import { type AuthDriver, authShell } from './shell.ts';

/** A driver that records its calls. */
function recording() {
  const calls: (readonly [name: string, ...args: readonly unknown[]])[] = [];
  const driver = new Proxy({} as AuthDriver, {
    get:
      (_, name: string) =>
      (...args: readonly unknown[]) => {
        calls.push([name, ...args]);
        return Promise.resolve();
      },
  });
  return { auth: authShell(driver), calls };
}

const wrong = 7 as never;

describe('authShell', () => {
  it.each<readonly [string, (auth: Auth) => unknown]>([
    ['createUser', (auth) => auth.createUser({ email: 'a@example.com', password: wrong })],
    ['signIn', (auth) => auth.signIn({ kind: 'email-link', email: 'a@example.com', link: wrong })],
    ['signInWithProvider', (auth) => auth.signInWithProvider({ provider: wrong })],
    ['link', (auth) => auth.link({ kind: 'phone', verificationId: wrong, code: '1' })],
    ['unlink', (auth) => auth.unlink(wrong)],
    ['reauthenticate', (auth) => auth.reauthenticate({ kind: 'custom-token', token: wrong })],
    ['updatePassword', (auth) => auth.updatePassword(wrong)],
    ['verifyBeforeUpdateEmail', (auth) => auth.verifyBeforeUpdateEmail(wrong)],
    ['sendSignInLink', (auth) => auth.sendSignInLink('a@example.com', { continueUrl: wrong })],
    ['confirmPasswordReset', (auth) => auth.confirmPasswordReset('code', wrong)],
    ['sendSecondFactorCode', (auth) => auth.sendSecondFactorCode({ id: wrong, factors: [] }, 'f')],
    [
      'answerSecondFactor',
      (auth) =>
        auth.answerSecondFactor({ id: wrong, factors: [] }, { kind: 'totp', factorId: 'f', code: '1' }),
    ],
    ['finishTotpEnrollment', (auth) => auth.finishTotpEnrollment('id', wrong)],
    ['unenrollFactor', (auth) => auth.unenrollFactor(wrong)],
    ['setPersistence', (auth) => auth.setPersistence('forever' as never)],
  ])('%s throws a TypeError at once for an argument of the wrong type', (_, call) => {
    const { auth, calls } = recording();
    expect(() => call(auth)).toThrow(TypeError);
    expect(calls).toEqual([]);
  });

  it('hands over a copy of a credential', () => {
    const { auth, calls } = recording();
    const credential = { kind: 'password', email: 'a@example.com', password: 'secret' } as const;
    void auth.signIn(credential);
    expect(calls).toEqual([['signIn', credential]]);
    expect(calls[0]?.[1]).not.toBe(credential);
  });

  it('passes optional arguments on', () => {
    const { auth, calls } = recording();
    void auth.finishTotpEnrollment('id', '123456', 'Phone');
    void auth.startPhoneVerification('+1', { containerId: 'box' });
    void auth.idToken();
    expect(calls).toEqual([
      ['finishTotpEnrollment', 'id', '123456', 'Phone'],
      ['startPhoneVerification', '+1', { containerId: 'box' }],
      ['idToken', false],
    ]);
  });

  it('keeps the language and tells the driver', () => {
    const { auth, calls } = recording();
    expect(auth.language()).toBeNull();
    auth.setLanguage('de');
    expect(auth.language()).toBe('de');
    expect(calls).toEqual([['setLanguage', 'de']]);
  });
});
