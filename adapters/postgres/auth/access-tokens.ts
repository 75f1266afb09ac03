/** Tokens shaped like JSON web tokens, signed by HMAC with SHA-256 with the database's key. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Claims, decodeToken } from '#provider-kit/auth/claims.ts';

const minute = 60_000;

/** Validity of an access token, and of a custom token. */
export const accessTokenMs = 60 * minute;
/** Longest token that is looked at. */
const longestToken = 16_384;

const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

export function signedToken(claims: Claims, key: string): string {
  const content = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${content}.${signature(content, key).toString('base64url')}`;
}

/** Claims of a token that was signed with `key`; `null` for any other text. Whether it has expired is not looked at. */
export function verifiedClaims(token: string, key: string): Claims | null {
  if (token.length > longestToken) return null;
  const end = token.lastIndexOf('.');
  const content = token.slice(0, Math.max(0, end));
  // No other algorithm than that of the header of one's own.
  if (!content.startsWith(`${header}.`)) return null;
  const given = Buffer.from(token.slice(end + 1), 'base64url');
  const right = signature(content, key);
  return given.length === right.length && timingSafeEqual(given, right) ? decodeToken(token) : null;
}

const signature = (content: string, key: string) =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update(content).digest();
