/**
 * Uploads in pieces. Each piece is a content of its own until the last byte has arrived: then the file is made of them. Uploads survive a
 * server, and any server of the database takes the next piece.
 */
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ObjectMetadata, UploadSettings } from '#ports/storage/storage.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { isPassing } from '#provider-kit/retry-period.ts';
import { customSize, largestCustom } from '#provider-kit/storage/check.ts';
import type { UploadStanding } from '#provider-kit/storage/chunk-sender.ts';
import type { SqlDatabase } from '../database.ts';
import { IncomingFile } from './file-meta.ts';
import type { FileGuard } from './file-guard.ts';
import type { PostgresFiles } from './postgres-files.ts';
import {
  addPiece,
  beginUpload,
  claimUpload,
  completeUpload,
  forgetUploads,
  readUpload,
  removeUpload,
  unclaimUpload,
  type UploadKey,
  type UploadState,
  uploadsUnderWay,
} from './upload-rows.ts';

export interface UploadLimits {
  /** Bytes of one file. Default 100 MiB. */
  readonly largestFile?: number;
  /** Bytes of the files that one person has written, with those under way. Default 10 GiB. */
  readonly bytesPerOwner?: number;
  /** Uploads of one person that are under way. Default 100. */
  readonly underWay?: number;
}

export interface PostgresUploadsOptions {
  readonly database: SqlDatabase;
  readonly files: PostgresFiles;
  readonly guard: FileGuard;
  readonly clock: Clock;
  readonly limits?: UploadLimits;
  /** Gets errors that are in no answer. */
  readonly report: (error: unknown) => void;
}

export interface UploadRequest {
  readonly id: string;
  readonly path: string;
  readonly size: number;
  readonly settings: UploadSettings;
}

const mebi = 1024 * 1024;

/** Bytes of one piece. */
export const largestPiece = 8 * mebi;

/** After so many milliseconds an upload is forgotten, and its pieces are removed. */
const keptMs = 7 * 24 * 3_600_000;
/** The file is made within so many milliseconds; later another server may try. */
const finishingMs = 120_000;

export class PostgresUploads {
  private readonly options: PostgresUploadsOptions;
  private readonly limits: Required<UploadLimits>;

  constructor(options: PostgresUploadsOptions) {
    this.options = options;
    this.limits = {
      ...{ largestFile: 100 * mebi, bytesPerOwner: 10 * 1024 * mebi, underWay: 100 },
      ...options.limits,
    };
  }

  /**
   * Begins an upload, or returns its progress. An upload belongs to its first caller. @throws PortError storage/unauthorized,
   * storage/unauthenticated, storage/quota-exceeded, invalid-argument for too large a `custom`; what `send` throws when all has arrived
   */
  async open(request: UploadRequest, caller: Caller | null): Promise<UploadStanding> {
    const { database, clock } = this.options;
    const key = keyOf(request.id, caller);
    const known = await readUpload(database, key);
    if (known) return this.standing(known, caller);
    await this.checkBeginning(request, key.owner, caller);
    const now = clock.now();
    await forgetUploads(database, now - keptMs);
    await beginUpload(database, { ...request, ...key }, now);
    return { received: 0, metadata: null };
  }

  /**
   * Whether a piece of so many bytes is the next one of this upload. Called before the piece is read.
   * @throws PortError aborted when it is not: `open` says which is; storage/server-file-wrong-size, invalid-argument
   */
  async expect(id: string, offset: number, bytes: number, caller: Caller | null): Promise<void> {
    const upload = await readUpload(this.options.database, keyOf(id, caller));
    if (!upload || offset !== upload.received || upload.metadata) throw notNext();
    if (bytes > largestPiece) throw new PortError('invalid-argument', 'A piece has at most 8 MiB.');
    if (bytes === 0 && upload.size > 0)
      throw new PortError('invalid-argument', 'A piece without bytes is not part of this upload.');
    if (offset + bytes > upload.size)
      throw new PortError('storage/server-file-wrong-size', 'More arrived than was announced.');
  }

  /**
   * Takes a piece that was expected. The last one makes the file; when that is not allowed, nothing is left of the upload.
   * @throws PortError aborted, storage/unauthorized, storage/unauthenticated, storage/invalid-checksum, invalid-argument
   */
  async send(
    id: string,
    offset: number,
    content: AsyncIterable<Uint8Array>,
    caller: Caller | null,
  ): Promise<UploadStanding> {
    const { database, files, report } = this.options;
    const key = keyOf(id, caller);
    const piece = await files.loose.stage(content, keptMs);
    const upload = await addPiece(database, key, offset, piece).catch(async (error: unknown) => {
      await files.loose.discard(piece.name).catch(report);
      throw error;
    });
    if (upload) return this.standing(upload, caller);
    await files.loose.discard(piece.name).catch(report);
    throw notNext();
  }

  /** Removes what has arrived. A file that is there stays. */
  async abandon(id: string, caller: Caller | null): Promise<void> {
    await this.discard(await removeUpload(this.options.database, keyOf(id, caller)));
  }

  private async standing(upload: UploadState, caller: Caller | null): Promise<UploadStanding> {
    const { received, metadata, size } = upload;
    // An empty file is made by its one piece, which has no bytes.
    if (metadata || received < size || upload.pieces.length === 0) return { received, metadata };
    return { received, metadata: await this.finish(upload, caller) };
  }

  private async finish(upload: UploadState, caller: Caller | null): Promise<ObjectMetadata> {
    const { database, clock, report } = this.options;
    const now = clock.now();
    if (!(await claimUpload(database, upload, now, now + finishingMs)))
      throw new PortError('aborted', 'The file is being made.');
    try {
      const metadata = await this.makeFile(upload, caller);
      await this.discard(upload.pieces);
      return metadata;
    } catch (error) {
      if (isPassing(error)) await unclaimUpload(database, upload).catch(report);
      else await this.discard(await removeUpload(database, upload));
      throw error;
    }
  }

  private async makeFile(upload: UploadState, caller: Caller | null): Promise<ObjectMetadata> {
    const { files, guard } = this.options;
    const { path, size, settings, owner } = upload;
    const { metadata } = await files.put(path, this.content(upload), settings, {
      owner,
      async check(before, after) {
        const checksums = after && { md5Hash: after.metadata.md5Hash, crc32c: after.crc32c };
        const incoming = new IncomingFile(path, size, settings, checksums);
        await guard.authorize({ method: 'create', path, before, after: incoming }, caller);
      },
      alongside: (sql, file) => completeUpload(sql, upload, file.metadata),
    });
    return metadata;
  }

  private async *content({ pieces }: UploadState): AsyncGenerator<Uint8Array> {
    for (const name of pieces) {
      const piece = await this.options.files.openContent(name);
      if (!piece) throw new PortError('failed-precondition', 'The upload took too long. Begin it again.');
      for await (const part of piece) yield part as Uint8Array;
    }
  }

  private async checkBeginning(
    { path, size, settings }: UploadRequest,
    owner: string,
    caller: Caller | null,
  ): Promise<void> {
    const { files, guard } = this.options;
    const before = await files.get(path);
    const after = new IncomingFile(path, size, settings, null);
    await guard.authorize({ method: 'create', path, before, after }, caller);
    if (customSize(settings.custom ?? {}) > largestCustom)
      throw new PortError('invalid-argument', `Custom metadata may be at most ${largestCustom} bytes.`);
    await this.checkLimits(size, owner, before?.owner === owner ? before.metadata.size : 0);
  }

  /** `replaced`: bytes of a file of the owner's that it replaces. */
  private async checkLimits(size: number, owner: string, replaced: number): Promise<void> {
    const { database, files } = this.options;
    const { largestFile, bytesPerOwner, underWay } = this.limits;
    const exceeded = (what: string) => new PortError('storage/quota-exceeded', `This server allows ${what}.`);
    if (size > largestFile) throw exceeded(`files of at most ${largestFile} bytes`);
    const others = await uploadsUnderWay(database, owner);
    if (others.count >= underWay) throw exceeded(`${underWay} uploads under way per person`);
    const stored = await files.bytesOf(owner);
    if (stored - replaced + others.bytes + size > bytesPerOwner)
      throw exceeded(`${bytesPerOwner} bytes of files per person`);
  }

  private async discard(pieces: readonly string[]): Promise<void> {
    const { files, report } = this.options;
    for (const name of pieces) await files.loose.discard(name).catch(report);
  }
}

const keyOf = (id: string, caller: Caller | null): UploadKey => ({ owner: caller?.uid ?? '', id });

const notNext = () => new PortError('aborted', 'This is not what comes next in this upload.');
