/** Tokens shaped like JSON web tokens, signed with a key that never leaves the cloud: a client can only read them. */
import { PortError } from '#ports/errors.ts';
import { hmacSha1 } from './sha1.ts';

const minute = 60_000;

/** Validity of an id token. */
export const tokenLifeMs = 60 * minute;
/** Validity of a custom token, and of a challenge for a second factor. */
export const customTokenLifeMs = 60 * minute;
/** Greatest age of the last proof of identity for sensitive operations. */
export const recentLoginMs = 5 * minute;

export type Claims = Readonly<Record<string, unknown>>;

export function signToken(claims: Claims, key: string): string {
  const content = `${encoded(JSON.stringify({ alg: 'HS1', typ: 'JWT' }))}.${encoded(JSON.stringify(claims))}`;
  return `${content}.${signature(content, key)}`;
}

/** The claims of a token signed with `key`; `null` for any other text. */
export function verifyToken(token: string, key: string): Claims | null {
  const end = token.lastIndexOf('.');
  return token.slice(end + 1) === signature(token.slice(0, end), key) ? decodeToken(token) : null;
}

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

const encoded = (text: string) => base64url(new TextEncoder().encode(text));

const signature = (content: string, key: string) => {
  const encoder = new TextEncoder();
  return base64url(hmacSha1(encoder.encode(key), encoder.encode(content)));
};

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}
