/** Files in memory, with addresses that work on this page. */
import { PortError } from '#ports/errors.ts';
import type { ServerStorage } from '#ports/server/server.ts';
import type { ObjectMetadata, UploadSettings } from '#ports/storage/storage.ts';
import {
  checkList,
  checkPath,
  copySettings,
  customSize,
  largestCustom,
} from '#provider-kit/storage/check.ts';
import { compareText } from '#query/order.ts';

/** In browsers, workers and Node; the libraries of this module's compilation have neither. */
declare const btoa: (binary: string) => string;
declare const Blob: new (parts: readonly Uint8Array[], options: { readonly type: string }) => object;
declare const URL: { createObjectURL(blob: object): string; revokeObjectURL(address: string): void };

interface PlainFile {
  readonly metadata: ObjectMetadata;
  readonly content: Uint8Array;
  /** `null` until the first request for it. */
  address: string | null;
}

/** Types that can't run a script: an address has the origin of the page. */
const passive =
  /^(?:image\/(?:png|jpeg|gif|webp|avif)|(?:audio|video)\/[\w.+-]+|text\/plain|application\/json)\b/;

export class PlainFiles implements ServerStorage {
  private readonly now: () => number;
  private readonly md5: (content: Uint8Array) => Uint8Array;
  private readonly files = new Map<string, PlainFile>();
  private generation = 0;

  constructor(now: () => number, md5: (content: Uint8Array) => Uint8Array) {
    this.now = now;
    this.md5 = md5;
  }

  /** @throws storage/invalid-checksum, invalid-argument */
  async write(path: string, content: Uint8Array, given: UploadSettings = {}): Promise<ObjectMetadata> {
    checkPath(path);
    const { md5Hash: announced, ...settings } = copySettings(given);
    const md5Hash = btoa(String.fromCharCode(...this.md5(content)));
    if (announced !== undefined && announced !== md5Hash)
      throw new PortError('storage/invalid-checksum', 'Not all of the file has arrived as it was.');
    if (customSize(settings.custom ?? {}) > largestCustom)
      throw new PortError('invalid-argument', 'The metadata of this file is too large.');
    const at = this.now();
    const metadata: ObjectMetadata = Object.freeze({
      contentType: 'application/octet-stream',
      ...settings,
      ...{ path, name: path.slice(path.lastIndexOf('/') + 1), size: content.length, md5Hash },
      ...{ generation: String(++this.generation), metageneration: '1', createdAt: at, updatedAt: at },
    });
    await this.revokeDownloadUrls(path);
    this.files.set(path, { metadata, content: content.slice(), address: null });
    return metadata;
  }

  async read(path: string): Promise<Uint8Array | null> {
    checkPath(path);
    return this.files.get(path)?.content.slice() ?? null;
  }

  async remove(path: string): Promise<void> {
    checkPath(path);
    await this.revokeDownloadUrls(path);
    this.files.delete(path);
  }

  async revokeDownloadUrls(path: string): Promise<void> {
    const file = this.files.get(path);
    if (!file?.address) return;
    URL.revokeObjectURL(file.address);
    file.address = null;
  }

  async list(folder: string, options?: { readonly max?: number; readonly pageToken?: string }) {
    const { max, pageToken } = checkList(folder, options);
    const within = folder === '' ? '' : `${folder}/`;
    if (pageToken !== null && !pageToken.startsWith(`${within}:`))
      throw new PortError('invalid-argument', 'This page is of another listing.');
    const after = pageToken?.slice(within.length + 1) ?? '';
    const found = [...this.files.values()]
      .map(({ metadata: { path, size, createdAt } }) => ({ path, size, createdAt }))
      .filter(({ path }) => path.startsWith(within) && compareText(path, after) > 0)
      .sort((one, other) => compareText(one.path, other.path));
    const objects = found.slice(0, max);
    const last = objects.at(-1)?.path ?? '';
    return { objects, nextPageToken: found.length > max ? `${within}:${last}` : null };
  }

  /** @throws storage/object-not-found */
  addressOf(path: string): string {
    const file = this.files.get(path);
    if (!file) throw missing(path);
    const { contentType = '' } = file.metadata;
    const type = passive.test(contentType) ? contentType : 'application/octet-stream';
    return (file.address ??= URL.createObjectURL(new Blob([file.content], { type })));
  }

  /** @throws storage/object-not-found */
  async removeExisting(path: string): Promise<void> {
    if (!this.files.has(path)) throw missing(path);
    await this.remove(path);
  }
}

const missing = (path: string) => new PortError('storage/object-not-found', `There is no file ${path}.`);
