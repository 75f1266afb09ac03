/** Id token as the port shows it. Decoded, not verified: verification is the task of its recipients. */
import type { IdToken } from '#ports/auth/auth.ts';
import { bytesOfBase64 } from '#provider-kit/base64.ts';
import { idTokenOf } from '#provider-kit/auth/id-token.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The claims of a JSON web token; `null` for a text that is none. */
export function claimsOf(token: string): Claims | null {
  try {
    const bytes = bytesOfBase64(token.split('.')[1] ?? '');
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? (claims as Claims) : null;
  } catch {
    return null;
  }
}

export function readSdkToken(token: string): IdToken | null {
  const claims = claimsOf(token);
  return claims && idTokenOf(token, claims, proofIn(claims));
}

/** How the person signed in, in the claims of Firebase's tokens. */
function proofIn(
  claims: Readonly<Record<string, unknown>>,
): Pick<IdToken, 'signInProvider' | 'secondFactor'> {
  const firebase = (claims['firebase'] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    signInProvider: firebase['sign_in_provider'] as IdToken['signInProvider'],
    secondFactor: (firebase['sign_in_second_factor'] ?? null) as IdToken['secondFactor'],
  };
}
