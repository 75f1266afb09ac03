/** Tokens shaped like JSON web tokens, signed with a key that never leaves the cloud: a client can only read them. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64UrlOf } from '#provider-kit/base64.ts';
import { type Claims, decodeToken } from '#provider-kit/auth/claims.ts';

const minute = 60_000;

/** Validity of an id token. */
export const tokenLifeMs = 60 * minute;
/** Validity of a custom token, and of a challenge for a second factor. */
export const customTokenLifeMs = 60 * minute;
/** Greatest age of the last proof of identity for sensitive operations. */
export const recentLoginMs = 5 * minute;

export function signToken(claims: Claims, key: string): string {
  const content = `${encoded(JSON.stringify({ alg: 'HS1', typ: 'JWT' }))}.${encoded(JSON.stringify(claims))}`;
  return `${content}.${signature(content, key)}`;
}

/** The claims of a token signed with `key`; `null` for any other text. */
export function verifyToken(token: string, key: string): Claims | null {
  const end = token.lastIndexOf('.');
  return token.slice(end + 1) === signature(token.slice(0, end), key) ? decodeToken(token) : null;
}

const encoded = (text: string) => base64UrlOf(utf8ToBytes(text));

const signature = (content: string, key: string) =>
  base64UrlOf(hmac(sha1, utf8ToBytes(key), utf8ToBytes(content)));
