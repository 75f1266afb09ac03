/** An id token as the port shows it. */
import { type Claims, decodeToken } from '#fakes/cloud/auth/tokens.ts';
import type { IdToken } from '#ports/auth/auth.ts';

/** `null` for a text that is no token. */
export function readToken(token: string): IdToken | null {
  const claims = decodeToken(token);
  if (!claims) return null;
  const firebase = (claims['firebase'] ?? {}) as Claims;
  return Object.freeze({
    token,
    claims: Object.freeze(claims),
    issuedAt: Number(claims['iat']) * 1000,
    expiresAt: Number(claims['exp']) * 1000,
    authenticatedAt: Number(claims['auth_time']) * 1000,
    signInProvider: firebase['sign_in_provider'] as IdToken['signInProvider'],
    secondFactor: (firebase['sign_in_second_factor'] ?? null) as IdToken['secondFactor'],
  });
}
