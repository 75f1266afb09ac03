/** Payloads between the storage client and the cloud. */
import type { ObjectMetadata, ObjectSettings } from '#ports/storage/storage.ts';

/** `open`: begins the upload of that id, or tells how far it has come. The client makes the id, so asking again is safe. */
export interface OpenUpload {
  readonly uploadId: string;
  readonly path: string;
  readonly size: number;
  readonly settings: ObjectSettings;
}

/** `chunk`: the last one makes the object. @throws aborted when it is not what comes next: ask with `open` */
export interface UploadChunk {
  readonly uploadId: string;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export interface UploadStanding {
  readonly received: number;
  /** `null` until the object is there. */
  readonly metadata: ObjectMetadata | null;
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
  readonly changes: { readonly [name in keyof ObjectSettings]?: ObjectSettings[name] | null };
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
}

/** `list`, answered by an `ObjectPage` */
export interface ListPayload {
  readonly path: string;
  readonly max: number;
  readonly pageToken: string | null;
}
