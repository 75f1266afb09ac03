/** The folder of a shared cloud: one SQLite file with one row a record, used by one process at a time. */
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Found, Records } from '#fakes/host/records.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import {
  FolderError,
  folderSteps,
  migrateFolder,
  openFolderDatabase,
  folderProblem,
  foundInFolder,
  type FolderSteps,
  syncFile,
} from './folder-database.ts';
import { writeGroup } from './rows.ts';

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
/** @throws FolderError when it can't be used: another process has it, or what is in it is foreign, damaged or newer */
export function openFolder(folder: string, known: FolderSteps = folderSteps): Folder {
  const held = holdRecords(folder, known);
  const { database } = held;
  try {
    const found = foundInFolder(database, path.join(folder, fileName));
    return {
      found,
      async write(group, aheadMs) {
        // Waits for the end of the turn: its later writes join the next group.
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
export function holdRecords(folder: string, known: FolderSteps = folderSteps): HeldRecords {
  const file = path.join(folder, fileName);
  checkFolder(folder, file);
  makeFolder(folder);
  const hold = holdFolder(folder);
  let opened: DatabaseSync | null = null;
  try {
    const database = openFolderDatabase(file, folder, known);
    opened = database;
    migrateFolder(database, file, known);
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
    const source = openFolderDatabase(file, folder, folderSteps, { readOnly: true });
    try {
      // All pages in one step: one that is written to would be begun again and again.
      await backup(source, made, { rate: 2 ** 30 });
    } finally {
      source.close();
    }
    const copy = openFolderDatabase(made, folder);
    try {
      foundInFolder(copy, file);
    } finally {
      copy.close();
    }
    syncFile(made);
    renameSync(made, target);
  } catch (error) {
    throw error instanceof FolderError
      ? error
      : new FolderError(folderProblem(error, target), { cause: error });
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
    const database = openFolderDatabase(made, source);
    try {
      migrateFolder(database, null, folderSteps);
      foundInFolder(database, source);
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
    throw new FolderError(folderProblem(error, folder), { cause: error });
  }
  return {
    end: () => lock.close(),
    undo() {
      lock.close();
      if (isNew) rmSync(file, { force: true });
    },
  };
}

/** A folder with other things in it, and no cloud, is somebody's. */
function checkFolder(folder: string, file: string): void {
  if (!existsSync(folder) || existsSync(file)) return;
  if (readdirSync(folder).some((name) => name !== lockName))
    throw new FolderError(
      `${folder} holds other things and no Muster cloud. Name an empty folder, or a new one.`,
    );
}
