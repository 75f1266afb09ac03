/** Files by path, with metadata. */
import type { BlobLike, CancelSignal, Observer, Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';

/** What the writer may say about a file. */
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
  /** The state now, then each change; ends with success, or with `error` (`cancelled` when cancelled). */
  watch(observer: Observer<UploadProgress>): Unsubscribe;
  /** Each returns whether it could be done: pause only while running, resume only while paused, cancel before the end. */
  pause(): boolean;
  resume(): boolean;
  cancel(): boolean;
  /** Rejects with `cancelled`, storage/unauthorized, storage/quota-exceeded, storage/retry-limit-exceeded. */
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

export interface Storage {
  /** Starts at once. An object that is there is replaced as a whole, when the last byte has arrived. */
  upload(path: string, content: Uint8Array | BlobLike, settings?: ObjectSettings): Upload;
  /** @throws storage/object-not-found, storage/unauthorized — as all below */
  metadata(path: string): Promise<ObjectMetadata>;
  /** `null` clears a field. */
  updateMetadata(
    path: string,
    changes: { readonly [name in keyof ObjectSettings]?: ObjectSettings[name] | null },
  ): Promise<ObjectMetadata>;
  /** An address at which anyone who has it can read the object. */
  downloadUrl(path: string): Promise<string>;
  /** @throws storage/download-size-exceeded when the object is larger than `maxBytes` (default 10 MiB) */
  read(
    path: string,
    options?: {
      readonly maxBytes?: number;
      /** First and last byte, both included. */
      readonly range?: { readonly first: number; readonly last: number };
      readonly signal?: CancelSignal;
    },
  ): Promise<Uint8Array>;
  /** One page of what lies directly under a path. `max` 1 to 1,000, default 1,000. */
  list(path: string, options?: { readonly max?: number; readonly pageToken?: string }): Promise<ObjectPage>;
  remove(path: string): Promise<void>;
}

export const storageToken = portToken<Storage>('storage');
