/** Operations that go through a mailbox: links sent, looked at and followed. */
import { PortError } from '#ports/errors.ts';
import { type Account } from './accounts.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import type { CodeDelivery } from '#provider-kit/auth/action-links.ts';
import type { EmailCode } from './codes.ts';
import { freeEmail } from './credentials.ts';
import { withoutFactor } from './enrolling.ts';
import { withProvedAddress } from './first-proof.ts';
import { checkPassword } from '#provider-kit/auth/passwords.ts';
import type { Handlers } from './protocol.ts';
import type { AuthState } from './state.ts';

type Linking = Omit<CodeDelivery, 'origin'>;
type About = Pick<EmailCode, 'uid' | 'email'> & Partial<Pick<EmailCode, 'previousEmail'>>;

export function emailOperations(
  state: AuthState,
): Handlers<
  | 'sendEmailChange'
  | 'sendEmailVerification'
  | 'sendPasswordReset'
  | 'sendSignInLink'
  | 'checkActionCode'
  | 'applyActionCode'
  | 'confirmPasswordReset'
> {
  const send = (
    operation: EmailCode['operation'],
    about: About,
    { continueUrl, language }: Linking,
    to = about.email,
  ) => {
    state.project.checkContinueUrl(continueUrl);
    state.codes.sendEmail({ operation, previousEmail: null, factor: null, ...about }, to, {
      continueUrl,
      language,
      origin: state.origin(),
    });
    return null;
  };
  return {
    sendEmailChange({ idToken, email, ...linking }) {
      const { account } = state.sessions.asking(idToken, { recent: true });
      const address = freeEmail(state, account, normalEmail(email));
      state.counters.take('mailsToAddressPerHour', address);
      const about = { uid: account.uid, email: address, previousEmail: account.email };
      return send('verify-and-change-email', about, linking);
    },
    sendEmailVerification({ idToken, ...linking }) {
      const { account } = state.sessions.asking(idToken);
      if (account.email === null)
        throw new PortError('auth/missing-email', 'This account has no address to confirm.');
      state.counters.take('mailsToAddressPerHour', account.email);
      return send('verify-email', { uid: account.uid, email: account.email }, linking);
    },
    sendPasswordReset({ email, ...linking }) {
      state.project.checkMethod('password');
      state.project.checkContinueUrl(linking.continueUrl);
      const address = normalEmail(email);
      // Before the account is looked for: the refusal says nothing of it.
      state.counters.take('mailsToAddressPerHour', address);
      const account = state.accounts.byEmail(address);
      if (account) return send('reset-password', { uid: account.uid, email: address }, linking);
      if (state.project.enumerationProtection) return null;
      throw new PortError('auth/user-not-found', 'No account has this address.');
    },
    sendSignInLink({ email, ...linking }) {
      state.project.checkMethod('email-link');
      const address = normalEmail(email);
      state.counters.take('mailsToAddressPerHour', address);
      return send('sign-in', { uid: null, email: address }, linking);
    },
    checkActionCode({ code }) {
      const { operation, email, previousEmail, factor } = state.codes.email(code);
      return { operation, email: operation === 'sign-in' ? null : email, previousEmail, factor };
    },
    applyActionCode({ code, language }) {
      const found = state.codes.email(code, ...applicable);
      const account = ownerOf(state, found);
      switch (found.operation) {
        case 'verify-email':
          if (account.email !== found.email) throw stale();
          state.accounts.put({ ...account, emailVerified: true });
          break;
        case 'revert-second-factor':
          state.accounts.put(withoutFactor(account, found.factor?.id ?? ''));
          break;
        default: {
          const email = freeEmail(state, account, found.email);
          state.accounts.put({ ...account, email, emailVerified: true });
          if (found.operation === 'verify-and-change-email' && found.previousEmail !== null) {
            const about = { uid: account.uid, email: found.previousEmail, previousEmail: email };
            send('recover-email', about, { continueUrl: null, language });
          }
        }
      }
      // The person signed in may be the one whose change is reverted.
      if (found.operation !== 'verify-email') state.sessions.endAll(account.uid);
      state.codes.useEmail(code);
      return null;
    },
    confirmPasswordReset({ code, password }) {
      state.project.checkMethod('password');
      const found = state.codes.email(code, 'reset-password');
      const account = ownerOf(state, found);
      checkPassword(state.project.policy, password);
      state.codes.useEmail(code);
      // A reader of the mail owns the account: credentials that others may have tied are dropped, as after every reset in production.
      const proved = withProvedAddress({ ...account, phoneNumber: null, social: [] }).account;
      const stored = { ...proved, password: state.hashed(password) };
      state.accounts.put(stored);
      state.sessions.endAll(account.uid);
      state.guesses.right(`password ${found.email}`);
      return null;
    },
  };
}

const applicable = [
  'verify-email',
  'verify-and-change-email',
  'recover-email',
  'revert-second-factor',
] as const;

function ownerOf(state: AuthState, { uid }: EmailCode): Account {
  const account = state.accounts.get(uid ?? '');
  if (!account) throw stale();
  return account;
}

const stale = () =>
  new PortError('auth/invalid-action-code', 'This link is about an account or address that is gone.');
