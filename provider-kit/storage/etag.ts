/** The entity tag of a stored file. */
import { base64Of } from '../base64.ts';

/**
 * Base64 of the two numbers as Cloud Storage writes them: fields 1 and 2 of a protocol buffer. Each a whole number up to 2^64,
 * in decimal digits.
 */
export const etagOf = (generation: string, metageneration: string): string =>
  base64Of(Uint8Array.of(0x08, ...varint(BigInt(generation)), 0x10, ...varint(BigInt(metageneration))));

const varint = (value: bigint): readonly number[] =>
  value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...varint(value >> 7n)];
