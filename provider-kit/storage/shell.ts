/** What every provider of files does alike: checks and copies arguments, and ends its uploads with the client. */
import type { CancelSignal } from '#ports/shared.ts';
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
  metadata(path: string): Promise<ObjectMetadata>;
  updateMetadata(path: string, changes: ObjectChanges): Promise<ObjectMetadata>;
  downloadUrl(path: string): Promise<string>;
  read(path: string, wanted: Wanted, signal: CancelSignal | undefined): Promise<Uint8Array>;
  list(path: string, max: number, pageToken: string | undefined): Promise<ObjectPage>;
  remove(path: string): Promise<void>;
}

export interface StorageShell {
  readonly storage: Storage;
  /** Ends what is being uploaded, and every upload that is begun afterwards. */
  endUploads(): Promise<void>;
}

export function storageShell(driver: StorageDriver): StorageShell {
  const uploads = new Set<UploadShell>();
  let ended = false;
  const storage: Storage = {
    upload(path, content, settings) {
      checkPath(path);
      const upload = driver.upload(path, sourceOf(content), copySettings(settings));
      uploads.add(upload);
      const forget = () => uploads.delete(upload);
      upload.done.then(forget, forget);
      if (ended) upload.dispose();
      return upload;
    },
    metadata(path) {
      checkPath(path);
      return driver.metadata(path);
    },
    updateMetadata(path, changes) {
      checkPath(path);
      return driver.updateMetadata(path, copyChanges(changes));
    },
    downloadUrl(path) {
      checkPath(path);
      return driver.downloadUrl(path);
    },
    read(path, { maxBytes = defaultMaxBytes, range, signal } = {}) {
      checkPath(path);
      checkMaxBytes(maxBytes);
      if (range) checkRange(range);
      const wanted = { maxBytes, range: range ? { first: range.first, last: range.last } : null };
      return driver.read(path, wanted, signal);
    },
    list(path, { max = largestPage, pageToken } = {}) {
      checkPath(path, true);
      checkPageSize(max);
      return driver.list(path, max, pageToken);
    },
    remove(path) {
      checkPath(path);
      return driver.remove(path);
    },
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
