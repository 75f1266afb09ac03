/**
 * Passwords as they are stored: PBKDF2 with SHA-256 and a salt each. Few rounds on purpose: accounts of a rehearsal
 * backend are made by the dozen in every test. See docs/decisions/2026-11-22-saved-demonstration.md.
 */
import { BoundedMemo } from '#query/bounded-memo.ts';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface PasswordHash {
  readonly salt: string;
  readonly rounds: number;
  /** Hexadecimal, 32 bytes. */
  readonly hash: string;
}

const rounds = 100;

export function hashPassword(password: string, salt: string): PasswordHash {
  return { salt, rounds, hash: derive(password, salt, rounds) };
}

export function isPassword(stored: PasswordHash | null, password: string): boolean {
  return stored !== null && derive(password, stored.salt, stored.rounds) === stored.hash;
}

/** SHA-256 in hexadecimal, for secrets that are long and random: no salt, no rounds. */
export const digestOf = (secret: string): string => bytesToHex(sha256(utf8ToBytes(secret)));

/** Recent results, by the digest of their input: tests create the same accounts repeatedly. */
const derived = new BoundedMemo<string, string>(200);

function derive(password: string, salt: string, times: number): string {
  const key = digestOf(`${times} ${salt} ${password}`);
  return derived.of(key, () => bytesToHex(pbkdf2(sha256, password, salt, { c: times, dkLen: 32 })));
}
