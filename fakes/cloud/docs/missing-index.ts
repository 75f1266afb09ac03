/** The index that a query needs, as the entry to add to `firestore.indexes.json`. */
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { documentId } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import type { IndexField, Mode, Scope } from './declared-indexes.ts';
import type { IndexConfig } from './index-config.ts';

/** Fields of an index that serves one alternative of a query. */
export interface Need {
  readonly collection: string;
  readonly scope: Scope;
  readonly equal: ReadonlySet<string>;
  readonly contains: ReadonlySet<string>;
  /** The name is among them. */
  readonly orders: readonly IndexField[];
}

type How =
  | { readonly order: 'ASCENDING' | 'DESCENDING' }
  | { readonly arrayConfig: 'CONTAINS' }
  | { readonly vectorConfig: { readonly dimension: number; readonly flat: Readonly<Record<string, never>> } };

interface IndexEntry {
  readonly collectionGroup: string;
  readonly queryScope: Scope;
  readonly fields: readonly ({ readonly fieldPath: string } & How)[];
}

/** An override replaces the field's automatic indexes, so it lists those too. */
interface OverrideEntry {
  readonly collectionGroup: string;
  readonly fieldPath: string;
  readonly indexes: readonly (How & { readonly queryScope: Scope })[];
}

export type MissingIndex =
  | { readonly list: 'indexes'; readonly entry: IndexEntry }
  | { readonly list: 'fieldOverrides'; readonly entry: OverrideEntry };

interface Vector {
  readonly vector: string;
  readonly dimension: number;
}

export function missingIndex(config: IndexConfig, need: Need, vector?: Vector): MissingIndex {
  const { collection, scope } = need;
  const fields = fieldsOf(need, vector !== undefined);
  const [only] = fields;
  if (!vector && fields.length === 1 && only && only.field !== documentId)
    return { list: 'fieldOverrides', entry: overrideOf(config, collection, scope, only) };
  const entries = fields.map(({ field, mode }) => ({ fieldPath: field, ...howOf(mode) }));
  const last = vector && {
    fieldPath: vector.vector,
    vectorConfig: { dimension: vector.dimension, flat: {} },
  };
  return {
    list: 'indexes',
    entry: {
      collectionGroup: collection,
      queryScope: scope,
      fields: last ? [...entries, last] : entries,
    },
  };
}

/** Fields of an index: equalities first, in any order; the name is listed only where it is not implied. */
function fieldsOf({ equal, contains, orders }: Need, forVector: boolean): readonly IndexField[] {
  const ordered = new Set(orders.map(({ field }) => field));
  const first: IndexField[] = [...contains].map((field) => ({ field, mode: 'contains' }));
  for (const field of [...equal].sort()) if (!ordered.has(field)) first.push({ field, mode: 'asc' });
  const last = orders.at(-1);
  if (last?.field !== documentId) return [...first, ...orders];
  const fields = [...first, ...orders.slice(0, -1)];
  const implied = fields.at(-1)?.mode === 'desc' ? 'desc' : 'asc';
  return forVector || last.mode === implied ? fields : [...fields, last];
}

function overrideOf(
  config: IndexConfig,
  collection: string,
  queryScope: Scope,
  { field, mode }: IndexField,
): OverrideEntry {
  const before = config.ofField(collection, parseFieldPath(field));
  return {
    collectionGroup: collection,
    fieldPath: field,
    indexes: [
      ...before.map((single) => ({ ...howOf(single.mode), queryScope: single.scope })),
      { ...howOf(mode), queryScope },
    ],
  };
}

const howOf = (mode: Mode): How =>
  mode === 'contains' ? { arrayConfig: 'CONTAINS' } : { order: mode === 'asc' ? 'ASCENDING' : 'DESCENDING' };

/** The error holds the entries by the lists that they belong to. */
export function needsIndexes(missing: readonly MissingIndex[]): PortError {
  const lines = missing.map(({ list, entry }) => `to “${list}”: ${JSON.stringify(entry)}`);
  const of = (list: MissingIndex['list']) =>
    missing.filter((one) => one.list === list).map(({ entry }) => entry);
  return new PortError(
    'failed-precondition',
    `The query needs an index. Add to firestore.indexes.json, ${lines.join('; ')}`,
    { details: { indexes: of('indexes'), fieldOverrides: of('fieldOverrides') } },
  );
}
