/** Fills an empty installation from a backup. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { PortError } from '#ports/errors.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import type { FileStore } from '../files/file-store.ts';
import { migrations as programMigrations } from '../migrations.ts';
import { type Migrations, migrateTables } from '../table-version.ts';
import { type BackupLine, type BackupRow, damaged, lineOf } from './backup-lines.ts';
import { type BackupCounts, quoted, tablesOf } from './write-backup.ts';

export interface RestoreOptions {
  readonly database: SqlDatabase;
  readonly files: FileStore;
  readonly file: string;
  /** Migrations of the database's tables. Default: the program's. */
  readonly migrations?: Migrations;
}

const rowsAtOnce = 500;

/**
 * All of it or nothing: contents without a row are removed later by themselves. A backup of an older version is upgraded.
 * @throws PortError data-loss for a damaged backup; failed-precondition for an installation that is in use, and for a backup of a newer version;
 * unavailable; errors of the disk
 */
export function restoreBackup(options: RestoreOptions): Promise<BackupCounts> {
  const { database, files, file, migrations = programMigrations } = options;
  return database.write(async (sql) => {
    await requireEmpty(sql);
    const lines = new BackupReader(file);
    const header = await lines.next();
    if (!isObject(header) || !('format' in header)) throw damaged();
    if (header.tables > migrations.length || header.tables < 1)
      throw new PortError(
        'failed-precondition',
        `The backup has tables of version ${header.tables}, this program knows ${migrations.length}. Restore it with the newer program.`,
      );
    if (header.tables < migrations.length) await makeOlderTables(sql, migrations, header.tables);
    const known = new Map((await tablesOf(sql)).map(({ table, columns }) => [table, columns]));
    for (const table of known.keys()) await sql.rows(`DELETE FROM ${quoted(table)}`);
    const counts = { rows: 0, contents: 0 };
    for (let line = await lines.next(); ;) {
      if (!isObject(line)) throw damaged();
      if ('table' in line) {
        const isSame = JSON.stringify(known.get(line.table)) === JSON.stringify(line.columns);
        if (!isSame) throw damaged();
        const { rows, next } = await insertRows(sql, line.table, line.columns, lines);
        counts.rows += rows;
        line = next;
      } else if ('sequences' in line) {
        for (const [name, last] of Object.entries(line.sequences))
          if (last !== null) await sql.rows('SELECT setval($1::regclass, $2::bigint)', [quoted(name), last]);
        line = await lines.next();
      } else if ('content' in line) {
        const pieces = new PieceReader(lines);
        await files.write(line.content, pieces);
        counts.contents++;
        line = pieces.following ?? (await lines.next());
      } else if ('end' in line) {
        if (line.rows !== counts.rows || line.contents !== counts.contents) throw damaged();
        await migrateTables(sql, migrations, header.tables);
        // Indexes are in no backup: the next start makes them.
        await sql.rows("UPDATE store SET indexes = ''");
        return counts;
      } else throw damaged();
    }
  });
}

const isObject = <T extends BackupLine>(line: T | null): line is Exclude<T, string | readonly unknown[]> =>
  typeof line === 'object' && line !== null && !Array.isArray(line);

async function requireEmpty(sql: Sql): Promise<void> {
  const [found] = await sql.rows<{ used: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM docs) OR EXISTS (SELECT 1 FROM auth_accounts) AS used',
  );
  if (found?.used)
    throw new PortError(
      'failed-precondition',
      'There is something already. Restore into a new folder, or an empty database.',
    );
}

/** Puts tables of an older version in place of empty ones. */
async function makeOlderTables(sql: Sql, migrations: Migrations, version: number): Promise<void> {
  const [place] = await sql.rows<{ name: string }>('SELECT current_schema() AS name');
  const schema = quoted(place?.name ?? '');
  await sql.rows(`DROP SCHEMA ${schema} CASCADE`);
  await sql.rows(`CREATE SCHEMA ${schema}`);
  await migrateTables(sql, migrations, 0, version);
}

async function insertRows(
  sql: Sql,
  table: string,
  columns: readonly string[],
  lines: BackupReader,
): Promise<{ rows: number; next: BackupLine | null }> {
  const types = new Map(
    (
      await sql.rows<{ name: string; type: string }>(
        `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
          WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
        [quoted(table)],
      )
    ).map(({ name, type }) => [name, type]),
  );
  const values = columns.map((name, at) => `(row->>${at})::${types.get(name)}`).join(', ');
  const insert = `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS row`;
  let waiting: BackupRow[] = [];
  let rows = 0;
  const flush = async () => {
    if (waiting.length > 0) await sql.rows(insert, [JSON.stringify(waiting)]);
    rows += waiting.length;
    waiting = [];
  };
  for (;;) {
    const next = await lines.next();
    if (!Array.isArray(next)) {
      await flush();
      return { rows, next };
    }
    if (next.length !== columns.length) throw damaged();
    waiting.push(next);
    if (waiting.length === rowsAtOnce) await flush();
  }
}

class BackupReader {
  private readonly lines: AsyncIterator<string>;

  constructor(file: string) {
    const content = createReadStream(file).pipe(createGunzip());
    this.lines = createInterface({ input: content, crlfDelay: Infinity })[Symbol.asyncIterator]();
  }

  /** `null` at the end. @throws PortError data-loss */
  async next(): Promise<BackupLine | null> {
    try {
      const { value, done } = await this.lines.next();
      return done ? null : lineOf(value);
    } catch (cause) {
      throw damaged(cause);
    }
  }
}

/** The pieces of one content, and the line that follows them. */
class PieceReader implements AsyncIterable<Uint8Array> {
  following: BackupLine | null = null;
  private readonly lines: BackupReader;

  constructor(lines: BackupReader) {
    this.lines = lines;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const line = await this.lines.next();
      if (typeof line !== 'string') {
        this.following = line;
        return;
      }
      yield Buffer.from(line, 'base64');
    }
  }
}
