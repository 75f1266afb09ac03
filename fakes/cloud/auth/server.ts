/** Account operations of backend code. */
import { PortError } from '#ports/errors.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import { type Account, blankAccount, toUser } from './accounts.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { freeEmail } from './credentials.ts';
import { checkLeast } from '#provider-kit/auth/passwords.ts';
import type { AuthState } from './state.ts';
import { checkClaims } from '#provider-kit/auth/claims.ts';
import { customTokenLifeMs, signToken } from './tokens.ts';

export function serverUsers(state: AuthState): ServerUsers {
  const existing = (uid: string): Account => {
    const account = state.accounts.get(uid);
    if (!account) throw new PortError('auth/user-not-found', `There is no account ${uid}.`);
    return account;
  };
  const userOrNull = (account: Account | null) => account && toUser(account);
  return {
    get: async (uid) => userOrNull(state.accounts.get(uid)),
    byEmail: async (email) => userOrNull(state.accounts.byEmail(normalEmail(email))),
    async create({ uid = state.newId(28), email, password, displayName, emailVerified }) {
      if (state.accounts.get(uid)) throw new PortError('already-exists', `There is an account ${uid}.`);
      if (password !== undefined) checkLeast(password);
      const account = state.accounts.put({
        ...blankAccount(uid, state.now()),
        email: email === undefined ? null : freeEmail(state, null, normalEmail(email)),
        password: password === undefined ? null : state.hashed(password),
        displayName: displayName ?? null,
        emailVerified: emailVerified ?? false,
      });
      state.changed();
      return toUser(account);
    },
    async setClaims(uid, claims) {
      checkClaims(claims);
      state.accounts.put({ ...existing(uid), claims: structuredClone(claims) });
      state.changed();
    },
    async customToken(uid, claims = {}) {
      checkClaims(claims);
      if (uid === '' || uid.length > 128)
        throw new PortError('invalid-argument', 'A uid has between 1 and 128 characters.');
      const exp = Math.floor((state.now() + customTokenLifeMs) / 1000);
      return signToken({ aud: 'custom', uid, claims, exp }, state.sessions.signingKey());
    },
    async revokeSessions(uid) {
      state.sessions.endAll(existing(uid).uid);
      state.changed();
    },
    async removeSecondFactors(uid) {
      state.accounts.put({ ...existing(uid), factors: [] });
      state.changed();
    },
    async setDisabled(uid, disabled) {
      state.accounts.put({ ...existing(uid), disabled });
      state.changed();
    },
    async remove(uid) {
      state.sessions.endAll(uid);
      state.accounts.remove(uid);
      state.changed();
    },
  };
}
