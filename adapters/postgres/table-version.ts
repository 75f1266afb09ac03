/** Version of the tables: the number of migrations that made them. */
import { PortError } from '#ports/errors.ts';
import type { Sql } from './sql.ts';

/** Statements of each migration, by version less one. */
export type Migrations = readonly (readonly string[])[];

/** 0 where there are no tables. */
export async function tableVersion(sql: Sql): Promise<number> {
  const [there] = await sql.rows<{ there: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS there");
  if (!there?.there) return 0;
  const [done] = await sql.rows<{ number: number | null }>('SELECT max(number) AS number FROM migrations');
  return done?.number ?? 0;
}

/** Waits for other processes that change the tables of the schema, until the end of the transaction. */
export async function lockTables(sql: Sql, schema: string): Promise<void> {
  await sql.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [`${schema}.migrations`]);
}

/** Runs the migrations after version `from` up to `to` in the schema of the search path, within a transaction. */
export async function migrateTables(
  sql: Sql,
  migrations: Migrations,
  from: number,
  to: number = migrations.length,
): Promise<void> {
  await sql.rows('CREATE TABLE IF NOT EXISTS migrations (number int PRIMARY KEY, at timestamptz NOT NULL)');
  for (const [at, statements] of migrations.slice(0, to).entries()) {
    if (at < from) continue;
    for (const statement of statements) await sql.rows(statement);
    await sql.rows('INSERT INTO migrations VALUES ($1, now())', [at + 1]);
  }
}

/** @throws PortError failed-precondition for tables that a newer program made */
export function requireKnownVersion(version: number, newest: number): void {
  if (version > newest)
    throw new PortError(
      'failed-precondition',
      `The tables are of version ${version}; this program knows ${newest}. Start the newer program.`,
    );
}

/** @throws PortError failed-precondition for tables of another version than the program's */
export function requireVersion(version: number, newest: number): void {
  requireKnownVersion(version, newest);
  if (version < newest)
    throw new PortError(
      'failed-precondition',
      `The tables are of version ${version}; this program needs ${newest}. Nothing was changed. Start it with --upgrade first: that tries the change on a copy and writes a backup.`,
    );
}
