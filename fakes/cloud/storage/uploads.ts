/** Uploads under way: the received pieces of each, until the last byte makes it an object. */
import { PortError } from '#ports/errors.ts';
import type { UploadStanding } from '#provider-kit/storage/chunk-sender.ts';
import type { ObjectMetadata, UploadSettings } from '#ports/storage/storage.ts';
import * as v from 'valibot';
import { type Entry, type Note, type Part, readEach, RecordMap, type SetAsideRecords } from '../records.ts';
import { storedAs, storedBytes, storedNumber } from '../stored.ts';
import { quotaExceeded, type Quotas } from '../quotas.ts';
import type { OpenUpload, UploadChunk } from './protocol.ts';

interface UploadState {
  readonly path: string;
  readonly size: number;
  readonly settings: UploadSettings;
  readonly startedAt: number;
  parts: Uint8Array[];
  received: number;
  metadata: ObjectMetadata | null;
}

/** Stored uploads: key with owner and id, and the pieces that have arrived. */
export type UploadsData = readonly (readonly [key: string, state: Readonly<UploadState>])[];

/** An upload with the number of its pieces in place of them. */
type KeptUpload = Omit<UploadState, 'parts'> & { readonly parts: number };

const storedUpload = storedAs<KeptUpload>(
  v.looseObject({
    path: v.string(),
    size: storedNumber,
    settings: v.looseObject({}),
    startedAt: storedNumber,
    parts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    received: storedNumber,
    metadata: v.nullable(v.looseObject({ path: v.string() })),
  }),
);
const storedPiece = storedAs<Uint8Array>(storedBytes);

/** Uploads from the records of the two parts. An upload with a piece missing, and pieces without an upload, are set aside. */
export function uploadsData(
  uploads: readonly Entry[],
  pieces: readonly Entry[],
  setAside: SetAsideRecords,
): UploadsData {
  const byKey = new Map(pieces);
  const read = readEach('upload', uploads, setAside, (kept, key) => {
    const { parts: count, ...state } = storedUpload(kept);
    if (count > byKey.size) throw new TypeError('Pieces of the upload are missing.');
    const numbered = Array.from({ length: count }, (_, number) => `${number}/${key}`);
    const parts = numbered.map((name) => storedPiece(byKey.get(name)));
    for (const name of numbered) byKey.delete(name);
    return [key, { ...state, parts }] as const;
  });
  for (const name of byKey.keys())
    setAside(`part/${name}`, new TypeError('The upload of this piece can’t be read, or the piece.'));
  return read;
}

const keptMs = 7 * 24 * 3600 * 1000;

type Put = (path: string, content: Uint8Array, settings: UploadSettings) => ObjectMetadata;

/** Uploads in progress. An upload belongs to its first caller, and is dropped after a week. */
export class Uploads {
  private readonly uploads: RecordMap<UploadState>;
  private readonly now: () => number;
  private readonly note: Note;
  private readonly quotas: Quotas | null;

  /** `note` gets the keys of changed records: `upload/…`, and `part/NUMBER/…` for each received piece. */
  constructor(now: () => number, note: Note, quotas: Quotas | null = null) {
    this.quotas = quotas;
    this.now = now;
    this.note = note;
    this.uploads = new RecordMap((key) => note(`upload/${key}`));
  }

  /** `begin` throws to refuse an upload that is not under way yet; `stored`: bytes of the owner's files that would stay beside it. */
  open(
    owner: string,
    { uploadId, path, size, settings }: OpenUpload,
    stored: number,
    begin: () => void,
  ): UploadStanding {
    this.forget();
    const key = `${owner}/${uploadId}`;
    const found = this.uploads.get(key);
    if (found) return standing(found);
    begin();
    this.checkQuotas(owner, size, stored);
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
    if (bytes.length === 0 && state.size > 0)
      throw new PortError('invalid-argument', 'A chunk without bytes is not part of this upload.');
    if (offset + bytes.length > state.size)
      throw new PortError('storage/server-file-wrong-size', 'More arrived than was announced.');
    this.note(`part/${state.parts.length}/${key}`);
    state.parts.push(bytes);
    state.received += bytes.length;
    if (state.received === state.size) {
      const { parts } = state;
      this.drop(key, state);
      state.metadata = put(state.path, join(parts, state.size), state.settings);
      state.parts = [];
      this.uploads.set(key, state);
    } else this.uploads.touch(key);
    return standing(state);
  }

  /** Drops an upload under way; a completed one stays. */
  abandon(owner: string, uploadId: string): void {
    const key = `${owner}/${uploadId}`;
    const state = this.uploads.get(key);
    if (state) this.drop(key, state);
  }

  snapshot(): UploadsData {
    return [...this.uploads].map(([key, state]) => [key, { ...state, parts: [...state.parts] }]);
  }

  restore(data: UploadsData): void {
    this.uploads.replaceAll(data.map(([key, state]) => [key, { ...state, parts: [...state.parts] }]));
  }

  parts(): { readonly upload: Part; readonly part: Part } {
    return {
      upload: this.uploads.part(({ parts, ...state }): KeptUpload => ({ ...state, parts: parts.length })),
      part: {
        get: (numbered) => {
          const slash = numbered.indexOf('/');
          return this.uploads.get(numbered.slice(slash + 1))?.parts[Number(numbered.slice(0, slash))];
        },
        entries: () =>
          [...this.uploads].flatMap(([key, { parts }]) =>
            parts.map((bytes, number): Entry => [`${number}/${key}`, bytes]),
          ),
      },
    };
  }

  /** @throws storage/quota-exceeded */
  private checkQuotas(owner: string, size: number, stored: number): void {
    if (!this.quotas) return;
    const { quotas } = this;
    const own = [...this.uploads].filter(([key]) => key.startsWith(`${owner}/`)).map(([, state]) => state);
    const halfSent = own.filter(({ metadata }) => metadata === null);
    const counts = {
      bytesPerAccount: halfSent.reduce((sum, upload) => sum + upload.size, stored + size),
      halfSentUploads: 1 + halfSent.length,
      uploadsPerWeek: 1 + own.length,
      uploadBytesPerWeek: own.reduce((sum, upload) => sum + upload.size, size),
    };
    for (const name of [
      'bytesPerAccount',
      'halfSentUploads',
      'uploadsPerWeek',
      'uploadBytesPerWeek',
    ] as const)
      if (counts[name] > quotas[name]) throw quotaExceeded(quotas, name);
  }

  private drop(key: string, { parts }: UploadState): void {
    for (const number of parts.keys()) this.note(`part/${number}/${key}`);
    this.uploads.delete(key);
  }

  private forget(): void {
    const before = this.now() - keptMs;
    for (const [key, state] of this.uploads) {
      if (state.startedAt > before) return;
      this.drop(key, state);
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
