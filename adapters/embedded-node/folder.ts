/** The folder of a shared cloud: one SQLite file with one row a record, used by one process at a time. */
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type Found, foundIn, type Records } from '#fakes/host/records.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { readRows, writeGroup } from './rows.ts';

/** What is wrong with a folder or a file, in a sentence for whoever named it. Nothing in it was changed. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

export interface Folder {
  readonly found: Found;
  readonly write: Records['write'];
  /** A small text that is kept beside the records; `null` for none. */
  text(name: string): string | null;
  setText(name: string, value: string): void;
  close(): void;
}

const fileName = 'muster.sqlite';
const lockName = 'muster.lock';
/** “MUST”, so that a file of another program is known as such. */
const applicationId = 0x4d_55_53_54;
/** Statements that lead from each version of the tables to the next, the first one from none. */
export type Steps = readonly string[];

export const folderSteps: Steps = [
  `CREATE TABLE record (key TEXT PRIMARY KEY, value BLOB NOT NULL, crc INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE text (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
];

/** @throws FolderError when it can't be used: another process has it, or what is in it is foreign, damaged or newer */
export function openFolder(folder: string, known: Steps = folderSteps): Folder {
  const held = holdRecords(folder, known);
  const { database } = held;
  try {
    const found = readFound(database, path.join(folder, fileName));
    return {
      found,
      async write(group, aheadMs) {
        // What else arrives in this turn is part of the next group, not a group each.
        await new Promise<void>((turn) => setImmediate(guardListener(turn)));
        writeGroup(database, group, aheadMs);
      },
      text: held.text,
      setText: held.setText,
      close: held.close,
    };
  } catch (error) {
    held.undo();
    throw error;
  }
}

/** A folder that is this process's, with its rows unread. */
export interface HeldRecords extends Pick<Folder, 'text' | 'setText' | 'close'> {
  readonly database: DatabaseSync;
  /** Like `close`, and leaves the folder as it was before it was held. */
  undo(): void;
}

/** The rows of a folder, which is made when it is missing. @throws FolderError as `openFolder` does, but for what is in the rows */
export function holdRecords(folder: string, known: Steps = folderSteps): HeldRecords {
  const file = path.join(folder, fileName);
  checkFolder(folder, file);
  makeFolder(folder);
  const hold = holdFolder(folder);
  let opened: DatabaseSync | null = null;
  try {
    const database = openDatabase(file, folder, known);
    opened = database;
    migrate(database, file, known);
    return {
      database,
      text(name) {
        const row = database.prepare('SELECT value FROM text WHERE name = ?').get(name);
        return row ? String(row['value']) : null;
      },
      setText(name, value) {
        database.prepare('INSERT OR REPLACE INTO text VALUES (?, ?)').run(name, value);
      },
      close() {
        database.close();
        hold.end();
      },
      undo() {
        database.close();
        hold.undo();
      },
    };
  } catch (error) {
    opened?.close();
    hold.undo();
    throw error;
  }
}

/** Whether there is a cloud in the folder. */
export const holdsCloud = (folder: string): boolean => existsSync(path.join(folder, fileName));

/** Copies what a folder holds into a new file, as it is at one moment; another process may be at work in it. @throws FolderError */
export async function backUpFolder(folder: string, target: string): Promise<void> {
  const file = path.join(folder, fileName);
  if (!existsSync(file))
    throw new FolderError(`${folder} holds no Muster cloud: there is nothing to back up.`);
  if (existsSync(target)) throw new FolderError(`${target} is there already. Name a file that is not.`);
  checkFolder(folder, file);
  const made = `${target}.part`;
  try {
    const source = openDatabase(file, folder, folderSteps, { readOnly: true });
    try {
      // All pages in one step: one that is written to would be begun again and again.
      await backup(source, made, { rate: 2 ** 30 });
    } finally {
      source.close();
    }
    const copy = openDatabase(made, folder);
    try {
      readFound(copy, file);
    } finally {
      copy.close();
    }
    syncFile(made);
    renameSync(made, target);
  } catch (error) {
    throw error instanceof FolderError ? error : new FolderError(problemOf(error, target), { cause: error });
  } finally {
    for (const suffix of suffixes) rmSync(made + suffix, { force: true });
  }
}

/** Makes a folder of a backup. @throws FolderError for a folder that is not empty, and for a file that is no whole backup */
export function restoreFolder(folder: string, source: string): void {
  if (!existsSync(source)) throw new FolderError(`${source} is not there.`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new FolderError(
      `${folder} is not empty. A backup is restored into a new folder, so that nothing is lost.`,
    );
  makeFolder(folder);
  const made = path.join(folder, `${fileName}.part`);
  copyFileSync(source, made);
  try {
    const database = openDatabase(made, source);
    try {
      migrate(database, null, folderSteps);
      readFound(database, source);
    } finally {
      database.close();
    }
    syncFile(made);
    renameSync(made, path.join(folder, fileName));
  } finally {
    for (const suffix of suffixes) rmSync(made + suffix, { force: true });
  }
}

/** Of the files that SQLite makes beside one. */
const suffixes = ['', '-wal', '-shm', '-journal'];

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? '';
    throw new FolderError(`${folder} can’t be written to (${reason}). Name a folder that can.`, {
      cause: error,
    });
  }
}

interface Hold {
  end(): void;
  /** Leaves the folder as it was before it was held. */
  undo(): void;
}

/**
 * A folder is one process's: an open transaction on a file of its own, which ends with the process however that ends. The records'
 * own file stays readable, for a backup.
 */
function holdFolder(folder: string): Hold {
  const file = path.join(folder, lockName);
  const isNew = !existsSync(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new FolderError(problemOf(error, folder), { cause: error });
  }
  return {
    end: () => lock.close(),
    undo() {
      lock.close();
      if (isNew) rmSync(file, { force: true });
    },
  };
}

function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** A folder with other things in it, and no cloud, is somebody's. */
function checkFolder(folder: string, file: string): void {
  if (!existsSync(folder) || existsSync(file)) return;
  if (readdirSync(folder).some((name) => name !== lockName))
    throw new FolderError(
      `${folder} holds other things and no Muster cloud. Name an empty folder, or a new one.`,
    );
}

/**
 * Each commit is in the log, and the log on the disk, before it returns (WAL with synchronous=FULL): it outlasts a killed process and
 * lost power.
 */
function openDatabase(
  file: string,
  named: string,
  known: Steps = folderSteps,
  { readOnly = false } = {},
): DatabaseSync {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(file, { timeout: busyMs, readOnly });
  } catch (error) {
    throw new FolderError(problemOf(error, named), { cause: error });
  }
  try {
    const { application_id: id } = first(database, 'PRAGMA application_id');
    const { count } = first(database, 'SELECT count(*) AS count FROM sqlite_schema');
    if (id !== applicationId && !(id === 0 && count === 0))
      throw new FolderError(`${named} was not written by Muster. It is left as it is; name another.`);
    const { user_version: found } = first(database, 'PRAGMA user_version');
    if (Number(found) > known.length)
      throw new FolderError(
        `${named} was written by a newer Muster (version ${String(found)}, this one knows ${known.length}). It is left as it is; run the newer one.`,
      );
    if (!readOnly) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof FolderError) throw error;
    throw new FolderError(problemOf(error, named), { cause: error });
  }
}

/** Milliseconds that one waits for the other: a backup, and the process at work. */
const busyMs = 5000;

/** SQLite's result codes. */
const codes = { busy: 5, corrupt: 11, notADatabase: 26 } as const;

function problemOf(error: unknown, named: string): string {
  const { errcode = 0, message } = error as Error & { readonly errcode?: number };
  // Extended codes have the plain one in their lowest byte.
  const code = errcode & 0xff;
  if (code === codes.busy)
    return `${named} is in use by another process. End that one, or name another folder.`;
  if (code === codes.notADatabase)
    return `${named} was not written by Muster. It is left as it is; name another.`;
  if (code === codes.corrupt) return damaged(named);
  return `${named} can’t be used: ${message}.`;
}

const damaged = (named: string) =>
  `${named} is damaged. It is left as it is; restore a backup into a new folder with --restore.`;

/** An earlier version is copied aside first. */
function migrate(database: DatabaseSync, file: string | null, known: Steps): void {
  const found = Number(first(database, 'PRAGMA user_version')['user_version']);
  if (found === known.length) return;
  if (file !== null && found > 0) {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(file, `${file}.version-${found}`);
    syncFile(`${file}.version-${found}`);
  }
  database.exec(
    `BEGIN; ${known.slice(found).join('\n')} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${known.length}; COMMIT;`,
  );
}

/** @throws FolderError for what is damaged or of another format */
function readFound(database: DatabaseSync, named: string): Found {
  let found: Found;
  try {
    const { integrity_check: verdict } = first(database, 'PRAGMA integrity_check');
    if (verdict !== 'ok') throw new Error(String(verdict));
    const { records, broken } = readRows(database);
    found = foundIn(records, broken);
  } catch (error) {
    throw new FolderError(damaged(named), { cause: error });
  }
  if (found.state === 'unreadable')
    throw new FolderError(
      `${named} was written by another version of Muster, whose records this one can’t read. It is left as it is; run that version, or name a new folder.`,
    );
  return found;
}

const first = (database: DatabaseSync, sql: string): Readonly<Record<string, unknown>> =>
  database.prepare(sql).get() ?? {};
