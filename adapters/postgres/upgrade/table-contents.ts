/** Contents that an upgrade of the tables must preserve: rows, and readable documents, files and accounts. */
import type pg from 'pg';
import { PortError } from '#ports/errors.ts';
import { type AccountRow, accountOf } from '../auth/account-records.ts';
import { quoted, tablesOf } from '../backup/write-backup.ts';
import { type DocRow, docOfRow } from '../docs/doc-rows.ts';
import { type StoredFileRow, storedFileOf } from '../files/file-rows.ts';
import type { Sql } from '../sql.ts';

/** Rows by table. */
export type RowCounts = ReadonlyMap<string, number>;

const rowsAtOnce = 500;

/** Of the schema in the search path. */
export async function countRows(sql: Sql): Promise<RowCounts> {
  const counts = new Map<string, number>();
  for (const { table } of await tablesOf(sql)) {
    const [found] = await sql.rows<{ rows: string }>(`SELECT count(*) AS rows FROM ${quoted(table)}`);
    counts.set(table, Number(found?.rows ?? 0));
  }
  return counts;
}

/**
 * Within a transaction, after the migrations.
 * @throws PortError data-loss with a sentence that says what is missing, or can't be read
 */
export async function checkContents(sql: Sql, before: RowCounts): Promise<void> {
  const after = await countRows(sql);
  for (const [table, rows] of before) {
    const left = after.get(table) ?? 0;
    if (left < rows)
      throw new PortError('data-loss', `The table ${table} had ${rows} rows, and would have ${left}.`);
  }
  await readAll<DocRow>(sql, 'docs', 'path', docOfRow);
  await readAll<StoredFileRow>(sql, 'files', 'path', storedFileOf);
  await readAll<AccountRow>(sql, 'auth_accounts', 'uid', accountOf);
}

/** Reads every row as the program does. */
async function readAll<Row extends pg.QueryResultRow>(
  sql: Sql,
  table: string,
  key: string & keyof Row,
  read: (row: Row) => unknown,
): Promise<void> {
  await sql.rows(`DECLARE checked_rows CURSOR FOR SELECT * FROM ${table}`);
  for (;;) {
    const rows = await sql.rows<Row>(`FETCH ${rowsAtOnce} FROM checked_rows`);
    for (const row of rows)
      try {
        read(row);
      } catch (cause) {
        throw new PortError('data-loss', `${String(row[key])} in the table ${table} can’t be read.`, {
          cause,
        });
      }
    if (rows.length < rowsAtOnce) break;
  }
  await sql.rows('CLOSE checked_rows');
}
