/** Accounts by credential: the account that it opens, or would create. */
import type { Credential, ProviderId } from '#ports/auth/auth.ts';
import type { SignInMethod } from '#ports/auth/project.ts';
import { PortError } from '#ports/errors.ts';
import { type Account, blankAccount } from './accounts.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { withProvedAddress } from './first-proof.ts';
import { checkPolicy } from '#provider-kit/auth/passwords.ts';
import { disabled, type Proof } from './sessions.ts';
import { profileFrom, type SocialProfile } from './social.ts';
import type { AuthState } from './state.ts';
import { type Claims, parseClaims } from '#provider-kit/auth/claims.ts';
import { verifyToken } from './tokens.ts';

export interface Evidence {
  /** The account as it is once the proof is accepted; not stored yet. */
  readonly account: Account;
  readonly isNewUser: boolean;
  /** The address was proved for the first time: sessions from before belong to nobody who has proved it. */
  readonly isFirstProof: boolean;
  readonly providerId: ProviderId | 'custom';
  readonly proof: Proof;
}

/** Verifies a credential. Codes are used up; nothing else is changed. */
export function examineCredential(state: AuthState, credential: Credential): Evidence {
  if (credential.kind === 'custom-token') return byCustomToken(state, credential.token);
  state.project.checkMethod(methodOf(credential));
  const found = byKind(state, credential);
  if (found.isNewUser) state.project.checkSignUp();
  return found;
}

export function methodOf(credential: Exclude<Credential, { kind: 'custom-token' }>): SignInMethod {
  return credential.kind === 'social' ? credential.provider : credential.kind;
}

function byKind(state: AuthState, credential: Exclude<Credential, { kind: 'custom-token' }>): Evidence {
  switch (credential.kind) {
    case 'password':
      return byPassword(state, credential.email, credential.password);
    case 'email-link': {
      const email = emailFromLink(state, credential);
      const found = state.accounts.byEmail(email);
      const { account, isFirstProof } = withProvedAddress(found ?? { ...fresh(state), email });
      return { ...evidence({ ...account, emailLink: true }, found, 'password'), isFirstProof };
    }
    case 'phone': {
      const phoneNumber = phoneFrom(state, credential);
      const found = state.accounts.byPhone(phoneNumber);
      if (found) checkPhoneMaySignIn(found);
      return evidence(found ?? { ...fresh(state), phoneNumber }, found, 'phone');
    }
    case 'social':
      return bySocial(state, profileFrom(credential));
  }
}

const fresh = (state: AuthState) => blankAccount(state.newId(28), state.now());

function evidence(account: Account, found: Account | null, providerId: ProviderId): Evidence {
  const proof = { provider: providerId, secondFactor: null, claims: {} };
  return { account, isNewUser: found === null, isFirstProof: false, providerId, proof };
}

function byPassword(state: AuthState, address: string, password: string): Evidence {
  // A missing address gets the same error as a malformed one.
  if (address === '') throw new PortError('auth/invalid-email', 'Type your email address.');
  const email = normalEmail(address);
  if (password === '') throw new PortError('auth/missing-password', 'Type your password.');
  const about = `password ${email}`;
  state.guesses.check(about);
  const account = state.accounts.byEmail(email);
  if (account?.disabled) throw disabled();
  if (!account || !state.isPassword(account.password, password)) {
    state.guesses.wrong(about);
    state.changed();
    if (state.project.enumerationProtection)
      throw new PortError('auth/invalid-credential', 'The email address or the password is wrong.');
    throw account
      ? new PortError('auth/wrong-password', 'The password is wrong.')
      : new PortError('auth/user-not-found', 'No account has this address.');
  }
  state.guesses.right(about);
  const { policy } = state.project;
  if (policy.forceUpgradeOnSignIn && policy.enforcement === 'enforce') checkPolicy(policy, password);
  const isWeak = account.password !== null && state.isWeak(account.password);
  const known = isWeak ? { ...account, password: state.hashed(password) } : account;
  return evidence(known, account, 'password');
}

export function emailFromLink(
  state: AuthState,
  credential: Extract<Credential, { kind: 'email-link' }>,
): string {
  const email = normalEmail(credential.email);
  const code = URL.canParse(credential.link) ? new URL(credential.link).searchParams.get('oobCode') : null;
  const found = state.codes.email(code ?? '', 'sign-in');
  if (found.email !== email)
    throw new PortError('auth/invalid-email', 'This link was sent to another address.');
  state.codes.useEmail(found.code);
  return email;
}

/** The number that a code proves. */
export function phoneFrom(
  state: AuthState,
  { verificationId, code }: Extract<Credential, { kind: 'phone' }>,
): string {
  return state.guarded(`sms ${verificationId}`, () => state.codes.useSms(verificationId, code, 'sign-in'));
}

/** A telephone is one factor: an account with a second factor is not entered by phone. */
export function checkPhoneMaySignIn({ factors }: Account): void {
  if (factors.length > 0)
    throw new PortError(
      'auth/unsupported-first-factor',
      'An account with a second factor can’t be entered by telephone.',
    );
}

function byCustomToken(state: AuthState, token: string): Evidence {
  const said = verifyToken(token, state.sessions.signingKey());
  if (said?.['aud'] !== 'custom' || Number(said['exp']) * 1000 <= state.now())
    throw new PortError(
      'auth/invalid-custom-token',
      'This token is not one of the server’s, or has expired.',
    );
  const uid = String(said['uid']);
  const claims: Claims = parseClaims(() => JSON.stringify(said['claims'])) ?? {};
  const found = state.accounts.get(uid);
  return {
    account: found ?? blankAccount(uid, state.now()),
    isNewUser: found === null,
    isFirstProof: false,
    providerId: 'custom',
    proof: { provider: 'custom', secondFactor: null, claims },
  };
}

function bySocial(state: AuthState, profile: SocialProfile): Evidence {
  const { identity, vouchesForEmail, ownsEmail, photoUrl } = profile;
  const { provider, displayName } = identity;
  const known = state.accounts.bySocial(provider, identity.uid);
  if (known) return evidence(known, known, provider);
  // In a project where an address may have several accounts, it belongs to none.
  const email = state.project.oneAccountPerEmail ? identity.email : null;
  const namesake = email === null ? null : state.accounts.byEmail(email);
  if (namesake && !ownsEmail)
    throw new PortError(
      'auth/account-exists-with-different-credential',
      'An account with this address exists. Sign in to it, then connect this provider.',
      { details: { email } },
    );
  const emailVerified = email !== null && vouchesForEmail;
  if (!namesake)
    return evidence(
      { ...fresh(state), email, emailVerified, displayName, photoUrl, social: [identity] },
      null,
      provider,
    );
  const { account, isFirstProof } = withProvedAddress(namesake);
  const social = [...account.social.filter((other) => other.provider !== provider), identity];
  const owned = { ...account, emailVerified, displayName, photoUrl, social };
  return { ...evidence(owned, namesake, provider), isFirstProof };
}

/** @throws auth/email-already-in-use when another account has it */
export function freeEmail(state: AuthState, account: Account | null, email: string): string {
  const owner = state.accounts.byEmail(email);
  if (owner && owner.uid !== account?.uid)
    throw new PortError('auth/email-already-in-use', 'Another account has this address.');
  return email;
}
