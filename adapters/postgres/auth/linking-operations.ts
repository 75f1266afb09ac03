/** Credentials linked to the account of a session, and unlinked. */
import { PortError } from '#ports/errors.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { checkPassword } from '#provider-kit/auth/passwords.ts';
import { type AccountRecord, putAccount, userOf } from './account-records.ts';
import type { AuthCalls } from './auth-calls.ts';
import { emailOfLink } from './credential-checks.ts';
import { signedInBy } from './session-records.ts';
import { acceptProof } from './sign-in-operations.ts';
import { inOneTransaction, type SignInState, type SignInWork } from './sign-in-state.ts';

export function linkingCalls(state: SignInState): AuthCalls {
  const { clock, project, passwords } = state;
  return {
    async link(fields, request) {
      const secret = fields.text('session', 'id');
      const credential = fields.credential();
      if (credential.kind === 'custom-token')
        throw new PortError('invalid-argument', 'A custom token can’t be tied to an account.');
      project.checkMethod(credential.kind);
      const { account: known } = await signedInBy(state.database, secret, clock.now());
      let tie: (work: SignInWork, account: AccountRecord) => Promise<AccountRecord>;
      if (credential.kind === 'password') {
        if (known.password !== null) throw alreadyLinked();
        const address = normalEmail(credential.email);
        checkPassword(project.policy, credential.password);
        const password = await passwords.hash(credential.password, request);
        tie = async (work, account) => {
          if (account.password !== null) throw alreadyLinked();
          const email = await work.freeEmail(account, address);
          const emailVerified = account.email === email && account.emailVerified;
          return { ...account, email, emailVerified, password };
        };
      } else
        tie = async (work, account) => {
          if (account.emailLink) throw alreadyLinked();
          const email = await work.freeEmail(account, await emailOfLink(state, work, credential));
          return { ...account, email, emailVerified: true, emailLink: true };
        };
      return inOneTransaction(state, async (work) => {
        // A tied credential proves itself, not the person, and could prove the person next. A guest has nothing to prove with.
        const asking = { lock: true, recent: !known.anonymous };
        const { account, session } = await signedInBy(work.sql, secret, clock.now(), asking);
        const tied = { ...(await tie(work, account)), anonymous: false };
        const { factorId, claims, provedAt } = session;
        return acceptProof(
          state,
          work,
          { account: tied, proof: { provider: 'password', factorId, claims }, isNewUser: false },
          session,
          account.anonymous ? clock.now() : provedAt,
        );
      });
    },
    unlink: (fields) =>
      inOneTransaction(state, async (work) => {
        const secret = fields.text('session', 'id');
        const { account } = await signedInBy(work.sql, secret, clock.now(), { lock: true });
        const providerId = fields.text('providerId', 'id');
        if (userOf(account).providers.every((linked) => linked.providerId !== providerId))
          throw new PortError('auth/no-such-provider', `This account is not connected to ${providerId}.`);
        await work.touch(account.uid);
        return userOf(await putAccount(work.sql, untied(account, providerId)));
      }),
  };
}

function untied(account: AccountRecord, providerId: string): AccountRecord {
  const { identities } = account;
  if (providerId !== 'password')
    return { ...account, identities: identities.filter(({ provider }) => provider !== providerId) };
  // A provider's account may vouch for the address.
  const isVouched = identities.some(({ email }) => email !== null && email === account.email);
  const { email, emailVerified } = isVouched ? account : { email: null, emailVerified: false };
  return { ...account, email, emailVerified, password: null, emailLink: false };
}

const alreadyLinked = () =>
  new PortError('auth/provider-already-linked', 'This account is already connected to that provider.');
