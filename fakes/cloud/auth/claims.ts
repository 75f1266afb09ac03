/** Claims of tokens, which anybody can read: nothing is verified here. */

export type Claims = Readonly<Record<string, unknown>>;

/** Claims of a token from any issuer; `null` for text that is no token. */
export function decodeToken(token: string): Claims | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  return parseClaims(() => fromBase64url(parts[1] ?? ''));
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

function fromBase64url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}
