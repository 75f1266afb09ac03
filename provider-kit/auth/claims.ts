/** Claims of tokens, which anybody can read: nothing is verified here. */
import { PortError } from '#ports/errors.ts';
import { bytesOfBase64 } from '../base64.ts';

/** In browsers, workers and Node; the libraries of this module's compilation don't have it. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

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

const reserved = new Set(
  'acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sid sub user_id'.split(
    ' ',
  ),
);

/** @throws PortError `invalid-argument`: a reserved name, or more than 1,000 characters as JSON */
export function checkClaims(claims: Claims): void {
  const taken = Object.keys(claims).find((name) => reserved.has(name));
  if (taken !== undefined) throw new PortError('invalid-argument', `The claim ${taken} is reserved.`);
  if (JSON.stringify(claims).length > 1000)
    throw new PortError('invalid-argument', 'Claims may be at most 1,000 characters long as JSON.');
}
