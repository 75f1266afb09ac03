/** Sign-in, reauthentication, and their tokens. */
import { PortError } from '#ports/errors.ts';
import { type Account, blankAccount, toUser } from './accounts.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { examineCredential, freeEmail } from './credentials.ts';
import * as factors from './factors.ts';
import { tied } from './linking.ts';
import { checkPassword } from '#provider-kit/auth/passwords.ts';
import type { Handlers, Issued, Outcome } from './protocol.ts';
import { type AccountSession, type Begun, disabled, type Proof } from './sessions.ts';
import type { AuthState } from './state.ts';

type About = Pick<Issued, 'isNewUser' | 'providerId'>;

export function issue(
  state: AuthState,
  { session, refreshToken }: Pick<Begun, 'session'> & Partial<Begun>,
  account: Account,
  about: About,
): Issued {
  const token = state.sessions.token(session);
  return { kind: 'issued', user: toUser(account), token, refreshToken: refreshToken ?? null, ...about };
}

/** Tokens for somebody who is signed in already. */
export const reissue = (
  state: AuthState,
  { account, session }: { readonly account: Account; readonly session: AccountSession },
): Issued => issue(state, { session }, account, { isNewUser: false, providerId: session.provider });

/** Accepts a proof of identity: for a new session, or as the reauthentication of the given one. */
function accept(
  state: AuthState,
  { account, proof, ...about }: About & { readonly account: Account; readonly proof: Proof },
  session: AccountSession | null = null,
  provedAt: number = state.now(),
): Issued {
  if (account.disabled) throw disabled();
  const stored = state.accounts.put({ ...account, lastSignInAt: state.now() });
  const begun = session
    ? { session: state.sessions.renew(session, proof, provedAt) }
    : state.sessions.begin(account.uid, proof);
  return issue(state, begun, stored, about);
}

export function signIns(
  state: AuthState,
): Handlers<
  | 'signUp'
  | 'signInAnonymously'
  | 'signIn'
  | 'reauthenticate'
  | 'answerSecondFactor'
  | 'link'
  | 'refresh'
  | 'signOut'
> {
  const verify = (
    credential: Parameters<typeof examineCredential>[1],
    current: { readonly account: Account; readonly session: AccountSession } | null,
  ): Outcome => {
    const evidence = examineCredential(state, credential);
    const { account, providerId, proof } = evidence;
    if (current && account.uid !== current.account.uid)
      throw new PortError('auth/user-mismatch', 'This proves to be another person.');
    if (account.disabled) throw disabled();
    if (evidence.isFirstProof) state.sessions.endAll(account.uid, current?.session.id);
    if (account.factors.length > 0 && providerId !== 'custom') {
      state.accounts.put(account);
      return factors.challenge(state, account, { proof, providerId, sessionId: current?.session.id ?? null });
    }
    return accept(state, evidence, current?.session);
  };
  const fresh = () => blankAccount(state.newId(28), state.now());
  return {
    signUp({ email, password }) {
      state.project.checkMethod('password');
      state.project.checkSignUp();
      const address = freeEmail(state, null, normalEmail(email));
      checkPassword(state.project.policy, password);
      const account = { ...fresh(), email: address, password: state.hashed(password) };
      const proof = { provider: 'password', secondFactor: null, claims: {} } as const;
      return accept(state, { account, proof, isNewUser: true, providerId: 'password' });
    },
    signInAnonymously() {
      state.project.checkMethod('anonymous');
      state.project.checkSignUp();
      const account = { ...fresh(), anonymous: true };
      const proof = { provider: 'anonymous', secondFactor: null, claims: {} } as const;
      return accept(state, { account, proof, isNewUser: true, providerId: 'anonymous' });
    },
    signIn: ({ credential }) => verify(credential, null),
    reauthenticate: ({ idToken, credential }) => verify(credential, state.sessions.asking(idToken)),
    answerSecondFactor({ challengeId, answer }) {
      const { account, pending } = factors.answer(state, challengeId, answer);
      const { proof, providerId } = pending;
      const session = state.sessions.all().find(({ id }) => id === pending.sessionId) ?? null;
      return accept(state, { account, proof, providerId, isNewUser: false }, session);
    },
    link({ idToken, credential }) {
      const { account, session } = state.sessions.asking(idToken);
      // A tied credential proves itself, not the person, and could prove the person next. A guest has nothing to prove with.
      if (!account.anonymous) state.sessions.asking(idToken, { recent: true });
      const { account: next, providerId } = tied(state, account, credential);
      const proof = { ...session, provider: providerId };
      const provedAt = account.anonymous ? state.now() : session.provedAt;
      return accept(state, { account: next, proof, isNewUser: false, providerId }, session, provedAt);
    },
    refresh({ refreshToken }) {
      const session = state.sessions.byRefresh(refreshToken);
      const account = state.accounts.get(session.uid) ?? blankAccount(session.uid, 0);
      return reissue(state, { account, session });
    },
    signOut({ refreshToken }) {
      state.sessions.end(refreshToken);
      return null;
    },
  };
}
