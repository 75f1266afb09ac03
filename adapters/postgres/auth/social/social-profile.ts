/** What a provider tells of a person who has signed in there. */
import type { SocialProvider } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';

/** An account at a provider that is tied to an account here. */
export interface ProviderIdentity {
  readonly provider: SocialProvider;
  /** The provider's own id of the person. */
  readonly subject: string;
  readonly email: string | null;
  readonly displayName: string | null;
}

export interface ProviderProfile {
  readonly identity: ProviderIdentity;
  readonly photoUrl: string | null;
  /** Whether the provider has verified the address. */
  readonly vouchesForEmail: boolean;
  /** Whether an account with the same address is the same person. Never by a provider of the project's own choice. */
  readonly ownsEmail: boolean;
}

/** Providers that issue the addresses themselves, or verify each. */
const alwaysVouch: ReadonlySet<string> = new Set(['google.com', 'apple.com']);

/** Most characters of a subject (OpenID Connect Core 1.0, section 2), an address and a name. */
const longest = { subject: 255, email: 254, name: 256, url: 2048 } as const;

/** @throws auth/invalid-credential for claims without a subject, or with one that is too long */
export function profileOf(
  provider: SocialProvider,
  claims: Readonly<Record<string, unknown>>,
): ProviderProfile {
  const subject = textOf(claims['sub'], longest.subject);
  if (subject === null || subject === '')
    throw new PortError('auth/invalid-credential', 'The provider did not say who this is.');
  const email = textOf(claims['email'], longest.email)?.toLowerCase() ?? null;
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const vouchesForEmail = email !== null && (alwaysVouch.has(provider) || isVerified);
  const picture = textOf(claims['picture'], longest.url);
  return {
    identity: { provider, subject, email, displayName: textOf(claims['name'], longest.name) },
    photoUrl: picture !== null && URL.parse(picture)?.protocol === 'https:' ? picture : null,
    vouchesForEmail,
    ownsEmail: vouchesForEmail && !/^(?:oidc|saml)\./u.test(provider),
  };
}

/** `null` for what is no text, has a NUL, or is too long. */
const textOf = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value.length <= most && !value.includes('\0') ? value.toWellFormed() : null;
