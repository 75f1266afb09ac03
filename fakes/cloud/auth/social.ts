/** The social providers' side: whom they know, and what they say about a person. */
import type { Credential, SocialProvider } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import type { SocialIdentity } from './accounts.ts';
import { decodeToken, parseClaims } from './tokens.ts';

const people = [
  { name: 'Robin Castillo', mailbox: 'robin.castillo' },
  { name: 'Noor Haddad', mailbox: 'noor.haddad' },
  { name: 'Kim Sørensen', mailbox: 'kim.sorensen' },
] as const;

/** The accounts that a provider's chooser offers. The same people are known to each, under another id. */
export const socialAccounts = (provider: SocialProvider) =>
  people.map(({ name, mailbox }) => ({
    uid: `${provider}-${mailbox}`,
    email: `${mailbox}@example.com`,
    displayName: name,
  }));

/** Vouches for the addresses it hands out, so an account with the same address is the same person. */
export const isTrusted = (provider: SocialProvider) => provider === 'google.com';

/**
 * The identity that a provider's token tells of: claims as a token or as plain JSON, with `sub`, and maybe `email`,
 * `name`. @throws auth/invalid-credential
 */
export function identityFrom(credential: Extract<Credential, { kind: 'social' }>): SocialIdentity {
  const token = credential.idToken ?? credential.accessToken ?? '';
  const claims = decodeToken(token) ?? parseClaims(() => token);
  const { sub, email, name } = claims ?? {};
  if (typeof sub !== 'string' || sub === '')
    throw new PortError('auth/invalid-credential', 'The provider’s token can’t be read.');
  return {
    provider: credential.provider,
    uid: sub,
    email: typeof email === 'string' ? email.toLowerCase() : null,
    displayName: typeof name === 'string' ? name : null,
  };
}
