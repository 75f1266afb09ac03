/** Installation on PostgreSQL as an end of a move. Requires exclusive use of the database. */
import { PortError } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';
import {
  emptyShelf,
  type MoveShelves,
  type MoveSource,
  type MoveTarget,
  type OpenContent,
} from '#provider-kit/move/move-backend.ts';
import type { Random } from '#provider-kit/random.ts';
import type { SqlDatabase } from '../database.ts';
import type { DocIndex } from '../docs/doc-indexes.ts';
import type { FileStore } from '../files/file-store.ts';
import { PostgresFiles } from '../files/postgres-files.ts';
import { SharedTree } from '../realtime/shared-tree.ts';
import { servingState } from '../serving-processes.ts';
import { accountShelf } from './account-shelf.ts';
import { settingShelf } from './setting-shelf.ts';
import { documentShelf } from './document-shelf.ts';
import { contentOfFiles, fileShelf } from './file-shelf.ts';
import { taskShelf } from './task-shelf.ts';
import { valueShelf } from './value-shelf.ts';

export interface DatabaseMoveOptions {
  readonly database: SqlDatabase;
  /** The store's contents. */
  readonly files: FileStore;
  /** As messages name it. */
  readonly name: string;
  readonly clock: Clock;
  /** Its ids can't be guessed. */
  readonly random: Random;
  /** As the program that is started on it declares them. */
  readonly indexes: readonly DocIndex[];
  /** Gets errors that are in no answer. */
  readonly report: (error: unknown) => void;
  /** Wait between two of at most 20 looks whether servers have ended. Default: 0.1 s. */
  readonly pause?: () => Promise<unknown>;
}

interface OpenedShelves {
  readonly shelves: MoveShelves;
  readonly contentOf: OpenContent;
  close(): void;
}

async function openShelves(options: DatabaseMoveOptions): Promise<OpenedShelves> {
  const { database, files: store, clock, random, report } = options;
  const files = new PostgresFiles({ database, store, clock, random, report });
  const tree = await SharedTree.open(database, report);
  return {
    shelves: {
      settings: settingShelf(database),
      conditions: emptyShelf('conditions of the configuration'),
      accounts: await accountShelf(database),
      documents: await documentShelf(database, clock, options.indexes),
      files: fileShelf(database, files),
      values: valueShelf(tree, clock),
      tasks: taskShelf(database),
    },
    contentOf: contentOfFiles(files),
    close: () => tree.close(),
  };
}

/** @throws PortError failed-precondition when a server is connected; unavailable */
export async function openDatabaseSource(options: DatabaseMoveOptions): Promise<MoveSource> {
  const { name } = options;
  await requireAlone(options);
  const { shelves, contentOf, close } = await openShelves(options);
  return {
    ...{ name, shelves, contentOf },
    unread: [],
    aheadMs: 0,
    checkAtRest: () => requireAlone(options),
    close: async () => close(),
  };
}

/** @throws PortError failed-precondition when a server is connected; unavailable */
export async function openDatabaseTarget(options: DatabaseMoveOptions): Promise<MoveTarget> {
  const { database, name } = options;
  await requireAlone(options);
  const { shelves, close } = await openShelves(options);
  return {
    ...{ name, shelves },
    blind: new Set(),
    keepsParts: true,
    mark: () => unfinishedMove(database),
    setMark: (id) =>
      database.write(async (sql) => {
        await sql.rows('DELETE FROM moves');
        if (id !== null) await sql.rows('INSERT INTO moves VALUES ($1)', [id]);
      }),
    async isEmpty() {
      const [found] = await database.rows<{ used: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM docs) OR EXISTS (SELECT 1 FROM auth_accounts) OR EXISTS (SELECT 1 FROM files)
          OR EXISTS (SELECT 1 FROM config_values) OR EXISTS (SELECT 1 FROM tasks) AS used`,
      );
      return found?.used === false;
    },
    finish: async () => {},
    close: async () => close(),
  };
}

/** Id of a move into the database that has not ended; `null` for none. A server does not start meanwhile. */
export async function unfinishedMove(database: SqlDatabase): Promise<string | null> {
  const [row] = await database.rows<{ id: string }>('SELECT id FROM moves');
  return row?.id ?? null;
}

async function requireAlone({ database, name, pause }: DatabaseMoveOptions): Promise<void> {
  const state = await servingState(database, pause);
  if (state === 'none') return;
  throw new PortError(
    'failed-precondition',
    state === 'serving'
      ? `A server is at work in ${name}. Stop it (SIGTERM), and move then.`
      : `A stopped server of ${name} has left requests that still run in the database. Move again in a minute.`,
  );
}
