/** The secret of an API key: `muster_` and 160 bits that the browser draws. Shown once; the server keeps its digest. */
import { sha256Hex } from '#domain/digest.ts';

/** Bytes of chance in a key. */
export const apiKeyBytes = 20;

export const apiKeyFrom = (bytes: Uint8Array): string =>
  `muster_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

export const isApiKey = (text: string): boolean => /^muster_[0-9a-f]{40}$/u.test(text);

export const apiKeyDigest = (key: string): string => sha256Hex(`muster api key ${key}`);
