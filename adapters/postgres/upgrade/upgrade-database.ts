/**
 * Upgrade of an installation's tables: tried on a copy, then a backup is written, then the tables are changed in one transaction, which is
 * checked before it is committed.
 */
import type pg from 'pg';
import { PortError } from '#ports/errors.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { openDatabase, type SqlDatabase } from '../database.ts';
import { servingState } from '../serving-processes.ts';
import type { FileStore } from '../files/file-store.ts';
import { migrations as programMigrations } from '../migrations.ts';
import type { Sql } from '../sql.ts';
import {
  lockTables,
  type Migrations,
  migrateTables,
  requireKnownVersion,
  tableVersion,
} from '../table-version.ts';
import { checkContents, countRows } from './table-contents.ts';
import { tryInDatabase } from './try-in-database.ts';
import { tryInSchema } from './try-in-schema.ts';

export interface UpgradeOptions {
  readonly connection: string | pg.ClientConfig;
  /** Default: `muster`. */
  readonly schema?: string;
  /** The server is this program's own, and nobody else's: the copy is a database, else a schema. */
  readonly isOwnServer: boolean;
  readonly files: FileStore;
  /** File of the backup, which must not be there. */
  readonly backup: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Gets a sentence before each step. */
  readonly onStep: (sentence: string) => void;
  /** Gets errors that are in no answer. */
  readonly report: (error: unknown) => void;
  /** Default: the program's. */
  readonly migrations?: Migrations;
}

export interface Upgraded {
  /** Versions of the tables before and after; the same when there was nothing to do, 0 where there are no tables. */
  readonly from: number;
  readonly to: number;
}

/**
 * @throws PortError failed-precondition for tables of a newer version, and while other processes use them; already-exists for the backup's
 * file; data-loss when the copy lacks something afterwards; permission-denied, unavailable; what a migration throws. The tables are unchanged then.
 */
export async function upgradeDatabase(options: UpgradeOptions): Promise<Upgraded> {
  const { schema = 'muster', migrations = programMigrations, onStep } = options;
  const to = migrations.length;
  const from = await withDatabase(options, schema, async (database) => {
    const version = await tableVersion(database);
    requireKnownVersion(version, to);
    if (version > 0 && version < to) await requireUnused(database);
    return version;
  });
  if (from === 0 || from === to) return { from, to: from };
  onStep(`The tables are of version ${from}. The change to ${to} is tried on a copy.`);
  await tryOnCopy(options, schema, migrations);
  await withDatabase(options, schema, async (database) => {
    onStep(`A backup is written into ${options.backup}.`);
    await writeBackup({ database, files: options.files, file: options.backup, now: options.now });
    onStep('The tables are changed.');
    await database.write(async (sql) => {
      await lockTables(sql, schema);
      await requireUnused(sql);
      if ((await tableVersion(sql)) !== from)
        throw new PortError('aborted', 'Another process has changed the tables meanwhile.');
      const before = await countRows(sql);
      await migrateTables(sql, migrations, from);
      await checkContents(sql, before);
    });
  });
  return { from, to };
}

async function tryOnCopy(options: UpgradeOptions, schema: string, migrations: Migrations): Promise<void> {
  const { connection, isOwnServer, report } = options;
  try {
    if (isOwnServer && typeof connection !== 'string')
      await tryInDatabase({ connection, schema, migrations, report });
    else await withDatabase(options, schema, (database) => tryInSchema(database, schema, migrations));
  } catch (cause) {
    if (!(cause instanceof PortError)) throw cause;
    const why = cause.cause instanceof Error ? ` (${cause.cause.message})` : '';
    throw new PortError(
      cause.code,
      `The upgrade failed on the copy, and nothing was changed. ${cause.message}${why}`,
      { cause },
    );
  }
}

async function withDatabase<T>(
  { connection, report }: UpgradeOptions,
  schema: string,
  run: (database: SqlDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ connection, schema, connections: 2, tables: 'any', report });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

/** Older programs don't know the new tables, and what they write meanwhile is in no backup. */
async function requireUnused(sql: Sql): Promise<void> {
  const state = await servingState(sql);
  if (state === 'none') return;
  throw new PortError(
    'failed-precondition',
    state === 'serving'
      ? 'Other processes of Muster use this database. Stop them, upgrade, and start the new version.'
      : 'A stopped process of Muster has left requests that still run in this database. Upgrade in a minute.',
  );
}
