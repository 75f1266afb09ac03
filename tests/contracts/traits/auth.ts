import type { Auth } from '#ports/auth/auth.ts';
import { local, row, subscription, type Table } from './table.ts';

const lost = 'auth/network-request-failed';
const nobody = 'unauthenticated';
const password = 'correct horse';
const email = 'new@example.com';
const credential = { kind: 'password', email, password } as const;
const settings = { continueUrl: 'http://localhost/signin' };
const challenge = { id: 'none', factors: [] };

/** Operations on codes need nobody signed in, only the backend, whose answer to these arguments is not tested here. */
const anyCode = [
  'resolves',
  'auth/invalid-action-code',
  'auth/invalid-credential',
  'auth/code-expired',
  'auth/invalid-verification-code',
  'auth/multi-factor-info-not-found',
] as const;

export const authTable: Table<Auth> = {
  currentUser: local(({ auth }) => auth.currentUser()),
  ready: row(({ auth }) => auth.ready(), 'resolves'),
  onUserChange: subscription,
  onTokenChange: subscription,
  idToken: row(({ auth }) => auth.idToken(), 'resolves'),
  'idToken.forceRefresh': row(({ auth }) => auth.idToken({ forceRefresh: true }), lost),
  setPersistence: row(({ auth }) => auth.setPersistence('session'), 'resolves'),
  setLanguage: local(({ auth }) => auth.setLanguage('de')),
  language: local(({ auth }) => auth.language()),
  createUser: row(({ auth }) => auth.createUser({ email, password }), lost),
  signIn: row(({ auth }) => auth.signIn(credential), lost, anyCode),
  signInAnonymously: row(({ auth }) => auth.signInAnonymously(), lost, 'resolves', ['auth.anonymous']),
  signInWithProvider: row(
    ({ auth }) => auth.signInWithProvider({ provider: 'google.com' }),
    lost,
    'resolves',
    ['auth.social'],
  ),
  'signInWithProvider.link': row(
    ({ auth }) => auth.signInWithProvider({ provider: 'google.com', purpose: 'link' }),
    lost,
    nobody,
    ['auth.social'],
  ),
  redirectResult: row(({ auth }) => auth.redirectResult(), 'resolves'),
  signOut: row(({ auth }) => auth.signOut(), 'resolves'),
  link: row(({ auth }) => auth.link(credential), lost, nobody),
  unlink: row(({ auth }) => auth.unlink('password'), lost, nobody),
  reauthenticate: row(({ auth }) => auth.reauthenticate(credential), lost, nobody),
  updateProfile: row(({ auth }) => auth.updateProfile({ displayName: 'New' }), lost, nobody),
  updatePassword: row(({ auth }) => auth.updatePassword('another horse'), lost, nobody),
  verifyBeforeUpdateEmail: row(({ auth }) => auth.verifyBeforeUpdateEmail(email), lost, nobody),
  reload: row(({ auth }) => auth.reload(), lost, nobody),
  deleteUser: row(({ auth }) => auth.deleteUser(), lost, nobody),
  sendEmailVerification: row(({ auth }) => auth.sendEmailVerification(), lost, nobody),
  sendPasswordReset: row(({ auth }) => auth.sendPasswordReset(email), lost),
  sendSignInLink: row(({ auth }) => auth.sendSignInLink(email, settings), lost, 'resolves', [
    'auth.email-link',
  ]),
  isSignInLink: local(({ auth }) => auth.isSignInLink('http://localhost/')),
  checkActionCode: row(({ auth }) => auth.checkActionCode('none'), lost, anyCode),
  applyActionCode: row(({ auth }) => auth.applyActionCode('none'), lost, anyCode),
  confirmPasswordReset: row(({ auth }) => auth.confirmPasswordReset('none', password), lost, anyCode),
  validatePassword: row(({ auth }) => auth.validatePassword(password), 'resolves'),
  startPhoneVerification: row(({ auth }) => auth.startPhoneVerification('+442079460123'), lost, 'resolves', [
    'auth.phone',
  ]),
  sendSecondFactorCode: row(({ auth }) => auth.sendSecondFactorCode(challenge, 'none'), lost, anyCode, [
    'auth.sms-factor',
  ]),
  answerSecondFactor: row(
    ({ auth }) => auth.answerSecondFactor(challenge, { kind: 'totp', factorId: 'none', code: '000000' }),
    lost,
    anyCode,
    ['auth.totp'],
  ),
  startTotpEnrollment: row(({ auth }) => auth.startTotpEnrollment(), lost, nobody, ['auth.totp']),
  finishTotpEnrollment: row(({ auth }) => auth.finishTotpEnrollment('none', '000000'), lost, nobody, [
    'auth.totp',
  ]),
  startPhoneEnrollment: row(({ auth }) => auth.startPhoneEnrollment('+442079460123'), lost, nobody, [
    'auth.sms-factor',
  ]),
  finishPhoneEnrollment: row(({ auth }) => auth.finishPhoneEnrollment('none', '000000'), lost, nobody, [
    'auth.sms-factor',
  ]),
  unenrollFactor: row(({ auth }) => auth.unenrollFactor('none'), lost, nobody, ['auth.totp']),
};
