/** The SQLite file of a folder of a shared cloud: opened, brought up to date, read. */
import { closeSync, copyFileSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Found, foundIn } from '#fakes/host/records.ts';
import { readRows } from './rows.ts';

/** Problem of a folder or a file, as a sentence for the command line. Nothing in it was changed. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/** “MUST”, so that a file of another program is known as such. */
const applicationId = 0x4d_55_53_54;
/** Statements that lead from each version of the tables to the next, the first one from none. */
export type FolderSteps = readonly string[];

export const folderSteps: FolderSteps = [
  `CREATE TABLE record (key TEXT PRIMARY KEY, value BLOB NOT NULL, crc INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE text (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
];

export function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Each commit is in the log, and the log on the disk, before it returns (WAL with synchronous=FULL): it outlasts a killed process and
 * lost power.
 */
export function openFolderDatabase(
  file: string,
  named: string,
  known: FolderSteps = folderSteps,
  { readOnly = false } = {},
): DatabaseSync {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(file, { timeout: busyMs, readOnly });
  } catch (error) {
    throw new FolderError(folderProblem(error, named), { cause: error });
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
    throw new FolderError(folderProblem(error, named), { cause: error });
  }
}

/** Milliseconds that one waits for the other: a backup, and the process at work. */
const busyMs = 5000;

/** SQLite's result codes. */
const codes = { busy: 5, corrupt: 11, notADatabase: 26 } as const;

export function folderProblem(error: unknown, named: string): string {
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
export function migrateFolder(database: DatabaseSync, file: string | null, known: FolderSteps): void {
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
export function foundInFolder(database: DatabaseSync, named: string): Found {
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
