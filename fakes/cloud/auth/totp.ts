/** One-time passwords of authenticator apps: RFC 6238 with SHA-1, six digits, thirty seconds. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';

export const totpDigits = 6;
export const totpPeriodSeconds = 30;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const totpPeriod = (now: number) => Math.floor(now / 1000 / totpPeriodSeconds);

/** The code of a period for a secret in base32. */
export function totpCode(secret: string, period: number, digits = totpDigits): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(period));
  const digest = hmac(sha1, fromBase32(secret), new Uint8Array(counter.buffer));
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = new DataView(digest.buffer, digest.byteOffset).getUint32(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The period for which the code is right, so many before and after allowed for slow clocks; `null` for none. */
export function matchTotp(secret: string, code: string, now: number, adjacent: number): number | null {
  const period = totpPeriod(now);
  for (let away = 0; away <= adjacent; away++)
    for (const near of [period - away, period + away]) if (totpCode(secret, near) === code) return near;
  return null;
}

export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >>> (bits - 5)) & 31] ?? '';
    held &= 0xff;
  }
  return bits === 0 ? text : text + (alphabet[(held << (5 - bits)) & 31] ?? '');
}

/** Letters that are not of the alphabet (spaces, padding) are passed over. */
export function fromBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of text.toUpperCase()) {
    const value = alphabet.indexOf(letter);
    if (value < 0) continue;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}
