/** Files by path, with metadata. */
import type { BlobLike, CancelSignal, Observer, Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';

/**
 * What the writer may say about a file. `contentType` defaults to the blob's own, else `application/octet-stream`.
 */
export interface ObjectSettings {
  readonly contentType?: string;
  readonly contentDisposition?: string;
  readonly contentEncoding?: string;
  readonly contentLanguage?: string;
  readonly cacheControl?: string;
  readonly custom?: Readonly<Record<string, string>>;
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
   * The state now, then each change, asynchronously; ends with `next` for success, or with `error` (`cancelled` when
   * cancelled).
   */
  watch(observer: Observer<UploadProgress>): Unsubscribe;
  /** Each returns whether it could be done: pause only while running, resume only while paused, cancel before the end. */
  pause(): boolean;
  resume(): boolean;
  cancel(): boolean;
  /**
   * Rejects with `cancelled`, storage/unauthenticated, storage/unauthorized, storage/quota-exceeded, storage/cannot-slice-blob,
   * storage/retry-limit-exceeded. Need not be looked at by whoever watches.
   */
  readonly done: Promise<ObjectMetadata>;
}

export interface ObjectPage {
  /** Full paths, in order. */
  readonly objects: readonly string[];
  /** Paths that further objects lie under. */
  readonly folders: readonly string[];
  /** Give it to get the next page; `null` on the last. */
  readonly nextPageToken: string | null;
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
  upload(path: string, content: Uint8Array | BlobLike, settings?: ObjectSettings): Upload;
  /** @throws storage/object-not-found, storage/unauthenticated, storage/unauthorized — as all below */
  metadata(path: string): Promise<ObjectMetadata>;
  /** `null` clears a field; the keys of `custom` are laid over those that are there. */
  updateMetadata(
    path: string,
    changes: { readonly [name in keyof ObjectSettings]?: ObjectSettings[name] | null },
  ): Promise<ObjectMetadata>;
  /**
   * An address at which anyone who has it can read the object. (The embedded provider's works on this page only, shows the
   * object as it was when asked for, and ends with the client.)
   */
  downloadUrl(path: string): Promise<string>;
  /**
   * The caller's own copy.
   * @throws storage/download-size-exceeded when what was asked for is larger than `maxBytes` (default 10 MiB); out-of-range when
   * the range begins after the end (one that ends after it is cut short); cancelled
   */
  read(
    path: string,
    options?: {
      readonly maxBytes?: number;
      /** First and last byte, both included. */
      readonly range?: { readonly first: number; readonly last: number };
      readonly signal?: CancelSignal;
    },
  ): Promise<Uint8Array>;
  /**
   * One page of what lies directly under a path (`''`: the root), empty when there is nothing. `max`, objects and folders
   * together, is 1 to 1,000, default 1,000. @throws invalid-argument for a token of another listing
   */
  list(path: string, options?: { readonly max?: number; readonly pageToken?: string }): Promise<ObjectPage>;
  remove(path: string): Promise<void>;
}

export const storageToken = portToken<Storage>('storage');
