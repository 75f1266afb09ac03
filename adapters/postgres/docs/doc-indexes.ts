/** Indexes of documents: declared ones become indexes of PostgreSQL over sort keys. */
import { createHash } from 'node:crypto';
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { documentId } from '#ports/docs/query.ts';
import { lastPart } from '#query/paths.ts';
import { canonicalField } from '#query/sort-fields.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import { keysOf } from './doc-keys.ts';
import { docOfRow, type DocRow, type NestedFields } from './doc-rows.ts';
import { nameText } from './names.ts';
import { keyExpression, literal } from './query-sql.ts';

export interface DocIndex {
  /** Last name of the collections. */
  readonly collection: string;
  /** Whether it serves queries of all collections of that name together. Default: of each one. */
  readonly group?: boolean;
  /** Fields in order. */
  readonly fields: readonly { readonly field: string; readonly descending?: boolean }[];
}

export interface PreparedIndexes {
  readonly nested: NestedFields;
  /** Nested fields with keys, of a collection or group. */
  nestedSet(collection: string): ReadonlySet<string>;
}

const keysAtOnce = 500;

/** Makes the indexes that are missing, and removes those that are no longer declared. Their keys are made for stored documents, too. */
export async function prepareIndexes(
  database: SqlDatabase,
  indexes: readonly DocIndex[],
): Promise<PreparedIndexes> {
  const nested = nestedFields(indexes);
  const statements = new Map(indexes.map(statementOf));
  const declared = JSON.stringify([
    [...statements.keys()].sort(),
    [...nested].map(([group, fields]) => [group, [...fields]]),
  ]);
  await database.write(async (sql) => {
    const [store] = await sql.rows<{ indexes: string }>('SELECT indexes FROM store FOR UPDATE');
    if (store?.indexes === declared) return;
    for (const [group, fields] of nested) await makeKeys(sql, group, [...fields]);
    const present = await sql.rows<{ indexname: string }>(
      "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE 'declared\\_%'",
    );
    for (const { indexname } of present)
      if (!statements.has(indexname)) await sql.rows(`DROP INDEX ${indexname}`);
    for (const statement of statements.values()) await sql.rows(statement);
    await sql.rows('UPDATE store SET indexes = $1', [declared]);
  });
  return {
    nested: (group) => [...(nested.get(group) ?? [])],
    nestedSet: (collection) => nested.get(lastPart(collection)) ?? none,
  };
}

const none: ReadonlySet<string> = new Set();

function nestedFields(indexes: readonly DocIndex[]): Map<string, Set<string>> {
  const nested = new Map<string, Set<string>>();
  for (const { collection, fields } of indexes)
    for (const { field } of fields) {
      if (field === documentId || parseFieldPath(field).length === 1) continue;
      nested.set(collection, (nested.get(collection) ?? new Set()).add(canonicalField(field)));
    }
  return nested;
}

function statementOf({
  collection,
  group = false,
  fields,
}: DocIndex): readonly [name: string, statement: string] {
  const columns = fields.map(({ field, descending = false }) => {
    const column = field === documentId ? 'name' : keyExpression(nameText(canonicalField(field)));
    return `${column}${descending ? ' DESC' : ''}`;
  });
  const all = [...(group ? [] : ['collection']), ...columns];
  if (!fields.some(({ field }) => field === documentId))
    all.push(fields.at(-1)?.descending ? 'name DESC' : 'name');
  const on = `ON docs (${all.join(', ')}) WHERE collection_group = ${literal(nameText(collection))}`;
  const name = `declared_${createHash('sha256').update(on).digest('hex').slice(0, 32)}`;
  return [name, `CREATE INDEX IF NOT EXISTS ${name} ${on}`];
}

async function makeKeys(sql: Sql, group: string, fields: readonly string[]): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await sql.rows<DocRow>(
      `SELECT path, data, version, created FROM docs WHERE collection_group = $1 AND path > $2
        ORDER BY path LIMIT ${keysAtOnce}`,
      [nameText(group), after],
    );
    const keyed = rows.map((row) => ({ path: row.path, ...keysOf(docOfRow(row).data, fields) }));
    await sql.rows(
      `UPDATE docs SET keys = row.keys, inexact = row.inexact
        FROM jsonb_to_recordset($1) AS row(path text, keys jsonb, inexact text[]) WHERE docs.path = row.path`,
      [JSON.stringify(keyed)],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.path;
  }
}
