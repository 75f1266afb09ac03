/** What people do with accounts of their own. */
import { PortError } from '#ports/errors.ts';
import { checkPassword } from '#provider-kit/auth/passwords.ts';
import { putAccount, userOf } from './account-records.ts';
import type { AuthCalls } from './auth-calls.ts';
import { type SignInState, inOneTransaction, issuedSession } from './sign-in-state.ts';
import { endSessions, signedInBy } from './session-records.ts';

export function ownAccountCalls(state: SignInState): AuthCalls {
  const { clock, project, passwords } = state;
  return {
    passwordPolicy: () => project.policy,
    async reload(fields) {
      const { account } = await signedInBy(state.database, fields.text('session', 'id'), clock.now());
      return userOf(account);
    },
    updateProfile: (fields) =>
      inOneTransaction(state, async (work) => {
        const secret = fields.text('session', 'id');
        const { account } = await signedInBy(work.sql, secret, clock.now(), { lock: true });
        await work.touch(account.uid);
        return userOf(
          await putAccount(work.sql, {
            ...account,
            ...(fields.has('displayName') ? { displayName: fields.nullable('displayName', 'name') } : {}),
            ...(fields.has('photoUrl') ? { photoUrl: fields.nullable('photoUrl', 'url') } : {}),
          }),
        );
      }),
    async updatePassword(fields, request) {
      const secret = fields.text('session', 'id');
      const password = fields.text('password', 'password');
      const { account } = await signedInBy(state.database, secret, clock.now(), { recent: true });
      if (account.email === null)
        throw new PortError('auth/operation-not-allowed', 'An account without an address has no password.');
      project.checkMethod('password');
      checkPassword(project.policy, password);
      const hash = await passwords.hash(password, request);
      return inOneTransaction(state, async (work) => {
        const found = await signedInBy(work.sql, secret, clock.now(), { lock: true });
        await endSessions(work.sql, account.uid, found.session.id);
        await work.touch(account.uid);
        const changed = await putAccount(work.sql, { ...found.account, password: hash });
        return issuedSession(state, { account: changed, session: found.session });
      });
    },
    deleteUser: (fields) =>
      inOneTransaction(state, async (work) => {
        const secret = fields.text('session', 'id');
        const { account } = await signedInBy(work.sql, secret, clock.now(), { lock: true, recent: true });
        await work.sql.rows('DELETE FROM auth_accounts WHERE uid = $1', [account.uid]);
        await work.touch(account.uid);
        return null;
      }),
  };
}
