/** Tying a credential to an account that has others. */
import type { LinkableCredential, ProviderId } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { type Account } from './accounts.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { checkPhoneMaySignIn, emailFromLink, freeEmail, methodOf, phoneFrom } from './credentials.ts';
import { checkPassword } from '#provider-kit/auth/passwords.ts';
import { profileFrom } from './social.ts';
import type { AuthState } from './state.ts';

interface Tied {
  readonly account: Account;
  readonly providerId: ProviderId;
}

/** The account with another credential tied to it; not stored yet. */
export function tied(state: AuthState, account: Account, credential: LinkableCredential): Tied {
  state.project.checkMethod(methodOf(credential));
  const guest = { ...account, anonymous: false };
  switch (credential.kind) {
    case 'password': {
      if (account.password !== null) throw alreadyLinked();
      const email = freeEmail(state, account, normalEmail(credential.email));
      checkPassword(state.project.policy, credential.password);
      const emailVerified = account.email === email && account.emailVerified;
      return {
        providerId: 'password',
        account: { ...guest, email, emailVerified, password: state.hashed(credential.password) },
      };
    }
    case 'email-link': {
      if (account.emailLink) throw alreadyLinked();
      const email = freeEmail(state, account, emailFromLink(state, credential));
      return { providerId: 'password', account: { ...guest, email, emailVerified: true, emailLink: true } };
    }
    case 'phone': {
      if (account.phoneNumber !== null) throw alreadyLinked();
      checkPhoneMaySignIn(account);
      const phoneNumber = phoneFrom(state, credential);
      if (state.accounts.byPhone(phoneNumber))
        throw new PortError(
          'auth/account-exists-with-different-credential',
          'Another account has this telephone number.',
          { details: { phoneNumber } },
        );
      return { providerId: 'phone', account: { ...guest, phoneNumber } };
    }
    case 'social':
      return tiedSocially(state, account, credential);
  }
}

function tiedSocially(
  state: AuthState,
  account: Account,
  credential: Extract<LinkableCredential, { kind: 'social' }>,
): Tied {
  const { identity, photoUrl, vouchesForEmail } = profileFrom(credential);
  if (account.social.some(({ provider }) => provider === identity.provider)) throw alreadyLinked();
  if (state.accounts.bySocial(identity.provider, identity.uid))
    throw new PortError('auth/credential-already-in-use', 'Another account uses this credential.');
  const told = state.project.oneAccountPerEmail ? identity.email : null;
  if (told !== null) freeEmail(state, account, told);
  const email = account.email ?? told;
  const emailVerified = account.emailVerified || (vouchesForEmail && email === told);
  return {
    providerId: identity.provider,
    account: {
      ...account,
      anonymous: false,
      email,
      emailVerified,
      displayName: account.displayName ?? identity.displayName,
      photoUrl: account.photoUrl ?? photoUrl,
      social: [...account.social, identity],
    },
  };
}

/** @throws auth/no-such-provider */
export function untied(account: Account, providerId: ProviderId, linked: readonly ProviderId[]): Account {
  if (!linked.includes(providerId))
    throw new PortError('auth/no-such-provider', `This account is not connected to ${providerId}.`);
  if (providerId === 'phone') return { ...account, phoneNumber: null };
  if (providerId !== 'password')
    return { ...account, social: account.social.filter(({ provider }) => provider !== providerId) };
  const vouched = account.social.some(({ email }) => email === account.email);
  const { email, emailVerified } = vouched ? account : { email: null, emailVerified: false };
  return { ...account, email, emailVerified, password: null, emailLink: false };
}

const alreadyLinked = () =>
  new PortError('auth/provider-already-linked', 'This account is already connected to that provider.');
