/**
 * The code by which a member links their Slack user: 100 bits that the browser draws, in letters that can be typed. The server keeps its
 * digest, and takes it once.
 */
import { sha256Hex } from '#domain/digest.ts';

/** Bytes of chance in a code: one for each letter. */
export const slackCodeBytes = 20;

/** 32 letters: without those that look like another one. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Four groups of five letters. */
export const slackCodeFrom = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => letters.charAt(byte % letters.length))
    .join('')
    .replaceAll(/.{5}(?=.)/gu, '$&-');

export const slackCodeDigest = (code: string): string =>
  sha256Hex(`muster slack code ${code.toLowerCase().replaceAll(/[^a-z0-9]/gu, '')}`);
