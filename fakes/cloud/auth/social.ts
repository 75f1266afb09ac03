/** Social providers: their accounts, and the profiles that they return. */
import type { Credential, SocialProvider } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import type { SocialIdentity } from './accounts.ts';
import { decodeToken, parseClaims } from '#provider-kit/auth/claims.ts';

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

/** A person's data at a provider. */
export interface SocialProfile {
  readonly identity: SocialIdentity;
  readonly photoUrl: string | null;
  /** Whether the provider has verified the address. */
  readonly vouchesForEmail: boolean;
  /**
   * Whether an account with the same address is the same person. Never by a provider of the project's own choice, whatever it
   * verifies.
   */
  readonly ownsEmail: boolean;
}

/**
 * Profile in a provider's token: claims as a token or as plain JSON, with `sub`, and maybe `email`, `email_verified`, `name` and
 * `picture`.
 * @throws auth/invalid-credential
 */
export function profileFrom(credential: Extract<Credential, { kind: 'social' }>): SocialProfile {
  const { provider } = credential;
  const token = credential.idToken ?? credential.accessToken ?? '';
  const claims = decodeToken(token) ?? parseClaims(() => token);
  const { sub, email, name, picture, email_verified: verified } = claims ?? {};
  if (typeof sub !== 'string' || sub === '')
    throw new PortError('auth/invalid-credential', 'The token can’t be read.');
  const address = typeof email === 'string' ? email.toLowerCase() : null;
  const vouchesForEmail = address !== null && (alwaysVouch.has(provider) || verified === true);
  return {
    identity: { provider, uid: sub, email: address, displayName: typeof name === 'string' ? name : null },
    photoUrl: typeof picture === 'string' ? picture : null,
    vouchesForEmail,
    ownsEmail: vouchesForEmail && !/^(?:oidc|saml)\./u.test(provider),
  };
}

/** Providers that issue the addresses themselves, or verify each; the others only when they say so. */
const alwaysVouch: ReadonlySet<SocialProvider> = new Set<SocialProvider>(['google.com', 'apple.com']);
