import { describe, expect, it } from 'vitest';
import type { CompleteAuth } from '#ports/complete.ts';
import { type WholeAuthDriver, wholeAuthShell } from './shell.ts';

/** A driver that records its calls. */
function recording() {
  const calls: (readonly [name: string, ...args: readonly unknown[]])[] = [];
  const driver = new Proxy({} as WholeAuthDriver, {
    get:
      (_, name: string) =>
      (...args: readonly unknown[]) => {
        calls.push([name, ...args]);
        return Promise.resolve();
      },
  });
  return { auth: wholeAuthShell(driver), calls };
}

const wrong = 7 as never;

describe('wholeAuthShell', () => {
  it.each<readonly [string, (auth: CompleteAuth) => unknown]>([
    ['createUser', (auth) => auth.createUser({ email: 'a@example.com', password: wrong })],
    ['signIn', (auth) => auth.signIn({ kind: 'email-link', email: 'a@example.com', link: wrong })],
    ['signInWithProvider', (auth) => auth.social.signIn({ provider: wrong })],
    ['link', (auth) => auth.linking.link({ kind: 'phone', verificationId: wrong, code: '1' })],
    ['unlink', (auth) => auth.linking.unlink(wrong)],
    ['reauthenticate', (auth) => auth.reauthenticate({ kind: 'custom-token', token: wrong })],
    ['updatePassword', (auth) => auth.updatePassword(wrong)],
    ['verifyBeforeUpdateEmail', (auth) => auth.mail.changeEmail(wrong)],
    ['sendSignInLink', (auth) => auth.links.send('a@example.com', { continueUrl: wrong })],
    ['confirmPasswordReset', (auth) => auth.mail.confirmPasswordReset('code', wrong)],
    ['sendSecondFactorCode', (auth) => auth.factors.sms.sendCode({ id: wrong, factors: [] }, 'f')],
    [
      'answerSecondFactor',
      (auth) => auth.factors.answer({ id: wrong, factors: [] }, { kind: 'totp', factorId: 'f', code: '1' }),
    ],
    ['finishTotpEnrollment', (auth) => auth.factors.totp.finish('id', wrong)],
    ['unenrollFactor', (auth) => auth.factors.unenroll(wrong)],
    ['setPersistence', (auth) => auth.session.setPersistence('forever' as never)],
  ])('%s throws a TypeError at once for an argument of the wrong type', (_, call) => {
    const { auth, calls } = recording();
    expect(() => call(auth)).toThrow(TypeError);
    expect(calls).toEqual([]);
  });

  it('passes a copy of a credential', () => {
    const { auth, calls } = recording();
    const credential = { kind: 'password', email: 'a@example.com', password: 'secret' } as const;
    void auth.signIn(credential);
    expect(calls).toEqual([['signIn', credential]]);
    expect(calls[0]?.[1]).not.toBe(credential);
  });

  it('passes optional arguments on', () => {
    const { auth, calls } = recording();
    void auth.factors.totp.finish('id', '123456', 'Phone');
    void auth.phone.sendCode('+1', { containerId: 'box' });
    void auth.idToken();
    expect(calls).toEqual([
      ['finishTotpEnrollment', 'id', '123456', 'Phone'],
      ['startPhoneVerification', '+1', { containerId: 'box' }],
      ['idToken', false],
    ]);
  });

  it('keeps the language and tells the driver', () => {
    const { auth, calls } = recording();
    expect(auth.language.current()).toBeNull();
    auth.language.set('de');
    expect(auth.language.current()).toBe('de');
    expect(calls).toEqual([['setLanguage', 'de']]);
  });
});
