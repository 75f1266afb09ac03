/** The hosted auth service: accounts, sessions, codes. Each operation either happens as a whole or not at all. */
import type { User } from '#ports/auth/auth.ts';
import type { AuthenticatorCode, InboxMessage } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import type { CancelSignal } from '#ports/shared.ts';
import type { CloudService, Platform } from '../service.ts';
import type { Session } from '../session.ts';
import { type Account, toUser } from './accounts.ts';
import { normalPhone } from '#provider-kit/auth/addresses.ts';
import { authenticatorCodes } from './authenticator.ts';
import { checkPhoneMaySignIn } from './credentials.ts';
import { emailOperations } from './email.ts';
import * as enrolling from './enrolling.ts';
import { exportedAuth } from './export.ts';
import { sendFactorCode } from './factors.ts';
import { untied } from './linking.ts';
import { passwordIn } from './password-work.ts';
import { checkPassword } from '#provider-kit/auth/passwords.ts';
import { authPayloads } from './payloads.ts';
import type { Asking, Handlers } from './protocol.ts';
import { serverUsers } from './server.ts';
import { issue, reissue, signIns } from './sign-ins.ts';
import { socialAccounts } from './social.ts';
import { AuthState } from './state.ts';
import type { AuthData } from './auth-data.ts';

export interface AuthService extends CloudService {
  readonly server: ServerUsers;
  /** Caller of a token; `null` when it has expired, or is not from this cloud. */
  verify(token: string): Caller | null;
  inbox(): readonly InboxMessage[];
  /** Puts a mail of backend code into the inbox; returns its id. `action`: the link that it is about. */
  post(to: string, content: { readonly subject: string; readonly body: string }, action: string): string;
  authenticator(): readonly AuthenticatorCode[];
}

/** Operations that change nothing. */
const readOnly = new Set(['lookup', 'socialAccounts', 'passwordPolicy', 'checkActionCode']);

/** Operations that count for the quotas of an hour. A sign-in that makes an account needs a message first. */
const makesAccount = new Set(['signUp', 'signInAnonymously']);
const sendsMessage = new Set([
  'sendEmailChange',
  'sendEmailVerification',
  'sendPasswordReset',
  'sendSignInLink',
  'sendPhoneCode',
  'sendFactorCode',
  'startPhoneFactor',
]);

export function createAuthService(platform: Platform): AuthService {
  const state = new AuthState(platform);
  const operations: Handlers = {
    ...signIns(state),
    ...accountOperations(state),
    ...phoneOperations(state),
    ...factorOperations(state),
    ...emailOperations(state),
  };
  const requests = Object.fromEntries(
    Object.entries(operations).map(([name, handler]) => [
      name,
      (payload: never, session: Session, signal: CancelSignal) => {
        if (makesAccount.has(name)) state.counters.take('accountsPerHour', session.peer);
        if (sendsMessage.has(name)) state.counters.take('mailsPerHour', session.peer);
        const run = () => {
          const reply = handler(payload);
          if (!readOnly.has(name)) state.changed();
          return reply;
        };
        const { passwords } = platform.options;
        const asked = passwords ? passwordIn(payload) : null;
        if (!passwords || !asked) return run();
        return state.withPassword(passwords, asked, { connection: session.id, signal }, run);
      },
    ]),
  );
  return {
    name: 'auth',
    payloads: authPayloads,
    requests,
    snapshot: () => state.snapshot(),
    restore: (data) => state.restore(data as AuthData),
    exported: () => exportedAuth(state.snapshot()),
    records: state.records,
    server: serverUsers(state),
    verify: (token) => state.sessions.verify(token),
    inbox: () => state.codes.inbox(),
    post(...mail) {
      state.changed();
      return state.codes.send('email', ...mail);
    },
    authenticator: () => authenticatorCodes(state),
  };
}

function accountOperations(
  state: AuthState,
): Handlers<
  | 'lookup'
  | 'updateProfile'
  | 'updatePassword'
  | 'passwordPolicy'
  | 'unlink'
  | 'deleteUser'
  | 'socialAccounts'
> {
  return {
    lookup: ({ idToken }) => toUser(state.sessions.asking(idToken).account),
    updateProfile({ idToken, displayName, photoUrl }) {
      const { account } = state.sessions.asking(idToken);
      return save(state, {
        ...account,
        ...(displayName === undefined ? {} : { displayName }),
        ...(photoUrl === undefined ? {} : { photoUrl }),
      });
    },
    updatePassword({ idToken, password }) {
      const { account, session } = state.sessions.asking(idToken, { recent: true });
      if (account.email === null)
        throw new PortError('auth/operation-not-allowed', 'An account without an address has no password.');
      state.project.checkMethod('password');
      checkPassword(state.project.policy, password);
      state.sessions.endAll(account.uid, session.id);
      const stored = state.accounts.put({ ...account, password: state.hashed(password) });
      return issue(state, { session }, stored, { isNewUser: false, providerId: 'password' });
    },
    passwordPolicy: () => state.project.policy,
    unlink({ idToken, providerId }) {
      const { account } = state.sessions.asking(idToken);
      const linked = toUser(account).providers.map((provider) => provider.providerId);
      return save(state, untied(account, providerId, linked));
    },
    deleteUser({ idToken }) {
      const { account } = state.sessions.asking(idToken, { recent: true });
      state.sessions.endAll(account.uid);
      state.accounts.remove(account.uid);
      return null;
    },
    socialAccounts({ provider }) {
      state.project.checkMethod(provider);
      return socialAccounts(provider);
    },
  };
}

const save = (state: AuthState, account: Account): User => toUser(state.accounts.put(account));

function phoneOperations(state: AuthState): Handlers<'sendPhoneCode' | 'sendFactorCode'> {
  return {
    sendPhoneCode({ phoneNumber, language }) {
      state.project.checkMethod('phone');
      const number = normalPhone(phoneNumber);
      const owner = state.accounts.byPhone(number);
      if (owner) checkPhoneMaySignIn(owner);
      return { verificationId: state.codes.sendSms(number, 'sign-in', language) };
    },
    sendFactorCode: ({ challengeId, factorId, language }) => ({
      verificationId: sendFactorCode(state, challengeId, factorId, language),
    }),
  };
}

function factorOperations(
  state: AuthState,
): Handlers<'startTotp' | 'finishTotp' | 'startPhoneFactor' | 'finishPhoneFactor' | 'unenroll'> {
  const recent = ({ idToken }: Asking) => state.sessions.asking(idToken, { recent: true });
  return {
    startTotp: (payload) => enrolling.startTotp(state, recent(payload)),
    finishTotp: (payload) => reissue(state, enrolling.finishTotp(state, recent(payload), payload)),
    startPhoneFactor: (payload) => ({
      verificationId: enrolling.startPhoneFactor(
        state,
        recent(payload),
        payload.phoneNumber,
        payload.language,
      ),
    }),
    finishPhoneFactor: (payload) =>
      reissue(state, enrolling.finishPhoneFactor(state, recent(payload), payload)),
    unenroll: ({ idToken, factorId }) =>
      reissue(state, enrolling.unenroll(state, state.sessions.asking(idToken), factorId)),
  };
}
