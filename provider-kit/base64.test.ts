import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '../tests/property.ts';
import { base64Of, base64UrlOf, bytesOfBase64 } from './base64.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** RFC 4648, section 4, without padding: six bits a character. */
const reference = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const sixes = bits.match(/.{1,6}/gu) ?? [];
  return sixes.map((six) => alphabet[Number.parseInt(six.padEnd(6, '0'), 2)]).join('');
};

function check(bytes: Uint8Array): void {
  const text = reference(bytes);
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '=');
  const inUrls = text.replaceAll('+', '-').replaceAll('/', '_');
  expect([base64Of(bytes), base64UrlOf(bytes)]).toEqual([padded, inUrls]);
  for (const given of [padded, inUrls]) expect(bytesOfBase64(given)).toEqual(new Uint8Array(bytes));
}

test('bytes of any length become base64 in both alphabets, and come back', () => {
  assertProperty(fc.property(fc.uint8Array(), check));
  // Around what one call takes.
  const long = Uint8Array.from({ length: 20_001 }, (_, at) => (at * 31) % 256);
  for (const length of [8191, 8192, 8193, long.length]) check(long.subarray(0, length));
});

test('a text that is not base64 is rejected', () => {
  expect(() => bytesOfBase64('a*b')).toThrow(expect.objectContaining({ name: 'InvalidCharacterError' }));
});
