/** Digests, so that a document's id can stand for something long, or for something that must not be stored. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of a text in UTF-8: 64 lower-case hexadecimal digits. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** HMAC with SHA-256 (RFC 2104): 64 lower-case hexadecimal digits. */
export const hmacSha256Hex = (key: string, text: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));

/** HMAC with SHA-256 under a key of bytes: 32 bytes. */
export const hmacSha256 = (key: Uint8Array, text: string): Uint8Array => hmac(sha256, key, utf8ToBytes(text));
