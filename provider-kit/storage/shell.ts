/** Storage port above a driver: checks and copies arguments, and ends its uploads with the client. */
import type { Complete } from '#ports/complete.ts';
import { complete, everyExtension } from '../complete.ts';
import type { BlobLike, CancelSignal } from '#ports/shared.ts';
import {
  checkMaxBytes,
  checkPageSize,
  checkPath,
  checkRange,
  copyChanges,
  copySettings,
  defaultMaxBytes,
  largestPage,
} from './check.ts';
import { type Source, sourceOf } from './source.ts';
import type {
  ContentOptions,
  ObjectChanges,
  ObjectMetadata,
  ObjectPage,
  Storage,
  UploadSettings,
} from '#ports/storage/storage.ts';
import type { UploadShell } from './upload.ts';

export interface Wanted {
  readonly maxBytes: number;
  readonly range: { readonly first: number; readonly last: number } | null;
}

/** Arguments are checked and copied; promises are as `Storage` says. */
export interface StorageDriver {
  upload(path: string, source: Source, settings: UploadSettings): UploadShell;
  downloadUrl(path: string): Promise<string>;
  remove(path: string): Promise<void>;
}

/** Drivers of the extensions that a provider has. No two have a method of the same name, so that one object may be several of them. */
export interface StorageExtensions {
  /** Where uploads pause and resume: the driver. */
  readonly resumable?: StorageDriver | null;
  readonly metadata?: MetadataDriver | null;
  readonly content?: ContentDriver | null;
  readonly ranges?: ContentDriver | null;
  readonly listing?: ListingDriver | null;
}

export interface MetadataDriver {
  metadata(path: string): Promise<ObjectMetadata>;
  updateMetadata(path: string, changes: ObjectChanges): Promise<ObjectMetadata>;
}

export interface ContentDriver {
  /** The range is `null` for all of it. */
  read(path: string, wanted: Wanted, signal: CancelSignal | undefined): Promise<Uint8Array>;
}

export interface ListingDriver {
  list(path: string, max: number, pageToken: string | undefined): Promise<ObjectPage>;
}

/** A driver of everything. */
export type WholeStorageDriver = StorageDriver & MetadataDriver & ContentDriver & ListingDriver;

export interface WholeStorageShell extends StorageShell {
  readonly storage: Complete<Storage>;
}

export interface StorageShell {
  readonly storage: Storage;
  /** Ends what is being uploaded, and every upload that is begun afterwards. */
  endUploads(): Promise<void>;
}

/** Shell of a provider that has every extension. */
export function wholeStorageShell(driver: WholeStorageDriver): WholeStorageShell {
  const { storage, endUploads } = storageShell(
    driver,
    everyExtension<WholeStorageDriver, StorageExtensions>(driver),
  );
  return { storage: complete(storage), endUploads };
}

export function storageShell(
  driver: StorageDriver,
  { resumable, metadata, content, ranges, listing }: StorageExtensions = {},
): StorageShell {
  const uploads = new Set<UploadShell>();
  let ended = false;
  const upload = (path: string, bytes: Uint8Array | BlobLike, settings?: UploadSettings): UploadShell => {
    checkPath(path);
    const begun = driver.upload(path, sourceOf(bytes), copySettings(settings));
    uploads.add(begun);
    const forget = () => uploads.delete(begun);
    begun.done.then(forget, forget);
    if (ended) begun.dispose();
    return begun;
  };
  const read = (
    from: ContentDriver,
    path: string,
    range: Wanted['range'],
    { maxBytes = defaultMaxBytes, signal }: ContentOptions = {},
  ) => {
    checkPath(path);
    checkMaxBytes(maxBytes);
    return from.read(path, { maxBytes, range }, signal);
  };
  const storage: Storage = {
    upload,
    downloadUrl(path) {
      checkPath(path);
      return driver.downloadUrl(path);
    },
    remove(path) {
      checkPath(path);
      return driver.remove(path);
    },
    resumable: resumable ? { upload } : null,
    metadata: metadata
      ? {
          get(path) {
            checkPath(path);
            return metadata.metadata(path);
          },
          update(path, changes) {
            checkPath(path);
            return metadata.updateMetadata(path, copyChanges(changes));
          },
        }
      : null,
    content: content ? { read: (path, options) => read(content, path, null, options) } : null,
    ranges: ranges
      ? {
          read(path, range, options) {
            checkRange(range);
            return read(ranges, path, { first: range.first, last: range.last }, options);
          },
        }
      : null,
    listing: listing
      ? {
          list(path, { max = largestPage, pageToken } = {}) {
            checkPath(path, true);
            checkPageSize(max);
            return listing.list(path, max, pageToken);
          },
        }
      : null,
  };
  return {
    storage,
    async endUploads() {
      ended = true;
      for (const upload of uploads) upload.dispose();
      await Promise.allSettled([...uploads].map(({ done }) => done));
    },
  };
}
