import { md5 } from '@noble/hashes/legacy.js';
import type { Complete, CompleteBackend } from '#ports/complete.ts';
import type { Storage } from '#ports/storage/storage.ts';
import { base64Of } from '#provider-kit/base64.ts';

export const KiB = 1024;

/** A loop, because `Uint8Array.from` with a function takes fifty times as long. */
export function bytes(size: number, seed = 7): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(size);
  for (let at = 0; at < size; at++) content[at] = (at * seed) % 251;
  return content;
}

export const textBytes = (content: string) => new TextEncoder().encode(content);

export const digest = (content: Uint8Array) => base64Of(md5(content));

export const everythingIn = (storage: Complete<Storage>, path: string) => [
  () => storage.metadata.get(path),
  () => storage.metadata.update(path, { cacheControl: 'no-store' }),
  () => storage.downloadUrl(path),
  () => storage.content.read(path),
  () => storage.remove(path),
];

export const writing = (client: CompleteBackend, path: string, content = textBytes('hello')) =>
  client.storage.upload(path, content).done;
