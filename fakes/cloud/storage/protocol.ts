/** Payloads between the storage client and the cloud. */
import type { ObjectChanges, ObjectMetadata, UploadSettings } from '#ports/storage/storage.ts';

/** `open`: begins the upload of that id, or returns its progress. The client makes the id, so a repeated request is safe. */
export interface OpenUpload {
  readonly uploadId: string;
  readonly path: string;
  readonly size: number;
  readonly settings: UploadSettings;
}

/** `chunk`: the last one makes the object. @throws aborted when it is not the next one: use `open` */
export interface UploadChunk {
  readonly uploadId: string;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** `abandon` */
export interface AbandonUpload {
  readonly uploadId: string;
}

/** `metadata`, `remove`, `download` */
export interface ObjectPayload {
  readonly path: string;
}

/** `update` */
export interface UpdatePayload extends ObjectPayload {
  readonly changes: ObjectChanges;
}

/** `read` */
export interface ReadPayload extends ObjectPayload {
  readonly maxBytes: number;
  readonly range: { readonly first: number; readonly last: number } | null;
}

/** `download` */
export interface Download {
  readonly metadata: ObjectMetadata;
  readonly content: Uint8Array;
  /** Good for this object until it is replaced or removed, or the token taken back. */
  readonly token: string;
}

/** Topic `tokens`: those of these that are no longer good, then each token that stops being good. */
export interface TokensPayload {
  readonly held: readonly { readonly path: string; readonly token: string }[];
}

/** `list`, answered by an `ObjectPage` */
export interface ListPayload {
  readonly path: string;
  readonly max: number;
  readonly pageToken: string | null;
}
