/** Claims of tokens, which anybody can read: nothing is verified here. */
import { bytesOfBase64 } from '#provider-kit/base64.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Claims of a token from any issuer; `null` for text that is no token. */
export function decodeToken(token: string): Claims | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  return parseClaims(() => new TextDecoder().decode(bytesOfBase64(parts[1] ?? '')));
}

/** Claims written as plain JSON. */
export const parseClaims = (text: () => string): Claims | null => {
  try {
    const claims: unknown = JSON.parse(text());
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims)
      ? (claims as Claims)
      : null;
  } catch {
    return null;
  }
};
