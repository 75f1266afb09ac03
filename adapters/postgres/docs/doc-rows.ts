/** Documents as rows. */
import type { DocData } from '#ports/docs/values.ts';
import type { DocState } from '#query/doc-state.ts';
import { dataFromJson, dataToJson } from '#query/json-values.ts';
import { collectionOf, lastPart } from '#query/paths.ts';
import type { StoredDoc } from '#query/store.ts';
import type { Sql } from '../sql.ts';
import { keysOf } from './doc-keys.ts';
import { nameText, pathOfText } from './names.ts';
import { pathKey } from './sort-key.ts';

export interface DocRow {
  readonly path: string;
  readonly data: string;
  readonly version: string;
  readonly created: string;
}

/** @throws PortError data-loss for damaged data */
export const docOfRow = ({ path, data, version, created }: DocRow): StoredDoc => ({
  path: pathOfText(path),
  data: dataFromJson(data),
  version: Number(version),
  created: Number(created),
});

/** Documents that are there, by path. */
export async function readDocs(sql: Sql, paths: Iterable<string>): Promise<Map<string, StoredDoc>> {
  const names = [...new Set(paths)].map(nameText);
  const rows =
    names.length === 0
      ? []
      : await sql.rows<DocRow>('SELECT path, data, version, created FROM docs WHERE path = ANY($1::text[])', [
          names,
        ]);
  return new Map(rows.map((row) => [pathOfText(row.path), docOfRow(row)]));
}

export interface DocRowChange {
  readonly path: string;
  /** `null`: the document is deleted. */
  readonly data: DocData | null;
}

/** Nested fields that an index of the document's collection has, by the collection's last name. */
export type NestedFields = (collectionGroup: string) => readonly string[];

export async function writeDocs(
  sql: Sql,
  changes: readonly DocRowChange[],
  version: number,
  nested: NestedFields,
): Promise<void> {
  const deleted = changes.filter(({ data }) => data === null).map(({ path }) => nameText(path));
  if (deleted.length > 0) await sql.rows('DELETE FROM docs WHERE path = ANY($1::text[])', [deleted]);
  const rows = changes.flatMap(({ path, data }) => (data ? [rowOf(path, data, nested)] : []));
  if (rows.length === 0) return;
  await sql.rows(
    `INSERT INTO docs
      SELECT path, collection, collection_group, decode(name, 'hex'), data, keys, inexact, $2, $2
      FROM jsonb_to_recordset($1) AS row(
        path text, collection text, collection_group text, name text, data text, keys jsonb, inexact text[])
      ON CONFLICT (path) DO UPDATE
      SET data = excluded.data, keys = excluded.keys, inexact = excluded.inexact, version = excluded.version`,
    [JSON.stringify(rows), version],
  );
}

function rowOf(path: string, data: DocData, nested: NestedFields) {
  const collection = collectionOf(path);
  const group = lastPart(collection);
  return {
    path: nameText(path),
    collection: nameText(collection),
    collection_group: nameText(group),
    name: Buffer.from(pathKey(path)).toString('hex'),
    data: dataToJson(data),
    ...keysOf(data, nested(group)),
  };
}

/** States of documents as a text, and back. */
export const statesToText = (states: readonly DocState[]): string =>
  JSON.stringify(states.map(({ path, data, version }) => [path, version, data && dataToJson(data)]));

export const statesOfText = (text: string): readonly DocState[] =>
  (JSON.parse(text) as readonly [string, number, string | null][]).map(([path, version, data]) => ({
    path,
    version,
    data: data === null ? null : dataFromJson(data),
  }));
