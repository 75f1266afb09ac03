/** What a credential proves: which account it opens, or what account it would make. */
import type { Credential, LinkableCredential, ProviderId } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { type Account, blankAccount, normalEmail, type SocialIdentity } from './accounts.ts';
import { checkPassword } from './passwords.ts';
import type { Proof } from './sessions.ts';
import { identityFrom, isTrusted } from './social.ts';
import type { AuthState } from './state.ts';
import { decodeToken } from './tokens.ts';

export interface Evidence {
  /** The account as it is once the proof is accepted; not stored yet. */
  readonly account: Account;
  readonly isNewUser: boolean;
  readonly providerId: ProviderId | 'custom';
  readonly proof: Proof;
}

/** Judges a credential. Codes are used up; nothing else is changed. */
export function examine(state: AuthState, credential: Credential): Evidence {
  switch (credential.kind) {
    case 'password':
      return byPassword(state, credential.email, credential.password);
    case 'email-link': {
      const email = emailFromLink(state, credential);
      const found = state.accounts.byEmail(email) ?? null;
      const account = found ?? { ...fresh(state), email };
      // Whoever reads the mail owns the address: a password set by somebody who never proved that is dropped.
      const password = account.emailVerified ? account.password : null;
      return evidence(
        { ...account, password, emailLink: true, emailVerified: true },
        found,
        'password',
        'emailLink',
      );
    }
    case 'phone': {
      const phoneNumber = state.codes.useSms(credential.verificationId, credential.code, 'sign-in');
      const found = state.accounts.byPhone(phoneNumber);
      return evidence(found ?? { ...fresh(state), phoneNumber }, found, 'phone');
    }
    case 'custom-token':
      return byCustomToken(state, credential.token);
    case 'social':
      return bySocial(state, identityFrom(credential));
  }
}

const fresh = (state: AuthState) => blankAccount(state.newId(28), state.now());

function evidence(
  account: Account,
  found: Account | null,
  providerId: Evidence['providerId'],
  provider: Proof['provider'] = providerId,
): Evidence {
  return {
    account,
    isNewUser: found === null,
    providerId,
    proof: { provider, secondFactor: null, claims: {} },
  };
}

function byPassword(state: AuthState, address: string, password: string): Evidence {
  const email = normalEmail(address);
  state.guesses.check(email);
  const account = state.accounts.byEmail(email);
  if (account?.password !== password) {
    state.guesses.wrong(email);
    state.changed();
    if (state.protects())
      throw new PortError('auth/invalid-credential', 'The email address or the password is wrong.');
    throw account
      ? new PortError('auth/wrong-password', 'The password is wrong.')
      : new PortError('auth/user-not-found', 'No account has this address.');
  }
  state.guesses.right(email);
  return evidence(account, account, 'password');
}

function emailFromLink(state: AuthState, credential: Extract<Credential, { kind: 'email-link' }>): string {
  const email = normalEmail(credential.email);
  const code = URL.canParse(credential.link) ? new URL(credential.link).searchParams.get('oobCode') : null;
  const found = state.codes.email(code ?? '', 'sign-in');
  if (found.email !== email)
    throw new PortError('auth/invalid-email', 'This link was sent to another address.');
  state.codes.useEmail(found.code);
  return email;
}

function byCustomToken(state: AuthState, token: string): Evidence {
  const issued = state.customTokens.get(String(decodeToken(token)?.['jti']));
  if (!issued || issued.expiresAt <= state.now())
    throw new PortError(
      'auth/invalid-custom-token',
      'This token is not one of the server’s, or has expired.',
    );
  const found = state.accounts.get(issued.uid);
  const { claims } = issued;
  return {
    account: found ?? blankAccount(issued.uid, state.now()),
    isNewUser: found === null,
    providerId: 'custom',
    proof: { provider: 'custom', secondFactor: null, claims },
  };
}

function bySocial(state: AuthState, identity: SocialIdentity): Evidence {
  const { provider, email, displayName } = identity;
  const known = state.accounts.bySocial(provider, identity.uid);
  if (known) return evidence(known, known, provider);
  const namesake = email === null ? null : state.accounts.byEmail(email);
  if (namesake && !isTrusted(provider))
    throw new PortError(
      'auth/account-exists-with-different-credential',
      'An account with this address exists. Sign in to it the usual way, then connect this provider.',
      { details: { email } },
    );
  const emailVerified = isTrusted(provider) && email !== null;
  if (!namesake)
    return evidence(
      { ...fresh(state), email, emailVerified, displayName, social: [identity] },
      null,
      provider,
    );
  const password = namesake.emailVerified ? namesake.password : null;
  const social = [...namesake.social.filter((other) => other.provider !== provider), identity];
  return evidence({ ...namesake, password, emailVerified, social }, namesake, provider);
}

/** The account with another credential tied to it; not stored yet. */
export function tied(
  state: AuthState,
  account: Account,
  credential: LinkableCredential,
): { readonly account: Account; readonly providerId: ProviderId } {
  const guest = { ...account, anonymous: false };
  switch (credential.kind) {
    case 'password': {
      if (account.password !== null) throw alreadyLinked();
      const email = freeEmail(state, account, normalEmail(credential.email));
      checkPassword(credential.password);
      const emailVerified = account.email === email && account.emailVerified;
      return {
        providerId: 'password',
        account: { ...guest, email, emailVerified, password: credential.password },
      };
    }
    case 'email-link': {
      if (account.emailLink) throw alreadyLinked();
      const email = freeEmail(state, account, emailFromLink(state, credential));
      return { providerId: 'password', account: { ...guest, email, emailVerified: true, emailLink: true } };
    }
    case 'phone': {
      if (account.phoneNumber !== null) throw alreadyLinked();
      const phoneNumber = state.codes.useSms(credential.verificationId, credential.code, 'sign-in');
      if (state.accounts.byPhone(phoneNumber)) throw inUse();
      return { providerId: 'phone', account: { ...guest, phoneNumber } };
    }
    case 'social': {
      const identity = identityFrom(credential);
      if (account.social.some(({ provider }) => provider === identity.provider)) throw alreadyLinked();
      if (state.accounts.bySocial(identity.provider, identity.uid)) throw inUse();
      const own = account.email === null && identity.email !== null;
      const email = own ? freeEmail(state, account, identity.email) : account.email;
      const emailVerified = own ? isTrusted(identity.provider) : account.emailVerified;
      const displayName = account.displayName ?? identity.displayName;
      const social = [...account.social, identity];
      return {
        providerId: identity.provider,
        account: { ...guest, email, emailVerified, displayName, social },
      };
    }
  }
}

/** @throws auth/email-already-in-use when another account has it */
export function freeEmail(state: AuthState, account: Account | null, email: string): string {
  const owner = state.accounts.byEmail(email);
  if (owner && owner.uid !== account?.uid)
    throw new PortError('auth/email-already-in-use', 'Another account has this address.');
  return email;
}

const alreadyLinked = () =>
  new PortError('auth/provider-already-linked', 'This account is already connected to that provider.');
const inUse = () => new PortError('auth/credential-already-in-use', 'Another account uses this credential.');
