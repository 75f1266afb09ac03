import { expect, test } from 'vitest';
import { md5 } from './md5.ts';

const hex = (base64: string) =>
  [...atob(base64)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');

test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
])('RFC 1321: %j', (text, digest) => {
  expect(hex(md5(new TextEncoder().encode(text)))).toBe(digest);
});

test.each([55, 56, 63, 64, 65, 119, 120, 128, 1_000_003])(
  'as the platform computes it, %i bytes',
  async (size) => {
    const { createHash } = await import('node:crypto');
    const content = Uint8Array.from({ length: size + 3 }, (_, at) => (at * 7) % 251).subarray(3);
    expect(md5(content)).toBe(createHash('md5').update(content).digest('base64'));
  },
);
