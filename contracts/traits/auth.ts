import type { CompleteAuth } from '#ports/complete.ts';
import { local, rowNeeding, row, subscription, type Table } from './table.ts';

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

export const authTable: Table<CompleteAuth> = {
  currentUser: local(({ auth }) => auth.currentUser()),
  ready: row(({ auth }) => auth.ready(), 'resolves'),
  onUserChange: subscription,
  'session.onTokenChange': subscription,
  idToken: row(({ auth }) => auth.idToken(), 'resolves'),
  'idToken: forceRefresh': row(({ auth }) => auth.idToken({ forceRefresh: true }), lost),
  'session.setPersistence': row(
    ({ auth }) => auth.session.setPersistence('session'),
    'resolves',
    'resolves',
    ['auth.session'],
  ),
  'language.set': rowNeeding(
    local(({ auth }) => auth.language.set('de')),
    ['auth.language'],
  ),
  'language.current': rowNeeding(
    local(({ auth }) => auth.language.current()),
    ['auth.language'],
  ),
  createUser: row(({ auth }) => auth.createUser({ email, password }), lost),
  signIn: row(({ auth }) => auth.signIn(credential), lost, anyCode),
  'guests.signIn': row(({ auth }) => auth.guests.signIn(), lost, 'resolves', ['auth.guests']),
  'social.signIn': row(({ auth }) => auth.social.signIn({ provider: 'google.com' }), lost, 'resolves', [
    'auth.social',
  ]),
  'social.signIn: link': row(
    ({ auth }) => auth.social.signIn({ provider: 'google.com', purpose: 'link' }),
    lost,
    nobody,
    ['auth.social'],
  ),
  'social.redirectResult': row(({ auth }) => auth.social.redirectResult(), 'resolves', 'resolves', [
    'auth.social',
  ]),
  signOut: row(({ auth }) => auth.signOut(), 'resolves'),
  'linking.link': row(({ auth }) => auth.linking.link(credential), lost, nobody, ['auth.linking']),
  'linking.unlink': row(({ auth }) => auth.linking.unlink('password'), lost, nobody, ['auth.linking']),
  reauthenticate: row(({ auth }) => auth.reauthenticate(credential), lost, nobody),
  updateProfile: row(({ auth }) => auth.updateProfile({ displayName: 'New' }), lost, nobody),
  updatePassword: row(({ auth }) => auth.updatePassword('another horse'), lost, nobody),
  'mail.changeEmail': row(({ auth }) => auth.mail.changeEmail(email), lost, nobody, ['auth.mail']),
  reload: row(({ auth }) => auth.reload(), lost, nobody),
  'deletion.deleteUser': row(({ auth }) => auth.deletion.deleteUser(), lost, nobody, ['auth.deletion']),
  'passkeys.list': row(({ auth }) => auth.passkeys?.list(), lost, nobody, ['auth.passkeys']),
  'passkeys.add': row(({ auth }) => auth.passkeys?.add('New'), lost, nobody, ['auth.passkeys']),
  'passkeys.rename': row(({ auth }) => auth.passkeys?.rename('none', 'New'), lost, nobody, ['auth.passkeys']),
  'passkeys.remove': row(({ auth }) => auth.passkeys?.remove('none'), lost, nobody, ['auth.passkeys']),
  'passkeys.signIn': row(({ auth }) => auth.passkeys?.signIn(), lost, 'auth/popup-closed-by-user', [
    'auth.passkeys',
  ]),
  'passkeys.reauthenticate': row(({ auth }) => auth.passkeys?.reauthenticate(), lost, nobody, [
    'auth.passkeys',
  ]),
  'mail.sendVerification': row(({ auth }) => auth.mail.sendVerification(), lost, nobody, ['auth.mail']),
  'mail.sendPasswordReset': row(({ auth }) => auth.mail.sendPasswordReset(email), lost, 'resolves', [
    'auth.mail',
  ]),
  'links.send': row(({ auth }) => auth.links.send(email, settings), lost, 'resolves', ['auth.links']),
  'links.matches': rowNeeding(
    local(({ auth }) => auth.links.matches('http://localhost/')),
    ['auth.links'],
  ),
  'mail.checkCode': row(({ auth }) => auth.mail.checkCode('none'), lost, anyCode, ['auth.mail']),
  'mail.applyCode': row(({ auth }) => auth.mail.applyCode('none'), lost, anyCode, ['auth.mail']),
  'mail.confirmPasswordReset': row(
    ({ auth }) => auth.mail.confirmPasswordReset('none', password),
    lost,
    anyCode,
    ['auth.mail'],
  ),
  'passwordRules.validate': row(({ auth }) => auth.passwordRules.validate(password), 'resolves', 'resolves', [
    'auth.password-rules',
  ]),
  'phone.sendCode': row(({ auth }) => auth.phone.sendCode('+442079460123'), lost, 'resolves', ['auth.phone']),
  'factors.sms.sendCode': row(({ auth }) => auth.factors.sms.sendCode(challenge, 'none'), lost, anyCode, [
    'auth.sms-factor',
  ]),
  'factors.answer': row(
    ({ auth }) => auth.factors.answer(challenge, { kind: 'totp', factorId: 'none', code: '000000' }),
    lost,
    anyCode,
    ['auth.totp'],
  ),
  'factors.totp.start': row(({ auth }) => auth.factors.totp.start(), lost, nobody, ['auth.totp']),
  'factors.totp.finish': row(({ auth }) => auth.factors.totp.finish('none', '000000'), lost, nobody, [
    'auth.totp',
  ]),
  'factors.sms.start': row(({ auth }) => auth.factors.sms.start('+442079460123'), lost, nobody, [
    'auth.sms-factor',
  ]),
  'factors.sms.finish': row(({ auth }) => auth.factors.sms.finish('none', '000000'), lost, nobody, [
    'auth.sms-factor',
  ]),
  'factors.unenroll': row(({ auth }) => auth.factors.unenroll('none'), lost, nobody, ['auth.totp']),
};
