/** An id token as the port shows it. */
import { decodeToken } from '#fakes/cloud/auth/claims.ts';
import type { IdToken } from '#ports/auth/auth.ts';
import { idTokenOf } from '#provider-kit/auth/id-token.ts';

/** `null` for a text that is no token. */
export function readToken(token: string): IdToken | null {
  const claims = decodeToken(token);
  return claims && idTokenOf(token, claims);
}
