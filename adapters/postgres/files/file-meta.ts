/** Files as the security rules name things. */
import type { ObjectMeta } from '#firebase-rules/rules/decisions.ts';
import { Timestamp } from '#ports/docs/values.ts';
import type { ObjectSettings, UploadSettings } from '#ports/storage/storage.ts';
import { etagOf } from '#provider-kit/storage/etag.ts';
import type { StoredFile } from './file-rows.ts';

/** The one bucket, as rules see it. */
export const bucket = 'files';

const defaultType = 'application/octet-stream';

export function storedMeta({ metadata, crc32c }: StoredFile): ObjectMeta {
  const { path, size, md5Hash, generation, metageneration, createdAt, updatedAt } = metadata;
  return {
    ...settingsMeta(path, size, metadata),
    ...{ md5Hash, crc32c, generation: Number(generation), metageneration: Number(metageneration) },
    timeCreated: Timestamp.fromMillis(createdAt),
    updated: Timestamp.fromMillis(updatedAt),
    etag: etagOf(generation, metageneration),
  };
}

interface Checksums {
  /** Base64. */
  readonly md5Hash: string;
  /** Base64. */
  readonly crc32c: string;
}

/**
 * A file that a write would leave: without generations, times and `etag`, which it gets when it is there.
 * https://firebase.google.com/docs/storage/security/rules-conditions
 */
export class IncomingFile {
  readonly meta: ObjectMeta;
  private wanting = false;

  /** `checksums` null: the content has not arrived yet. */
  constructor(path: string, size: number, settings: UploadSettings, checksums: Checksums | null) {
    const plain = { contentType: defaultType, ...settingsMeta(path, size, settings) };
    this.meta = checksums ? { ...plain, ...checksums } : this.announced(plain, settings.md5Hash);
  }

  /** Whether the rules have read a checksum that is not known yet. */
  isWanting(): boolean {
    return this.wanting;
  }

  private announced(plain: ObjectMeta, md5Hash: string | undefined): ObjectMeta {
    const get = () => {
      this.wanting = true;
    };
    const said = md5Hash === undefined ? { get } : { value: md5Hash, enumerable: true };
    return Object.defineProperties({ ...plain }, { md5Hash: said, crc32c: { get } });
  }
}

function settingsMeta(
  path: string,
  size: number,
  {
    contentType,
    contentDisposition,
    contentEncoding,
    contentLanguage,
    cacheControl,
    custom = {},
  }: ObjectSettings,
): ObjectMeta {
  const settings = { contentType, contentDisposition, contentEncoding, contentLanguage, cacheControl };
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), metadata: custom, name: path, bucket, size };
}
