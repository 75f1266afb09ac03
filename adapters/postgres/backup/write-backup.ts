/** Writes a backup of a whole installation, as of one moment, while it may be in use. */
import { createWriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { isPortError, PortError } from '#ports/errors.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import type { FileStore } from '../files/file-store.ts';
import { tableVersion } from '../table-version.ts';
import { backupFormat, lineText } from './backup-lines.ts';

export interface BackupCounts {
  readonly rows: number;
  readonly contents: number;
}

export interface BackupOptions {
  readonly database: SqlDatabase;
  readonly files: FileStore;
  /** The file, which must not be there. */
  readonly file: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const rowsAtOnce = 500;
/** A file that was replaced meanwhile may have lost its content. */
const mostTries = 3;

/** @throws PortError already-exists, unavailable, aborted when files change all the time; errors of the disk */
export async function writeBackup(options: BackupOptions): Promise<BackupCounts> {
  const { file } = options;
  const part = `${file}.part`;
  for (let tries = 1; ; tries++)
    try {
      const counts = await options.database.read(async (sql) => {
        const written = { rows: 0, contents: 0 };
        await pipeline(
          Readable.from(linesOf(sql, options, written)),
          createGzip(),
          createWriteStream(part, { mode: 0o600, flush: true }),
        );
        return written;
      });
      // Fails where there is a file of that name.
      await link(part, file).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'EEXIST') throw cause;
        throw new PortError('already-exists', `${file} is there already. Name a new file.`, { cause });
      });
      return counts;
    } catch (error) {
      if (!isPortError(error, 'aborted') || tries === mostTries) throw error;
    } finally {
      await rm(part, { force: true });
    }
}

async function* linesOf(
  sql: Sql,
  { files, now }: BackupOptions,
  counts: { rows: number; contents: number },
): AsyncGenerator<string> {
  const tables = await tableVersion(sql);
  if (tables === 0) throw new PortError('failed-precondition', 'There is nothing in this database yet.');
  yield lineText({ format: backupFormat, tables, at: now() });
  for (const { table, columns } of await tablesOf(sql)) {
    yield lineText({ table, columns: [...columns] });
    const texts = columns.map((name) => `${quoted(name)}::text`).join(', ');
    await sql.rows(`DECLARE backup_rows CURSOR FOR SELECT ARRAY[${texts}] AS texts FROM ${quoted(table)}`);
    for (;;) {
      const found = await sql.rows<{ texts: (string | null)[] }>(`FETCH ${rowsAtOnce} FROM backup_rows`);
      for (const { texts: row } of found) yield lineText(row);
      counts.rows += found.length;
      if (found.length < rowsAtOnce) break;
    }
    await sql.rows('CLOSE backup_rows');
  }
  const sequences = await sql.rows<{ name: string; last: string | null }>(
    'SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = current_schema()',
  );
  yield lineText({ sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])) });
  const contents = await sql.rows<{ content: string }>('SELECT DISTINCT content FROM files ORDER BY content');
  for (const { content } of contents) {
    const pieces = await files.open(content);
    if (!pieces) throw new PortError('aborted', 'Files were changed while they were copied. Try again.');
    yield lineText({ content });
    for await (const piece of pieces as AsyncIterable<Buffer>) yield lineText(piece.toString('base64'));
    counts.contents++;
  }
  yield lineText({ end: true, ...counts });
}

/** Tables of the schema but the list of migrations, with their columns. */
export async function tablesOf(
  sql: Sql,
): Promise<readonly { readonly table: string; readonly columns: readonly string[] }[]> {
  return sql.rows(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns
      FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name <> 'migrations'
      GROUP BY table_name ORDER BY table_name`,
  );
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
