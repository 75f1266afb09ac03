/**
 * Recovery codes: each stands in for a lost second factor, once. The person's browser draws them and shows them once; the server is sent
 * digests. A code has 100 bits, so a plain digest of it can't be guessed.
 */
import * as v from 'valibot';
import { epochMsSchema, idSchema, revisionSchema } from '../base.ts';
import { constants, minute } from '../constants.ts';
import { sha256Hex } from '../digest.ts';
import { failure, type Failure } from '../errors.ts';

/** Alphabet without letters that look like digits: Crockford's base 32. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLetters = 20;
/** Bytes of chance in a code; five bits of each are used. */
export const recoveryCodeBytes = codeLetters;

const grouped = (letters: string): string => letters.replaceAll(/(.{5})(?=.)/gu, '$1-');

/** `7KQ2M-…`: four groups of five. @throws TypeError for another number of bytes */
export function recoveryCodeFrom(bytes: Uint8Array): string {
  if (bytes.length !== recoveryCodeBytes)
    throw new TypeError(`A recovery code is made of ${recoveryCodeBytes} bytes, not ${bytes.length}.`);
  return grouped(Array.from(bytes, (byte) => alphabet[byte & 31]).join(''));
}

/** A code as it was typed, in the form in which it was shown; null for what is none. */
export function parseRecoveryCode(typed: string): string | null {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[\s-]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/gu, '1');
  return letters.length === codeLetters && [...letters].every((letter) => alphabet.includes(letter))
    ? grouped(letters)
    : null;
}

/** Digest of a code in the form in which it was shown. */
export const recoveryDigest = (userId: string, code: string): string =>
  sha256Hex(`muster recovery ${userId} ${code}`);

export const recoveryDigestSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u, 'Use a SHA-256 digest.'));

/** A person's unused codes, under the person's id. The server's alone. */
export const recoveryCodesSchema = v.object({
  id: idSchema,
  createdAt: epochMsSchema,
  createdBy: idSchema,
  revision: revisionSchema,
  digests: v.pipe(v.array(recoveryDigestSchema), v.maxLength(constants.recoveryCodes)),
});
export type RecoveryCodes = v.InferInput<typeof recoveryCodesSchema>;

/** The digests without that of the code; null: it is none of them. */
export function withoutCode(digests: readonly string[], digest: string): string[] | null {
  return digests.includes(digest) ? digests.filter((one) => one !== digest) : null;
}

/** Number of attempts for one address, known to the server alone. */
export const recoveryAttemptsSchema = v.object({
  startedAt: epochMsSchema,
  count: v.number(),
});
export type RecoveryAttempts = v.InferInput<typeof recoveryAttemptsSchema>;

export const attemptWindowMs = constants.recoveryAttemptMinutes * minute;

/** The attempts with one more. A failure: there were too many within the window. */
export function countAttempt(
  before: RecoveryAttempts | null,
  now: number,
): { readonly ok: true; readonly attempts: RecoveryAttempts } | Failure {
  if (before === null || now - before.startedAt >= attemptWindowMs)
    return { ok: true, attempts: { startedAt: now, count: 1 } };
  if (before.count < constants.recoveryAttempts)
    return { ok: true, attempts: { ...before, count: before.count + 1 } };
  const retryAfter = Math.ceil((before.startedAt + attemptWindowMs - now) / 1000);
  const sentence = `That was too many attempts for this address. Try again in ${Math.ceil(retryAfter / 60)} min.`;
  return failure('rate_limited', { retryAfter }, sentence);
}

/** The one answer to every code that can't be used. */
export const unusableCode =
  'This code can’t be used: it was used already, newer codes replaced it, or code and address do not belong together. Check both, or use another code.';
