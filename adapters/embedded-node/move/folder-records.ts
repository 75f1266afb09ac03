/** Records of a folder of a shared cloud, in pages. */
import type { DatabaseSync } from 'node:sqlite';
import type { KeptHead } from '#fakes/cloud/journal.ts';
import type { Entry } from '#fakes/cloud/records.ts';
import { servicePrefix } from '#fakes/host/record-keys.ts';
import { headKey } from '#fakes/host/records.ts';
import { PortError } from '#ports/errors.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import { valueOfRow, writeGroup } from '../rows.ts';
import { pageBounds, type RecordStore } from './record-store.ts';

interface Row {
  readonly key: string;
  readonly value: Uint8Array;
  readonly crc: number;
}

/** `head`: of the records that are written. */
export function folderRecords(database: DatabaseSync, head: KeptHead): RecordStore {
  const after = database.prepare('SELECT key, value, crc FROM record WHERE key > ? AND key < ? ORDER BY key');
  const one = database.prepare('SELECT key, value, crc FROM record WHERE key = ?');
  const any = database.prepare('SELECT 1 AS found FROM record WHERE key <> ? LIMIT 1');
  return {
    page(service, part, from) {
      const prefix = `${servicePrefix(service)}${part}/`;
      const entries: Entry[] = [];
      let bytes = 0;
      for (const found of after.iterate(prefix + (from ?? ''), endOf(prefix))) {
        const row = rowOf(found);
        if (entries.length > 0 && bytes + row.value.length > pageBounds.bytes)
          return { entries, next: lastKey(entries) };
        bytes += row.value.length;
        entries.push([row.key.slice(prefix.length), valueOf(row)]);
        if (entries.length === pageBounds.records) return { entries, next: lastKey(entries) };
      }
      return { entries, next: null };
    },
    get(service, part, keys) {
      const prefix = `${servicePrefix(service)}${part}/`;
      return keys.flatMap((key): Entry[] => {
        const found = one.get(prefix + key);
        return found ? [[key, valueOf(rowOf(found))]] : [];
      });
    },
    put(records) {
      const encoded = records.map(({ service, key, value }) => ({
        service,
        key,
        value: encodeMessage(value),
      }));
      writeGroup(database, { head, anew: [], records: encoded, setAside: [] }, 0);
    },
    isEmpty: () => any.get(headKey) === undefined,
  };
}

/** The first text after all that begin with the prefix, which ends in a slash. */
const endOf = (prefix: string) => `${prefix.slice(0, -1)}0`;
const lastKey = (entries: readonly Entry[]) => entries.at(-1)?.[0] ?? null;

const rowOf = (found: Readonly<Record<string, unknown>>): Row => ({
  key: String(found['key']),
  value: found['value'] instanceof Uint8Array ? found['value'] : new Uint8Array(),
  crc: Number(found['crc']),
});

function valueOf({ key, value, crc }: Row): unknown {
  try {
    return decodeMessage(valueOfRow(key, value, crc));
  } catch (cause) {
    throw new PortError(
      'data-loss',
      `The record ${key} is damaged. Start the desk once, which sets it aside, or restore a backup; then move again.`,
      { cause },
    );
  }
}
