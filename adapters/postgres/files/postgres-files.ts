/** Files: metadata in PostgreSQL, contents in a store. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PortError } from '#ports/errors.ts';
import type { ServerObjectPage } from '#ports/server/server.ts';
import type { ObjectChanges, ObjectPage, UploadSettings } from '#ports/storage/storage.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { Random } from '#provider-kit/random.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import {
  changedFile,
  fileColumns,
  type StoredFileRow,
  newFile,
  type StoredFile,
  storedFileOf,
} from './file-rows.ts';
import { fileStatement } from './file-statements.ts';
import type { ContentRange, FileStore } from './file-store.ts';
import { listBelow, listFolder } from './list-files.ts';
import { LooseContents } from './loose-contents.ts';

export interface PostgresFilesOptions {
  readonly database: SqlDatabase;
  readonly store: FileStore;
  readonly clock: Clock;
  /** Its ids name contents, and are the secrets of download addresses: they can't be guessed. */
  readonly random: Random;
  /** Gets errors that are in no answer. */
  readonly report: (error: unknown) => void;
}

/**
 * Decides on a change: the file before and after it, null where there is none. Throws to refuse. Called again when the file was
 * changed meanwhile.
 */
export type FileCheck = (before: StoredFile | null, after: StoredFile | null) => void | Promise<void>;

export interface FileWriteOptions {
  /** Uid of the writer. Default null: backend code. */
  readonly owner?: string | null;
  readonly check?: FileCheck;
  /** Runs in the transaction of the write. An exception rolls it back. */
  readonly alongside?: (sql: Sql, file: StoredFile) => Promise<void>;
}

const mostTries = 20;
const collectMs = 10 * 60_000;

export class PostgresFiles {
  /** Contents that are no files yet: pieces of uploads. */
  readonly loose: LooseContents;
  private readonly options: PostgresFilesOptions;
  private cancelTimer: () => void = () => {};
  private closed = false;

  constructor(options: PostgresFilesOptions) {
    this.options = options;
    this.loose = new LooseContents(options.database, options.store, options.clock, options.random);
  }

  /** Removes contents that no file has, now and every ten minutes. */
  start(): void {
    const collect = () => this.loose.collect().catch(this.options.report);
    const again = () => {
      if (this.closed) return;
      this.cancelTimer = this.options.clock.setTimer(
        guardListener(() => void collect().then(again)),
        collectMs,
      );
    };
    void collect().then(again);
  }

  close(): void {
    this.closed = true;
    this.cancelTimer();
  }

  async get(path: string): Promise<StoredFile | null> {
    if (!path.isWellFormed()) return null;
    const [row] = await this.options.database.rows<StoredFileRow>(
      `SELECT ${fileColumns} FROM files WHERE path = $1`,
      [path],
    );
    return row ? storedFileOf(row) : null;
  }

  /** @throws PortError storage/object-not-found */
  async need(path: string): Promise<StoredFile> {
    return needed(path, await this.get(path));
  }

  /**
   * Writes or replaces a file as a whole. The bytes of an array may not be changed meanwhile.
   * @throws PortError storage/invalid-checksum, invalid-argument for too large a `custom`, resource-exhausted, unavailable; whatever
   * the content or the check throws
   */
  async put(
    path: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    { md5Hash, ...settings }: UploadSettings = {},
    { owner = null, check, alongside }: FileWriteOptions = {},
  ): Promise<StoredFile> {
    if (!path.isWellFormed()) throw new PortError('invalid-argument', `The path ${path} is not Unicode.`);
    const staged = await this.loose.stage(content);
    try {
      if (md5Hash !== undefined && md5Hash !== staged.md5Hash)
        throw new PortError('storage/invalid-checksum', `What arrived for ${path} is not what was sent.`);
      const [generation] = await this.options.database.rows<{ next: string }>(
        "SELECT nextval('file_generations') AS next",
      );
      const file = newFile(path, staged, settings, {
        generation: generation?.next ?? '',
        now: this.options.clock.now(),
        owner,
      });
      await this.change(
        path,
        () => file,
        check,
        (sql) => alongside?.(sql, file),
      );
      return file;
    } catch (error) {
      await this.loose.discard(staged.name).catch(this.options.report);
      throw error;
    }
  }

  /** @throws PortError storage/object-not-found, invalid-argument for too large a `custom`; whatever the check throws */
  async update(path: string, changes: ObjectChanges, check?: FileCheck): Promise<StoredFile> {
    const now = this.options.clock.now();
    const after = await this.change(path, (file) => changedFile(needed(path, file), changes, now), check);
    return needed(path, after);
  }

  /** False when there was none. @throws whatever the check throws */
  async remove(path: string, check?: FileCheck): Promise<boolean> {
    let found = false;
    await this.change(
      path,
      (file) => {
        found = file !== null;
        return null;
      },
      check,
    );
    return found;
  }

  /**
   * Content of a file as it was read; `null` when it was replaced or removed since. A caller that does not read to the end destroys the
   * stream.
   */
  open({ content }: StoredFile, range?: ContentRange): Promise<Readable | null> {
    return this.options.store.open(content, range);
  }

  /** A content that is no file yet; `null` when there is none. */
  openContent(name: string): Promise<Readable | null> {
    return this.options.store.open(name);
  }

  /** `null` when there is none. @throws PortError data-loss when the store has lost it */
  async read(path: string): Promise<Uint8Array | null> {
    let before: StoredFile | null = null;
    for (;;) {
      const file = await this.get(path);
      if (!file) return null;
      if (file.content === before?.content)
        throw new PortError('data-loss', `The content of ${path} is missing.`);
      const stream = await this.open(file);
      if (stream) return new Uint8Array(await buffer(stream));
      before = file;
    }
  }

  /** Bytes of the contents that somebody wrote. */
  async bytesOf(owner: string): Promise<number> {
    const [row] = await this.options.database.rows<{ bytes: string }>(
      'SELECT coalesce(sum(size), 0) AS bytes FROM files WHERE owner = $1',
      [owner],
    );
    return Number(row?.bytes ?? 0);
  }

  /** Objects and folders directly under a path. @throws PortError invalid-argument for a token of another listing */
  list(folder: string, max: number, pageToken: string | null): Promise<ObjectPage> {
    return listFolder(this.options.database, folder, max, pageToken);
  }

  /** Objects at any depth. @throws PortError invalid-argument for a token of another listing */
  listAll(folder: string, max: number, pageToken: string | null): Promise<ServerObjectPage> {
    return listBelow(this.options.database, folder, max, pageToken);
  }

  /** Secret of a file's download address: the same until the file is replaced, removed, or its addresses are revoked. */
  async downloadToken({ metadata: { path, generation } }: StoredFile): Promise<string> {
    const [row] = await this.options.database.rows<{ token: string }>(
      'UPDATE files SET token = coalesce(token, $3) WHERE path = $1 AND generation = $2 RETURNING token',
      [path, generation, this.options.random.id(32)],
    );
    if (!row) throw missing(path);
    return row.token;
  }

  /** File of a download address; `null` when the address is good no more. */
  async byToken(path: string, token: string): Promise<StoredFile | null> {
    if (!path.isWellFormed() || !/^[A-Za-z0-9]{32}$/u.test(token)) return null;
    const [row] = await this.options.database.rows<StoredFileRow>(
      `SELECT ${fileColumns} FROM files WHERE path = $1 AND token = $2`,
      [path, token],
    );
    return row ? storedFileOf(row) : null;
  }

  async revokeTokens(path: string): Promise<void> {
    if (!path.isWellFormed()) return;
    await this.options.database.rows('UPDATE files SET token = NULL WHERE path = $1', [path]);
  }

  /** Carries a change out on the file that it was decided on. */
  private async change(
    path: string,
    decide: (before: StoredFile | null) => StoredFile | null,
    check: FileCheck = () => {},
    alongside: (sql: Sql) => Promise<void> | undefined = async () => {},
  ): Promise<StoredFile | null> {
    for (let tries = 0; tries < mostTries; tries++) {
      const before = await this.get(path);
      const after = decide(before);
      await check(before, after);
      if (!before && !after) return null;
      const isDone = await this.options.database.write(async (sql) => {
        const isWritten = await this.write(sql, path, before, after);
        if (isWritten) await alongside(sql);
        return isWritten;
      });
      if (!isDone) continue;
      if (before && before.content !== after?.content)
        await this.loose.discard(before.content).catch(this.options.report);
      return after;
    }
    throw new PortError('aborted', `The file ${path} is changed by others all the time.`);
  }

  /** False when the file is not as it was before. */
  private async write(
    sql: Sql,
    path: string,
    before: StoredFile | null,
    after: StoredFile | null,
  ): Promise<boolean> {
    const isNew = after !== null && after.content !== before?.content;
    const [statement, values] = fileStatement(path, before, after, isNew);
    const [written] = await sql.rows(statement, values);
    if (!written) return false;
    if (isNew) await this.loose.adopt(sql, after.content);
    if (before && before.content !== after?.content) await this.loose.release(sql, before.content);
    return true;
  }
}

const missing = (path: string) => new PortError('storage/object-not-found', `There is no object at ${path}.`);

function needed(path: string, file: StoredFile | null): StoredFile {
  if (!file) throw missing(path);
  return file;
}
