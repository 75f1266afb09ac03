/** Digests that rules may compute. */
import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

export type Digest = (bytes: Uint8Array) => Uint8Array;

/** A cyclic redundancy check of 32 bits, its lowest byte first, as the hosted service gives it. */
function crc(polynomial: number): Digest {
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value;
  });
  return (bytes) => {
    let value = 0xffffffff;
    for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
    const digest = new Uint8Array(4);
    new DataView(digest.buffer).setUint32(0, ~value >>> 0, true);
    return digest;
  };
}

export const digests: Readonly<Record<'crc32' | 'crc32c' | 'md5' | 'sha256', Digest>> = {
  crc32: crc(0xedb88320),
  crc32c: crc(0x82f63b78),
  md5,
  sha256,
};
