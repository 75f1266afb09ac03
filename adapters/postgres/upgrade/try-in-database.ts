/** Trial of an upgrade on a copy of the whole database, for a server of one's own: the copy is exact, with its indexes. */
import pg from 'pg';
import { PortError } from '#ports/errors.ts';
import { openDatabase } from '../database.ts';
import { type Migrations, migrateTables, tableVersion } from '../table-version.ts';
import { checkContents, countRows } from './table-contents.ts';

const copyName = 'muster_upgrade_copy';

export interface DatabaseTrialOptions {
  /** Of the database; nobody else is connected to it. */
  readonly connection: pg.ClientConfig;
  readonly schema: string;
  readonly migrations: Migrations;
  readonly report: (error: unknown) => void;
}

/**
 * The copy is removed at the end, and one that an earlier trial left behind at the beginning.
 * @throws PortError data-loss when the check fails; resource-exhausted without room for a copy; unavailable; what a migration throws
 */
export async function tryInDatabase(options: DatabaseTrialOptions): Promise<void> {
  const { connection, schema, migrations, report } = options;
  const { database: original = 'postgres' } = connection;
  await asAdministrator(connection, [
    `DROP DATABASE IF EXISTS ${copyName} WITH (FORCE)`,
    `CREATE DATABASE ${copyName} TEMPLATE ${pg.escapeIdentifier(original)}`,
  ]);
  try {
    const copy = await openDatabase({
      ...{ connection: { ...connection, database: copyName }, schema, connections: 1, report },
      tables: 'any',
    });
    try {
      await copy.write(async (sql) => {
        const before = await countRows(sql);
        await migrateTables(sql, migrations, await tableVersion(sql));
        await checkContents(sql, before);
      });
    } finally {
      await copy.close();
    }
  } finally {
    await asAdministrator(connection, [`DROP DATABASE IF EXISTS ${copyName} WITH (FORCE)`]);
  }
}

/** In a database beside, since one that is copied may have no connections. */
async function asAdministrator(connection: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'template1' });
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } catch (cause) {
    const isFull = cause instanceof pg.DatabaseError && cause.code?.startsWith('53') === true;
    throw isFull
      ? new PortError('resource-exhausted', 'There is no room for a copy of the database.', { cause })
      : new PortError('unavailable', 'A copy of the database can’t be made.', { cause });
  } finally {
    await client.end().catch(() => {});
  }
}
