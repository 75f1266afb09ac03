/** Records as rows of SQLite: each with a checksum, because SQLite itself does not notice a changed byte in a value. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { KeepGroup } from '#fakes/cloud/journal.ts';
import { asideEnd, asideKey, asidePrefix, headKey, headRecord } from '#fakes/host/records.ts';
import { serviceEnd, servicePrefix } from '#fakes/host/record-keys.ts';

const checksum = (key: string, value: Uint8Array) => crc32(value, crc32(key));

/** All or nothing. */
export function writeGroup(
  database: DatabaseSync,
  { head, anew, records, setAside }: KeepGroup,
  aheadMs: number,
): void {
  const { put, remove, removeAll, rename } = statementsOf(database);
  const store = (key: string, value: unknown) => {
    // A structured clone, as IndexedDB keeps it.
    const bytes = serialize(value);
    put.run(key, bytes, checksum(key, bytes));
  };
  database.exec('BEGIN');
  try {
    for (const { service, key } of setAside)
      rename.run(asideKey(head, service, key), servicePrefix(service) + key);
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

export interface RecordRows {
  readonly records: ReadonlyMap<string, unknown>;
  /** Keys of rows with a wrong checksum or a value that can't be read, with the reason. */
  readonly broken: ReadonlyMap<string, string>;
}

/** All rows but those set aside. @throws Error for a head that can't be read: it says how the others are */
export function readRows(database: DatabaseSync): RecordRows {
  const records = new Map<string, unknown>();
  const broken = new Map<string, string>();
  const select = database.prepare('SELECT key, value, crc FROM record WHERE key < ? OR key >= ?');
  for (const { key, value, crc } of select.iterate(asidePrefix, asideEnd)) {
    const name = String(key);
    try {
      records.set(name, valueOfRow(name, value as Uint8Array, crc));
    } catch (error) {
      if (name === headKey) throw error;
      broken.set(name, (error as Error).message);
    }
  }
  return { records, broken };
}

/** @throws Error for a value that is not what was written */
export function valueOfRow(key: string, bytes: Uint8Array, crc: unknown): unknown {
  if (checksum(key, bytes) !== crc) throw new Error('It is not what was written.');
  return deserialize(bytes);
}

interface Statements {
  readonly put: StatementSync;
  readonly remove: StatementSync;
  readonly removeAll: StatementSync;
  readonly rename: StatementSync;
}

const prepared = new WeakMap<DatabaseSync, Statements>();

function statementsOf(database: DatabaseSync): Statements {
  const known = prepared.get(database);
  if (known) return known;
  const statements = {
    put: database.prepare('INSERT OR REPLACE INTO record VALUES (?, ?, ?)'),
    remove: database.prepare('DELETE FROM record WHERE key = ?'),
    removeAll: database.prepare('DELETE FROM record WHERE key >= ? AND key < ?'),
    rename: database.prepare('UPDATE OR REPLACE record SET key = ? WHERE key = ?'),
  };
  prepared.set(database, statements);
  return statements;
}
