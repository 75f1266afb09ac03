/** Tokens shaped like JSON web tokens, unsigned: only this cloud issues them, and it remembers what it issued. */
import { PortError } from '#ports/errors.ts';

const minute = 60_000;

/** How long an id token is good. */
export const tokenLifeMs = 60 * minute;
/** How long a custom token, and a challenge for a second factor, is good. */
export const customTokenLifeMs = 60 * minute;
/** How long ago the last proof may be for what is dangerous. */
export const recentLoginMs = 5 * minute;

export type Claims = Readonly<Record<string, unknown>>;

export function encodeToken(claims: Claims): string {
  return `${base64url(JSON.stringify({ alg: 'none', typ: 'JWT' }))}.${base64url(JSON.stringify(claims))}.`;
}

/** The claims of a token; `null` for anything that is none. */
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

function base64url(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}
