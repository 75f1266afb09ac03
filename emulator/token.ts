/**
 * Tokens as local parts see them: `owner` is above all rules, and an unsigned web token (of a mock user, or of the official Auth
 * emulator) is believed whatever it says, its end included. Production believes neither.
 */
import { owner } from '#fakes/cloud/owner.ts';
import type { Caller } from '#ports/server/handlers.ts';

/** For the cloud's option `believe`. */
export function believedCaller(token: string): Caller | null {
  if (token === 'owner') return owner;
  const [header, payload, signature] = token.split('.');
  if (header === undefined || payload === undefined || signature !== '') return null;
  if (claimsIn(header)?.['alg'] !== 'none') return null;
  const claims = claimsIn(payload);
  const uid = claims?.['sub'] ?? claims?.['user_id'];
  return claims && typeof uid === 'string' && uid !== '' ? { uid, claims: { ...claims, sub: uid } } : null;
}

/** Token after `Bearer ` in an `authorization` header; `null` for none. */
export function bearerOf(header: unknown): string | null {
  const match = /^bearer\s+(\S+)$/iu.exec(String(header ?? ''));
  return match?.[1] ?? null;
}

function claimsIn(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims)
      ? (claims as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
