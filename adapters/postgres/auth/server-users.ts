/** Accounts as backend code sees them. */
import { PortError } from '#ports/errors.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { checkClaims } from '#provider-kit/auth/claims.ts';
import { checkLeast } from '#provider-kit/auth/passwords.ts';
import { accessTokenMs, signedToken } from './access-tokens.ts';
import {
  type AccountRecord,
  accountByEmail,
  accountByUid,
  emptyAccount,
  putAccount,
  userOf,
} from './account-records.ts';
import { type SignInState, type SignInWork, inOneTransaction } from './sign-in-state.ts';
import { newSecret } from './secrets.ts';
import { endSessions } from './session-records.ts';

export function postgresUsers(state: SignInState): ServerUsers {
  const { database, clock, keys, passwords } = state;
  /** @throws auth/user-not-found */
  const change = (uid: string, run: (work: SignInWork, account: AccountRecord) => Promise<unknown>) =>
    inOneTransaction(state, async (work) => {
      const account = await accountByUid(work.sql, uid, true);
      if (!account) throw new PortError('auth/user-not-found', `There is no account ${uid}.`);
      await run(work, account);
      await work.touch(uid);
    });
  const userOrNull = (account: AccountRecord | null) => account && userOf(account);
  return {
    get: async (uid) => userOrNull(await accountByUid(database, uid)),
    byEmail: async (email) => userOrNull(await accountByEmail(database, normalEmail(email))),
    async create({ uid = newSecret(28), email, password, displayName, emailVerified }) {
      checkUid(uid);
      if (password !== undefined) checkLeast(password);
      const address = email === undefined ? null : normalEmail(email);
      const hash = password === undefined ? null : await passwords.hashNow(password);
      return inOneTransaction(state, async (work) => {
        await work.lockUid(uid);
        if (await accountByUid(work.sql, uid))
          throw new PortError('already-exists', `There is an account ${uid}.`);
        if (address !== null) await work.freeEmail(null, address);
        const account = await putAccount(work.sql, {
          ...emptyAccount(uid, clock.now()),
          email: address,
          password: hash,
          displayName: displayName ?? null,
          emailVerified: emailVerified ?? false,
        });
        return userOf(account);
      });
    },
    async setClaims(uid, claims) {
      checkClaims(claims);
      await change(uid, ({ sql }, account) => putAccount(sql, { ...account, claims }));
    },
    async customToken(uid, claims = {}) {
      checkClaims(claims);
      checkUid(uid);
      const exp = Math.floor((clock.now() + accessTokenMs) / 1000);
      return signedToken({ aud: 'custom', uid, claims, exp }, keys.tokens);
    },
    revokeSessions: (uid) => change(uid, ({ sql }) => endSessions(sql, uid)),
    removeSecondFactors: (uid) =>
      change(uid, ({ sql }, account) => putAccount(sql, { ...account, factors: [] })),
    setDisabled: (uid, disabled) =>
      change(uid, ({ sql }, account) => putAccount(sql, { ...account, disabled })),
    remove: (uid) =>
      inOneTransaction(state, async (work) => {
        await work.sql.rows('DELETE FROM auth_accounts WHERE uid = $1', [uid]);
        await work.touch(uid);
      }),
  };
}

/** @throws PortError invalid-argument */
function checkUid(uid: string): void {
  if (uid === '' || uid.length > 128 || uid.includes('\0'))
    throw new PortError('invalid-argument', 'A uid has between 1 and 128 characters.');
}
