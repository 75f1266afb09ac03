/** Operations that go through a mailbox: links sent, looked at and followed. */
import { PortError } from '#ports/errors.ts';
import { type Account, normalEmail } from './accounts.ts';
import type { EmailCode } from './codes.ts';
import { freeEmail } from './credentials.ts';
import { checkPassword } from './passwords.ts';
import type { Handlers } from './service.ts';
import type { AuthState } from './state.ts';

interface Linking {
  readonly continueUrl: string | null;
  readonly language: string | null;
}

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
    about: { readonly uid: string | null; readonly email: string; readonly previousEmail?: string | null },
    { continueUrl, language }: Linking,
    to = about.email,
  ) => {
    const { uid, email, previousEmail = null } = about;
    state.codes.sendEmail({ operation, uid, email, previousEmail }, to, {
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
      const about = { uid: account.uid, email: address, previousEmail: account.email };
      return send('verify-and-change-email', about, linking);
    },
    sendEmailVerification({ idToken, ...linking }) {
      const { account } = state.sessions.asking(idToken);
      if (account.email === null)
        throw new PortError('auth/operation-not-allowed', 'This account has no address to confirm.');
      return send('verify-email', { uid: account.uid, email: account.email }, linking);
    },
    sendPasswordReset({ email, ...linking }) {
      const address = normalEmail(email);
      const account = state.accounts.byEmail(address);
      if (account) return send('reset-password', { uid: account.uid, email: address }, linking);
      if (state.protects()) return null;
      throw new PortError('auth/user-not-found', 'No account has this address.');
    },
    sendSignInLink: ({ email, ...linking }) =>
      send('sign-in', { uid: null, email: normalEmail(email) }, linking),
    checkActionCode({ code }) {
      const { operation, email, previousEmail } = state.codes.email(code);
      return { operation, email, previousEmail };
    },
    applyActionCode({ code }) {
      const found = state.codes.email(code, 'verify-email', 'verify-and-change-email', 'recover-email');
      const account = ownerOf(state, found);
      if (found.operation === 'verify-email') {
        if (account.email !== found.email) throw stale();
        state.accounts.put({ ...account, emailVerified: true });
      } else {
        const email = freeEmail(state, account, found.email);
        state.accounts.put({ ...account, email, emailVerified: true });
        if (found.operation === 'verify-and-change-email' && found.previousEmail !== null) {
          const about = { uid: account.uid, email: found.previousEmail, previousEmail: email };
          send('recover-email', about, { continueUrl: null, language: null });
        }
      }
      state.codes.useEmail(code);
      return null;
    },
    confirmPasswordReset({ code, password }) {
      const found = state.codes.email(code, 'reset-password');
      const account = ownerOf(state, found);
      checkPassword(password);
      state.codes.useEmail(code);
      state.accounts.put({ ...account, password, emailVerified: true });
      state.sessions.endAll(account.uid);
      state.guesses.right(found.email);
      return null;
    },
  };
}

function ownerOf(state: AuthState, { uid }: EmailCode): Account {
  const account = state.accounts.get(uid ?? '');
  if (!account) throw stale();
  return account;
}

const stale = () =>
  new PortError('auth/invalid-action-code', 'This link is about an account or address that is gone.');
