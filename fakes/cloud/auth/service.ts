/** The hosted auth service: accounts, sessions, codes. Each operation either happens as a whole or not at all. */
import type { User } from '#ports/auth/auth.ts';
import type { InboxMessage } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import type { CloudService, Platform } from '../service.ts';
import { type Account, blankAccount, normalEmail, normalPhone, toUser } from './accounts.ts';
import { emailOperations } from './email.ts';
import { examine, freeEmail, tied } from './credentials.ts';
import * as factors from './factors.ts';
import { checkPassword } from './passwords.ts';
import type { Asking, AuthOperation, AuthOperations, Issued, Outcome } from './protocol.ts';
import { serverUsers } from './server.ts';
import { type AuthSession, disabled } from './sessions.ts';
import { socialAccounts } from './social.ts';
import { type AuthData, AuthState } from './state.ts';

export interface AuthService extends CloudService {
  readonly server: ServerUsers;
  /** Who a token stands for; `null` when it has expired or was revoked. */
  verify(token: string): Caller | null;
  inbox(): readonly InboxMessage[];
}

export type Handlers<Names extends AuthOperation = AuthOperation> = {
  readonly [name in Names]: (payload: AuthOperations[name]['payload']) => AuthOperations[name]['reply'];
};

export function createAuthService(platform: Platform): AuthService {
  const state = new AuthState(platform);
  const operations: Handlers = {
    ...signIns(state),
    ...accountOperations(state),
    ...factorOperations(state),
    ...emailOperations(state),
  };
  const requests = Object.fromEntries(
    Object.entries(operations).map(([name, handler]) => [
      name,
      (payload: never) => {
        const reply = handler(payload);
        if (name !== 'lookup' && name !== 'socialAccounts') state.changed();
        return reply;
      },
    ]),
  );
  return {
    name: 'auth',
    requests,
    snapshot: () => state.snapshot(),
    restore: (data) => state.restore(data as AuthData),
    server: serverUsers(state),
    verify: (token) => state.sessions.verify(token),
    inbox: () => state.codes.inbox(),
  };
}

function issue(
  state: AuthState,
  session: AuthSession,
  account: Account,
  about: Pick<Issued, 'isNewUser' | 'providerId'>,
): Issued {
  const token = state.sessions.token(session);
  return { kind: 'issued', user: toUser(account), token, refreshToken: session.refreshToken, ...about };
}

/** Accepts a proof: a new session, or the one given, proved anew. */
function accept(
  state: AuthState,
  {
    account,
    proof,
    ...about
  }: Pick<Issued, 'isNewUser' | 'providerId'> & {
    readonly account: Account;
    readonly proof: Parameters<AuthState['sessions']['begin']>[1];
  },
  session: AuthSession | null = null,
): Issued {
  if (account.disabled) throw disabled();
  const stored = state.accounts.put({ ...account, lastSignInAt: state.now() });
  const begun = session ? state.sessions.renew(session, proof) : state.sessions.begin(account.uid, proof);
  return issue(state, begun, stored, about);
}

function signIns(
  state: AuthState,
): Handlers<'signUp' | 'signInAnonymously' | 'signIn' | 'reauthenticate' | 'link' | 'refresh' | 'signOut'> {
  const judge = (
    credential: Parameters<typeof examine>[1],
    current: { readonly account: Account; readonly session: AuthSession } | null,
  ): Outcome => {
    const evidence = examine(state, credential);
    const { account, providerId, proof } = evidence;
    if (current && account.uid !== current.account.uid)
      throw new PortError('auth/user-mismatch', 'This proves to be another person.');
    if (account.disabled) throw disabled();
    if (account.factors.length > 0 && providerId !== 'custom' && providerId !== 'phone') {
      state.accounts.put(account);
      return factors.challenge(state, account, { proof, providerId, sessionId: current?.session.id ?? null });
    }
    return accept(state, evidence, current?.session);
  };
  return {
    signUp({ email, password }) {
      const address = freeEmail(state, null, normalEmail(email));
      checkPassword(password);
      const account = { ...blankAccount(state.newId(28), state.now()), email: address, password };
      const proof = { provider: 'password', secondFactor: null, claims: {} } as const;
      return accept(state, { account, proof, isNewUser: true, providerId: 'password' });
    },
    signInAnonymously() {
      const account = { ...blankAccount(state.newId(28), state.now()), anonymous: true };
      const proof = { provider: 'anonymous', secondFactor: null, claims: {} } as const;
      return accept(state, { account, proof, isNewUser: true, providerId: 'anonymous' });
    },
    signIn: ({ credential }) => judge(credential, null),
    reauthenticate: ({ idToken, credential }) => judge(credential, state.sessions.asking(idToken)),
    link({ idToken, credential }) {
      const { account, session } = state.sessions.asking(idToken);
      const { account: next, providerId } = tied(state, account, credential);
      const proof = {
        ...session,
        provider: credential.kind === 'email-link' ? 'emailLink' : providerId,
      } as const;
      return accept(state, { account: next, proof, isNewUser: false, providerId }, session);
    },
    refresh({ refreshToken }) {
      const session = state.sessions.byRefresh(refreshToken);
      const account = state.accounts.get(session.uid) ?? blankAccount(session.uid, 0);
      const providerId = session.provider === 'emailLink' ? 'password' : session.provider;
      return issue(state, session, account, { isNewUser: false, providerId });
    },
    signOut({ refreshToken }) {
      state.sessions.end(refreshToken);
      return null;
    },
  };
}

function accountOperations(
  state: AuthState,
): Handlers<'lookup' | 'updateProfile' | 'updatePassword' | 'unlink' | 'deleteUser' | 'socialAccounts'> {
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
      checkPassword(password);
      state.sessions.endAll(account.uid, session.id);
      const stored = state.accounts.put({ ...account, password });
      return issue(state, session, stored, { isNewUser: false, providerId: 'password' });
    },
    unlink({ idToken, providerId }) {
      const { account } = state.sessions.asking(idToken);
      if (!toUser(account).providers.some((linked) => linked.providerId === providerId))
        throw new PortError('auth/no-such-provider', `This account is not connected to ${providerId}.`);
      if (providerId === 'password') return save(state, { ...account, password: null, emailLink: false });
      if (providerId === 'phone') return save(state, { ...account, phoneNumber: null });
      const social = account.social.filter(({ provider }) => provider !== providerId);
      return save(state, { ...account, social });
    },
    deleteUser({ idToken }) {
      const { account } = state.sessions.asking(idToken, { recent: true });
      state.sessions.endAll(account.uid);
      state.accounts.remove(account.uid);
      return null;
    },
    socialAccounts: ({ provider }) => socialAccounts(provider),
  };
}

const save = (state: AuthState, account: Account): User => toUser(state.accounts.put(account));

function factorOperations(
  state: AuthState,
): Handlers<
  | 'sendPhoneCode'
  | 'sendFactorCode'
  | 'answerSecondFactor'
  | 'startTotp'
  | 'finishTotp'
  | 'startPhoneFactor'
  | 'finishPhoneFactor'
  | 'unenroll'
> {
  const recent = ({ idToken }: Asking) => state.sessions.asking(idToken, { recent: true });
  return {
    sendPhoneCode: ({ phoneNumber }) => ({
      verificationId: state.codes.sendSms(normalPhone(phoneNumber), 'sign-in'),
    }),
    sendFactorCode: ({ challengeId, factorId }) => ({
      verificationId: factors.sendFactorCode(state, challengeId, factorId),
    }),
    answerSecondFactor({ challengeId, answer }) {
      const { account, pending } = factors.answer(state, challengeId, answer);
      const session = state.sessions.all().find(({ id }) => id === pending.sessionId) ?? null;
      return accept(
        state,
        { account, proof: pending.proof, providerId: pending.providerId, isNewUser: false },
        session,
      );
    },
    startTotp: (payload) => factors.startTotp(state, recent(payload)),
    finishTotp: (payload) => factors.finishTotp(state, recent(payload), payload),
    startPhoneFactor: (payload) => ({
      verificationId: factors.startPhoneFactor(state, recent(payload), payload.phoneNumber),
    }),
    finishPhoneFactor: (payload) => factors.finishPhoneFactor(state, recent(payload), payload),
    unenroll: (payload) => factors.unenroll(state, state.sessions.asking(payload.idToken), payload.factorId),
  };
}
