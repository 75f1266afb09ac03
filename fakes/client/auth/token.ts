/** An id token as the port shows it. */
import { decodeToken } from '#provider-kit/auth/claims.ts';
import type { IdToken } from '#ports/auth/auth.ts';
import { idTokenOf } from '#provider-kit/auth/id-token.ts';

/** `null` for a text that is no token. */
export function readToken(token: string): IdToken | null {
  const claims = decodeToken(token);
  return claims && idTokenOf(token, claims, proofIn(claims));
}

/** How the person signed in, in the claims of a token of the embedded cloud, which are as Firebase's. */
function proofIn(
  claims: Readonly<Record<string, unknown>>,
): Pick<IdToken, 'signInProvider' | 'secondFactor'> {
  const firebase = (claims['firebase'] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    signInProvider: firebase['sign_in_provider'] as IdToken['signInProvider'],
    secondFactor: (firebase['sign_in_second_factor'] ?? null) as IdToken['secondFactor'],
  };
}
