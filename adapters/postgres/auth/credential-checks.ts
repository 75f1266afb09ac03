/** Checks of credentials. */
import { PortError } from '#ports/errors.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { type Claims, parseClaims } from '#provider-kit/auth/claims.ts';
import { checkPolicy } from '#provider-kit/auth/passwords.ts';
import { verifiedClaims } from './access-tokens.ts';
import { type AccountRecord, accountByEmail, accountByUid, emptyAccount } from './account-records.ts';
import { actionOfCode, consumeActionCode } from './action-records.ts';
import type { SupportedCredential } from './auth-fields.ts';
import type { AuthRequest, SignInState, SignInWork } from './sign-in-state.ts';
import { newSecret } from './secrets.ts';
import { accountDisabled, type SessionProof } from './session-records.ts';

/** Whom a credential proves. */
export interface CheckedCredential {
  /** The account as it is once the proof is accepted; not stored yet. */
  readonly account: AccountRecord;
  readonly isNewUser: boolean;
  /** The address was proved for the first time: earlier sessions belong to nobody who has proved it. */
  readonly isFirstProof: boolean;
  readonly proof: SessionProof;
}

export const proofBy = (provider: SessionProof['provider'], claims: Claims = {}): SessionProof => ({
  provider,
  factorId: null,
  claims,
});

export const newAccount = (state: SignInState): AccountRecord =>
  emptyAccount(newSecret(28), state.clock.now());

/**
 * A credential whose check takes long, checked outside of a transaction; the rest of the check is what it returns.
 * @throws as `Auth.signIn`
 */
export async function checkCredentialOf(
  state: SignInState,
  credential: SupportedCredential,
  request: AuthRequest,
): Promise<(work: SignInWork) => Promise<CheckedCredential>> {
  switch (credential.kind) {
    case 'password': {
      state.project.checkMethod('password');
      return passwordCheck(state, credential, request);
    }
    case 'email-link':
      state.project.checkMethod('email-link');
      return (work) => linkCheck(state, work, credential);
    case 'custom-token':
      return (work) => customTokenCheck(state, work, credential.token);
  }
}

async function passwordCheck(
  state: SignInState,
  { email, password }: { readonly email: string; readonly password: string },
  request: AuthRequest,
): Promise<(work: SignInWork) => Promise<CheckedCredential>> {
  const { database, passwords, project } = state;
  if (email === '') throw new PortError('auth/invalid-email', 'Type your email address.');
  const address = normalEmail(email);
  if (password === '') throw new PortError('auth/missing-password', 'Type your password.');
  const guess = await takeGuess(state, address, request);
  const account = await accountByEmail(database, address);
  if (account?.disabled) throw accountDisabled();
  const stored = account?.password ?? null;
  let isRight: boolean;
  try {
    isRight = await passwords.verify(stored, password, request);
  } catch (error) {
    // It had no turn, so nothing was found out.
    await guess.giveBack();
    throw error;
  }
  if (!account || stored === null || !isRight) throw wrongPassword(state, account !== null);
  await guess.wasRight();
  const { policy } = project;
  if (policy.forceUpgradeOnSignIn && policy.enforcement === 'enforce') checkPolicy(policy, password);
  const renewed = passwords.isWeak(stored) ? await passwords.hash(password, request) : stored;
  return async ({ sql }) => {
    const current = await accountByUid(sql, account.uid, true);
    // Changed in the meantime.
    if (current?.password !== stored || current.email !== address) throw wrongPassword(state, true);
    const proved = { ...current, password: renewed };
    return { account: proved, isNewUser: false, isFirstProof: false, proof: proofBy('password') };
  };
}

/** Counts a guess of a password. @throws auth/too-many-requests */
async function takeGuess({ attempts }: SignInState, address: string, { network }: AuthRequest) {
  if (network !== null) await attempts.take('guessesFromNetwork', network);
  const giveBackNetwork = async () => {
    if (network !== null) await attempts.giveBack('guessesFromNetwork', network);
  };
  const about = passwordGuesses(address);
  await attempts.take('guesses', about);
  return {
    async giveBack() {
      await attempts.giveBack('guesses', about);
      await giveBackNetwork();
    },
    async wasRight() {
      await attempts.clear('guesses', about);
      await giveBackNetwork();
    },
  };
}

/** Name under which guesses of an address's password are counted. */
export const passwordGuesses = (email: string) => `password ${email}`;

function wrongPassword({ project }: SignInState, hasAccount: boolean): PortError {
  if (project.enumerationProtection)
    return new PortError('auth/invalid-credential', 'The email address or the password is wrong.');
  return hasAccount
    ? new PortError('auth/wrong-password', 'The password is wrong.')
    : new PortError('auth/user-not-found', 'No account has this address.');
}

async function linkCheck(
  state: SignInState,
  work: SignInWork,
  credential: { readonly email: string; readonly link: string },
): Promise<CheckedCredential> {
  const email = await emailOfLink(state, work, credential);
  await work.lockEmail(email);
  const found = await accountByEmail(work.sql, email, true);
  if (!found) state.project.checkSignUp();
  const { account, isFirstProof } = withProvedEmail(found ?? { ...newAccount(state), email });
  return {
    account: { ...account, emailLink: true },
    isNewUser: found === null,
    isFirstProof: found !== null && isFirstProof,
    proof: proofBy('password'),
  };
}

/** The address that a sign-in link proves; uses the link up. @throws auth/invalid-email, auth/invalid-action-code, auth/expired-action-code */
export async function emailOfLink(
  { clock }: SignInState,
  { sql }: SignInWork,
  { email, link }: { readonly email: string; readonly link: string },
): Promise<string> {
  const address = normalEmail(email);
  const code = URL.parse(link)?.searchParams.get('oobCode') ?? '';
  const action = await actionOfCode(sql, code, clock.now(), ['sign-in']);
  if (action.email !== address)
    throw new PortError('auth/invalid-email', 'This link was sent to another address.');
  await consumeActionCode(sql, code);
  return address;
}

/** The first proof of an address. Until then anybody may have made the account, so what was tied to it before goes. */
export function withProvedEmail(account: AccountRecord): {
  readonly account: AccountRecord;
  readonly isFirstProof: boolean;
} {
  if (account.emailVerified) return { account, isFirstProof: false };
  const proved = { ...account, emailVerified: true, password: null, identities: [], passkeys: [] };
  return { account: proved, isFirstProof: true };
}

async function customTokenCheck(
  { keys, clock }: SignInState,
  work: SignInWork,
  token: string,
): Promise<CheckedCredential> {
  const content = verifiedClaims(token, keys.tokens);
  const uid = content?.['uid'];
  if (
    content?.['aud'] !== 'custom' ||
    typeof uid !== 'string' ||
    Number(content['exp']) * 1000 <= clock.now()
  )
    throw new PortError(
      'auth/invalid-custom-token',
      'This token is not one of the server’s, or has expired.',
    );
  const claims = parseClaims(() => JSON.stringify(content['claims'])) ?? {};
  await work.lockUid(uid);
  const found = await accountByUid(work.sql, uid, true);
  return {
    account: found ?? emptyAccount(uid, clock.now()),
    isNewUser: found === null,
    isFirstProof: false,
    proof: proofBy('custom', claims),
  };
}
