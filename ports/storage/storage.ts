/** Files by path, with metadata. */
import type { BlobLike, CancelSignal, Observer, Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';

/**
 * Metadata of a file, given by its writer. `contentType` defaults to the blob's own, else `application/octet-stream`; the backend may
 * fill in what else is absent.
 */
export interface ObjectSettings {
  readonly contentType?: string;
  readonly contentDisposition?: string;
  readonly contentEncoding?: string;
  readonly contentLanguage?: string;
  readonly cacheControl?: string;
  /** Keys and values together up to 8 KiB in UTF-8. */
  readonly custom?: Readonly<Record<string, string>>;
}

/** `null` clears a field, or one key of `custom`; the other keys of `custom` are laid over those that are there. */
export type ObjectChanges = {
  readonly [name in Exclude<keyof ObjectSettings, 'custom'>]?: ObjectSettings[name] | null;
} & { readonly custom?: Readonly<Record<string, string | null>> | null };

export interface UploadSettings extends ObjectSettings {
  /** Base64. Given, the upload fails with storage/invalid-checksum unless the backend received just that. */
  readonly md5Hash?: string;
}

export interface ObjectMetadata extends ObjectSettings {
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Base64. */
  readonly md5Hash: string;
  /** A new one for each content; `metageneration` counts changes of the metadata alone. */
  readonly generation: string;
  readonly metageneration: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface UploadProgress {
  /** Pausing and cancelling report as `running` until they have taken effect. */
  readonly state: 'running' | 'paused' | 'success' | 'cancelled' | 'error';
  readonly bytesSent: number;
  readonly bytesTotal: number;
}

export interface Upload {
  progress(): UploadProgress;
  /**
   * The state now, then each change, asynchronously: the last byte is told before the end. Ends with `next` for success, or with
   * `error` (`cancelled` when cancelled); whoever waits for `done` goes on after that. Observers are told in the order they came.
   */
  watch(observer: Observer<UploadProgress>): Unsubscribe;
  /** Cancels before the end; returns false after it. A cancelled upload leaves nothing. */
  cancel(): boolean;
  /**
   * Resolves with the metadata of the object. May be ignored by callers of `watch`.
   * @throws cancelled, storage/unauthenticated, storage/unauthorized, storage/quota-exceeded,
   * storage/cannot-slice-blob, storage/server-file-wrong-size, storage/invalid-checksum, storage/retry-limit-exceeded,
   * invalid-argument (too large a `custom`)
   */
  readonly done: Promise<ObjectMetadata>;
}

export interface ResumableUpload extends Upload {
  /**
   * Pause and resume; false where the state does not allow the call: pause only while running, resume while paused or
   * before a pause has taken effect. A resumed upload has its full retry period (`uploadRetryMs`) again.
   */
  pause(): boolean;
  resume(): boolean;
}

export interface ObjectPage {
  /** Full paths, in the order of their UTF-8 bytes. */
  readonly objects: readonly string[];
  /** Paths that further objects lie under. */
  readonly folders: readonly string[];
  /** Token of the next page; `null` on the last. */
  readonly nextPageToken: string | null;
}

/** Uploads that pause and go on. */
export interface ResumableUploads {
  upload(path: string, content: Uint8Array | BlobLike, settings?: UploadSettings): ResumableUpload;
}

export interface ObjectMetadataAccess {
  get(path: string): Promise<ObjectMetadata>;
  /** @throws invalid-argument for too large a `custom` */
  update(path: string, changes: ObjectChanges): Promise<ObjectMetadata>;
}

export interface ContentOptions {
  /** Bytes. Default 10 MiB. */
  readonly maxBytes?: number;
  readonly signal?: CancelSignal;
}

/** Objects read by the page itself. */
export interface ObjectContent {
  /**
   * The caller's own copy.
   * @throws storage/download-size-exceeded when it is larger than `maxBytes`; cancelled
   */
  read(path: string, options?: ContentOptions): Promise<Uint8Array>;
}

export interface ObjectRanges {
  /**
   * As `content.read`, of the bytes from the first to the last, both included; a range that ends after the end is cut short.
   * @throws out-of-range when the range begins after the end
   */
  read(
    path: string,
    range: { readonly first: number; readonly last: number },
    options?: ContentOptions,
  ): Promise<Uint8Array>;
}

export interface ObjectListing {
  /**
   * A page of the objects and folders directly under a path (`''`: the root), empty when there are none. `max`, objects
   * and folders together, is 1 to 1,000, default 1,000.
   * @throws invalid-argument for a token of another listing
   */
  list(path: string, options?: { readonly max?: number; readonly pageToken?: string }): Promise<ObjectPage>;
}

/**
 * Paths are segments with `/` between them: none empty, `.` or `..`, no control characters, up to 1,024 bytes in UTF-8; no slash
 * at either end. Anything else is a TypeError, thrown at once.
 *
 * Every request is repeated with back-off when the way to the backend fails: uploads until `uploadRetryMs` have passed without
 * progress, all others until `operationRetryMs`, then storage/retry-limit-exceeded.
 */
export interface Storage {
  /**
   * Starts at once. An object that is there is replaced as a whole, when the last byte has arrived. Bytes may be changed by the
   * caller afterwards. Offline it stays `running`, and goes on from where the server stands.
   */
  upload(path: string, content: Uint8Array | BlobLike, settings?: UploadSettings): Upload;
  /**
   * A URL with which anyone can read the object, until the object is replaced or removed. The same URL each time until
   * then.
   * @throws storage/object-not-found, storage/unauthenticated, storage/unauthorized, as all other methods
   * The embedded provider's URL works on this page only, and ends with the client. Its content type is kept only for
   * types that are served inline and can't run script; all others are `application/octet-stream`.
   */
  downloadUrl(path: string): Promise<string>;
  /** Removes an object. Also resolves when an earlier attempt, whose response was lost, had removed the object. */
  remove(path: string): Promise<void>;

  readonly resumable: ResumableUploads | null;
  readonly metadata: ObjectMetadataAccess | null;
  readonly content: ObjectContent | null;
  readonly ranges: ObjectRanges | null;
  readonly listing: ObjectListing | null;
}

export const storageToken = portToken<Storage>('storage');
