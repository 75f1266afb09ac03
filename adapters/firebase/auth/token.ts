/** An id token as the port shows it. It is read, not verified: that is for those who are shown it. */
import type { IdToken } from '#ports/auth/auth.ts';
import { idTokenOf } from '#provider-kit/auth/id-token.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The claims of a JSON web token; `null` for a text that is none. */
export function claimsOf(token: string): Claims | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? (claims as Claims) : null;
  } catch {
    return null;
  }
}

export function readSdkToken(token: string): IdToken | null {
  const claims = claimsOf(token);
  return claims && idTokenOf(token, claims);
}
