import type { IdToken } from '#ports/auth/auth.ts';

/** An id token as the port shows it, from the claims that were read from it. Times in claims are seconds since the epoch. */
export function idTokenOf(
  token: string,
  claims: Readonly<Record<string, unknown>>,
  proof: Pick<IdToken, 'signInProvider' | 'secondFactor'>,
): IdToken {
  return Object.freeze({
    token,
    claims: Object.freeze(claims),
    issuedAt: Number(claims['iat']) * 1000,
    expiresAt: Number(claims['exp']) * 1000,
    authenticatedAt: Number(claims['auth_time']) * 1000,
    ...proof,
  });
}
