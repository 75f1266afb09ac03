/** Bearer tokens of SCIM providers. The settings contain their digests: one, or two during a rotation. */
import type { SocialProvider } from '#ports/auth/auth.ts';
import { newSecret, secretDigest } from '../secrets.ts';
import type { SocialProviderSet } from '../social/social-providers.ts';

export interface ScimProvider {
  readonly id: SocialProvider;
  readonly name: string;
  /** Whether the addresses that the provider sends are verified. */
  readonly emailsVerified: boolean;
}

const prefix = 'muster-scim-';

/** New token, which is not stored, and its digest for the settings. */
export function newScimToken(): { readonly token: string; readonly digest: string } {
  const token = `${prefix}${newSecret(43)}`;
  return { token, digest: secretDigest(token) };
}

export const isScimDigest = (text: string): boolean => /^[\w-]{43}$/u.test(text);

/** By digest. */
export function scimProviders(providers: SocialProviderSet): ReadonlyMap<string, ScimProvider> {
  const found = Object.entries(providers).flatMap(([id, options]) =>
    (options?.scimTokens ?? []).map((digest) => {
      const emailsVerified = options !== undefined && 'emailsVerified' in options && options.emailsVerified;
      return [digest, { id: id as SocialProvider, name: options?.name ?? id, emailsVerified }] as const;
    }),
  );
  return new Map(found);
}

/** Digest of the token of an `Authorization` header; `null` for any other text. */
export function scimTokenDigest(authorization: string): string | null {
  const [, token = null] = /^Bearer +([\w-]{20,200}) *$/iu.exec(authorization) ?? [];
  return token?.startsWith(prefix) === true ? secretDigest(token) : null;
}
