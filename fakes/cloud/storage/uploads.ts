/** Uploads under way: what has arrived of each, until the last byte makes it an object. */
import { PortError } from '#ports/errors.ts';
import type { ObjectMetadata, UploadSettings } from '#ports/storage/storage.ts';
import type { OpenUpload, UploadChunk, UploadStanding } from './protocol.ts';

interface UploadState {
  readonly path: string;
  readonly size: number;
  readonly settings: UploadSettings;
  readonly startedAt: number;
  parts: Uint8Array[];
  received: number;
  metadata: ObjectMetadata | null;
}

/** One upload as it is kept: whose and which it is, and what has arrived. */
export type UploadsData = readonly (readonly [key: string, state: Readonly<UploadState>])[];

const keptMs = 7 * 24 * 3600 * 1000;

type Put = (path: string, content: Uint8Array, settings: UploadSettings) => ObjectMetadata;

/** An upload belongs to who began it. Those under way for a week are forgotten. */
export class Uploads {
  private readonly uploads = new Map<string, UploadState>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** `begin` throws to refuse an upload that is not under way yet. */
  open(owner: string, { uploadId, path, size, settings }: OpenUpload, begin: () => void): UploadStanding {
    this.forget();
    const key = `${owner}/${uploadId}`;
    const found = this.uploads.get(key);
    if (found) return standing(found);
    begin();
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

  /** The last byte makes the object; when `put` refuses that, nothing is left of the upload. */
  chunk(owner: string, { uploadId, offset, bytes }: UploadChunk, put: Put): UploadStanding {
    const key = `${owner}/${uploadId}`;
    const state = this.uploads.get(key);
    if (!state || offset !== state.received || state.metadata)
      throw new PortError('aborted', 'This is not what comes next in this upload.');
    if (offset + bytes.length > state.size)
      throw new PortError('storage/server-file-wrong-size', 'More arrived than was announced.');
    state.parts.push(bytes);
    state.received += bytes.length;
    if (state.received === state.size) {
      this.uploads.delete(key);
      state.metadata = put(state.path, join(state.parts, state.size), state.settings);
      state.parts = [];
      this.uploads.set(key, state);
    }
    return standing(state);
  }

  /** What was completed stays. */
  abandon(owner: string, uploadId: string): void {
    this.uploads.delete(`${owner}/${uploadId}`);
  }

  snapshot(): UploadsData {
    return [...this.uploads].map(([key, state]) => [key, { ...state, parts: [...state.parts] }]);
  }

  restore(data: UploadsData): void {
    this.uploads.clear();
    for (const [key, state] of data) this.uploads.set(key, { ...state, parts: [...state.parts] });
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
