/** Records as rows of SQLite: each with a checksum, because SQLite itself does not notice a changed byte in a value. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { KeepGroup } from '#fakes/cloud/journal.ts';
import { headKey, headRecord, serviceEnd, servicePrefix } from '#fakes/host/records.ts';

const checksum = (key: string, value: Uint8Array) => crc32(value, crc32(key));

/** All or nothing. */
export function writeGroup(
  database: DatabaseSync,
  { head, anew, records }: KeepGroup,
  aheadMs: number,
): void {
  const { put, remove, removeAll } = statementsOf(database);
  const store = (key: string, value: unknown) => {
    // A structured clone, as IndexedDB keeps it.
    const bytes = serialize(value);
    put.run(key, bytes, checksum(key, bytes));
  };
  database.exec('BEGIN');
  try {
    for (const service of anew) removeAll.run(servicePrefix(service), serviceEnd(service));
    for (const { service, key, value } of records)
      if (value === undefined) remove.run(servicePrefix(service) + key);
      else store(servicePrefix(service) + key, value);
    store(headKey, headRecord(head, aheadMs));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** @throws Error for a row whose checksum is wrong, or whose value can't be read */
export function readRows(database: DatabaseSync): ReadonlyMap<string, unknown> {
  const rows = new Map<string, unknown>();
  for (const { key, value, crc } of database.prepare('SELECT key, value, crc FROM record').iterate()) {
    const [name, bytes] = [String(key), value as Uint8Array];
    if (checksum(name, bytes) !== crc) throw new Error(`The record ${name} is not what was written.`);
    rows.set(name, deserialize(bytes));
  }
  return rows;
}

interface Statements {
  readonly put: StatementSync;
  readonly remove: StatementSync;
  readonly removeAll: StatementSync;
}

const prepared = new WeakMap<DatabaseSync, Statements>();

function statementsOf(database: DatabaseSync): Statements {
  const known = prepared.get(database);
  if (known) return known;
  const statements = {
    put: database.prepare('INSERT OR REPLACE INTO record VALUES (?, ?, ?)'),
    remove: database.prepare('DELETE FROM record WHERE key = ?'),
    removeAll: database.prepare('DELETE FROM record WHERE key >= ? AND key < ?'),
  };
  prepared.set(database, statements);
  return statements;
}
