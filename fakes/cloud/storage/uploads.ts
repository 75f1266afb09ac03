/** Uploads under way: what has arrived of each, until the last byte makes it an object. */
import { PortError } from '#ports/errors.ts';
import type { ObjectMetadata, ObjectSettings } from '#ports/storage/storage.ts';
import type { OpenUpload, UploadChunk, UploadStanding } from './protocol.ts';

interface UploadState {
  readonly path: string;
  readonly size: number;
  readonly settings: ObjectSettings;
  readonly startedAt: number;
  parts: Uint8Array[];
  received: number;
  metadata: ObjectMetadata | null;
}

const keptMs = 7 * 24 * 3600 * 1000;

type Put = (path: string, content: Uint8Array, settings: ObjectSettings) => ObjectMetadata;

/** An upload belongs to the person who began it. Those under way for a week are forgotten; none survives a restart. */
export class Uploads {
  private readonly uploads = new Map<string, UploadState>();
  private readonly now: () => number;
  private readonly put: Put;

  constructor(now: () => number, put: Put) {
    this.now = now;
    this.put = put;
  }

  open(uid: string, { uploadId, path, size, settings }: OpenUpload): UploadStanding {
    this.forget();
    const key = `${uid}/${uploadId}`;
    const found = this.uploads.get(key);
    if (found) return standing(found);
    const state: UploadState = {
      path,
      size,
      settings,
      startedAt: this.now(),
      parts: [],
      received: 0,
      metadata: null,
    };
    this.uploads.set(key, state);
    return standing(state);
  }

  chunk(uid: string, { uploadId, offset, bytes }: UploadChunk): UploadStanding {
    const state = this.uploads.get(`${uid}/${uploadId}`);
    if (!state || offset !== state.received || state.metadata)
      throw new PortError('aborted', 'This is not what comes next in this upload.');
    if (offset + bytes.length > state.size)
      throw new PortError('invalid-argument', 'More arrived than was announced.');
    state.parts.push(bytes);
    state.received += bytes.length;
    if (state.received === state.size) {
      state.metadata = this.put(state.path, join(state.parts, state.size), state.settings);
      state.parts = [];
    }
    return standing(state);
  }

  /** What was completed stays. */
  abandon(uid: string, uploadId: string): void {
    this.uploads.delete(`${uid}/${uploadId}`);
  }

  clear(): void {
    this.uploads.clear();
  }

  private forget(): void {
    const before = this.now() - keptMs;
    for (const [key, { startedAt }] of this.uploads) {
      if (startedAt > before) return;
      this.uploads.delete(key);
    }
  }
}

const standing = ({ received, metadata }: UploadState): UploadStanding => ({ received, metadata });

function join(parts: readonly Uint8Array[], size: number): Uint8Array {
  const content = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    content.set(part, at);
    at += part.length;
  }
  return content;
}
