/** An access token, as the port shows it. */
import type { IdToken } from '#ports/auth/auth.ts';
import { decodeToken } from '#provider-kit/auth/claims.ts';
import { idTokenOf } from '#provider-kit/auth/id-token.ts';

/** `null` for a text that is no token. */
export function readAccessToken(token: string): IdToken | null {
  const claims = decodeToken(token);
  if (!claims) return null;
  const proof = (claims['firebase'] ?? {}) as Readonly<Record<string, unknown>>;
  return idTokenOf(token, claims, {
    signInProvider: proof['sign_in_provider'] as IdToken['signInProvider'],
    secondFactor: (proof['sign_in_second_factor'] ?? null) as IdToken['secondFactor'],
  });
}
