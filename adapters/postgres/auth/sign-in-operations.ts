/** Signing in and out, proofs anew, and renewed tokens. */
import type { SecondFactorChallenge } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { checkPassword } from '#provider-kit/auth/passwords.ts';
import { type AccountRecord, putAccount } from './account-records.ts';
import type { AuthCalls } from './auth-calls.ts';
import {
  type SignInState,
  type SignInWork,
  inOneTransaction,
  type IssuedAnswer,
  issuedSession,
} from './sign-in-state.ts';
import { type CheckedCredential, checkCredentialOf, newAccount, proofBy } from './credential-checks.ts';
import { answerChallenge, challengeFor } from './factor-checks.ts';
import {
  accountDisabled,
  beginSession,
  endSessionBy,
  endSessions,
  type SessionRecord,
  signedInBy,
  updateSession,
} from './session-records.ts';

type ChallengeAnswer = { readonly kind: 'second-factor'; readonly challenge: SecondFactorChallenge };

/** Accepts a proof: for a new session, or for the given one. `provedAt`: last proof of who the person is. */
export async function acceptProof(
  state: SignInState,
  work: SignInWork,
  { account, proof, isNewUser }: Pick<CheckedCredential, 'account' | 'proof' | 'isNewUser'>,
  session: SessionRecord | null = null,
  provedAt = state.clock.now(),
): Promise<IssuedAnswer> {
  if (account.disabled) throw accountDisabled();
  const now = state.clock.now();
  const stored = await putAccount(work.sql, { ...account, lastSignInAt: now });
  if (session) {
    const renewed = await updateSession(work.sql, { ...session, ...proof, provedAt });
    await work.touch(account.uid);
    return issuedSession(state, { account: stored, session: renewed }, { isNewUser });
  }
  const begun = await beginSession(work.sql, account.uid, proof, now);
  return issuedSession(
    state,
    { account: stored, session: begun.session },
    { isNewUser, secret: begun.secret },
  );
}

/** Carries out a checked proof, or asks for a second factor. */
export async function verifyProof(
  state: SignInState,
  work: SignInWork,
  checked: CheckedCredential,
  session: SessionRecord | null,
): Promise<IssuedAnswer | ChallengeAnswer> {
  const { account, proof } = checked;
  if (account.disabled) throw accountDisabled();
  if (checked.isFirstProof) {
    await endSessions(work.sql, account.uid, session?.id);
    await work.touch(account.uid);
  }
  if (account.factors.length === 0 || proof.provider === 'custom')
    return acceptProof(state, work, checked, session);
  await putAccount(work.sql, account);
  return challengeFor(state, work, account, { proof, sessionId: session?.id ?? null });
}

export function signInCalls(state: SignInState): AuthCalls {
  const { clock, project, attempts, passwords } = state;

  const signUpAs = async (
    account: AccountRecord,
    provider: 'password' | 'anonymous',
    network: string | null,
  ) => {
    if (network !== null) await attempts.take('accountsFromNetwork', network);
    return inOneTransaction(state, async (work) => {
      if (account.email !== null) await work.freeEmail(null, account.email);
      return acceptProof(state, work, { account, proof: proofBy(provider), isNewUser: true });
    });
  };

  return {
    async signUp(fields, request) {
      project.checkMethod('password');
      project.checkSignUp();
      const email = normalEmail(fields.text('email', 'email'));
      const password = fields.text('password', 'password');
      checkPassword(project.policy, password);
      const hash = await passwords.hash(password, request);
      return signUpAs({ ...newAccount(state), email, password: hash }, 'password', request.network);
    },
    signInAnonymously(_fields, { network }) {
      project.checkMethod('anonymous');
      project.checkSignUp();
      return signUpAs({ ...newAccount(state), anonymous: true }, 'anonymous', network);
    },
    async signIn(fields, request) {
      const check = await checkCredentialOf(state, fields.credential(), request);
      return inOneTransaction(state, async (work) => verifyProof(state, work, await check(work), null));
    },
    async reauthenticate(fields, request) {
      const secret = fields.text('session', 'id');
      const { account } = await signedInBy(state.database, secret, clock.now());
      const check = await checkCredentialOf(state, fields.credential(), request);
      return inOneTransaction(state, async (work) => {
        const checked = await check(work);
        if (checked.account.uid !== account.uid)
          throw new PortError('auth/user-mismatch', 'This proves to be another person.');
        const { session } = await signedInBy(work.sql, secret, clock.now(), { lock: true });
        return verifyProof(state, work, checked, session);
      });
    },
    answerSecondFactor: (fields) =>
      answerChallenge(state, fields.text('challengeId', 'id'), fields.answer(), (work, answered) =>
        acceptProof(state, work, { ...answered, isNewUser: false }, answered.session),
      ),
    async renew(fields) {
      return issuedSession(
        state,
        await signedInBy(state.database, fields.text('session', 'id'), clock.now()),
      );
    },
    signOut: (fields) =>
      inOneTransaction(state, async (work) => {
        const uid = await endSessionBy(work.sql, fields.text('session', 'id'));
        if (uid !== null) await work.touch(uid);
        return null;
      }),
  };
}
