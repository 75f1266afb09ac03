/**
 * Trial of an upgrade in a second schema of the same database, for a server that belongs to others. All of it is one transaction that is taken
 * back, so that nothing is left however it ends.
 */
import { PortError } from '#ports/errors.ts';
import { quoted, tablesOf } from '../backup/write-backup.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import { type Migrations, migrateTables, tableVersion } from '../table-version.ts';
import { checkContents, countRows } from './table-contents.ts';

class TakenBack extends Error {}

/**
 * @throws PortError permission-denied where the user may not make a schema, with what to do; failed-precondition for tables that no migration
 * made; data-loss when the check fails; what a migration throws
 */
export async function tryInSchema(
  database: SqlDatabase,
  schema: string,
  migrations: Migrations,
): Promise<void> {
  try {
    await database.write(async (sql) => {
      const copy = `${schema}_upgrade`;
      await makeSchema(sql, copy);
      const from = await tableVersion(sql);
      const before = await countRows(sql);
      const tables = await tablesOf(sql);
      await sql.rows(`SET LOCAL search_path = ${copy}`);
      await migrateTables(sql, migrations, 0, from);
      await copyRows(sql, schema, tables);
      await migrateTables(sql, migrations, from);
      await checkContents(sql, before);
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

async function makeSchema(sql: Sql, copy: string): Promise<void> {
  try {
    await sql.rows(`CREATE SCHEMA ${copy}`);
  } catch (cause) {
    if (!(cause instanceof PortError) || cause.code !== 'permission-denied') throw cause;
    throw new PortError(
      'permission-denied',
      'An upgrade is tried on a copy in a schema of its own, which this user of the database may not make. Let its owner run: GRANT CREATE ON DATABASE … TO …',
      { cause },
    );
  }
}

interface CopiedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

async function copyRows(sql: Sql, schema: string, tables: readonly CopiedTable[]): Promise<void> {
  const made = new Map((await tablesOf(sql)).map(({ table, columns }) => [table, columns.join()]));
  for (const { table, columns } of await parentsFirst(sql, tables)) {
    if (made.get(table) !== columns.join())
      throw new PortError('failed-precondition', `The table ${table} is not as Muster has made it.`);
    const names = columns.map(quoted).join(', ');
    await sql.rows(`DELETE FROM ${quoted(table)}`);
    await sql.rows(
      `INSERT INTO ${quoted(table)} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM ${schema}.${quoted(table)}`,
    );
  }
  const sequences = await sql.rows<{ name: string; last: string }>(
    'SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = $1 AND last_value IS NOT NULL',
    [schema],
  );
  for (const { name, last } of sequences)
    await sql.rows('SELECT setval($1::regclass, $2::bigint)', [quoted(name), last]);
}

/** Tables after those that their foreign keys refer to. */
async function parentsFirst(sql: Sql, tables: readonly CopiedTable[]): Promise<readonly CopiedTable[]> {
  const references = await sql.rows<{ child: string; parent: string }>(
    `SELECT DISTINCT child.relname AS child, parent.relname AS parent FROM pg_constraint
      JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
      WHERE contype = 'f' AND conrelid <> confrelid AND child.relnamespace = current_schema()::regnamespace`,
  );
  const ordered: CopiedTable[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ table }) => table));
    const isReady = ({ table }: CopiedTable) =>
      references.every(({ child, parent }) => child !== table || !names.has(parent));
    const ready = waiting.filter(isReady);
    if (ready.length === 0) throw new PortError('internal', 'Tables refer to each other in a circle.');
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}
