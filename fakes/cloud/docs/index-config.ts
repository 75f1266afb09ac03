/** Indexes of a project: those of its `firestore.indexes.json`, and the automatic ones of every field. */
import { BoundedMemo } from '#query/bounded-memo.ts';
import { type FieldPath, parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { documentId } from '#ports/docs/query.ts';
import { canonicalField } from '#query/sort-fields.ts';
import {
  automatic,
  type CompositeIndex,
  type IndexesOfFields,
  type IndexField,
  type Mode,
  type Scope,
  type SingleField,
} from './declared-indexes.ts';

/** An index for nearest neighbours: fields that must be equal, and then the vector. */
export interface VectorIndex {
  readonly scope: Scope;
  readonly fields: readonly string[];
  readonly vector: string;
  readonly dimension: number;
}

interface Override {
  /** Empty for all fields of the collection. */
  readonly path: FieldPath;
  readonly indexes: readonly SingleField[];
}

export class IndexConfig implements IndexesOfFields {
  private readonly composites = new Map<string, CompositeIndex[]>();
  private readonly vectors = new Map<string, VectorIndex[]>();
  private readonly overrides = new Map<string, Override[]>();

  /** @throws TypeError for a file with invalid content */
  constructor(json: string) {
    const file = objectOf(parsed(json), 'The file');
    for (const entry of listOf(file['indexes'])) this.addIndex(objectOf(entry, 'An index'));
    for (const entry of listOf(file['fieldOverrides'])) this.addOverride(objectOf(entry, 'An override'));
  }

  compositesOf(collection: string): readonly CompositeIndex[] {
    return this.composites.get(collection) ?? [];
  }

  vectorsOf(collection: string): readonly VectorIndex[] {
    return this.vectors.get(collection) ?? [];
  }

  ofField(collection: string, path: FieldPath): readonly SingleField[] {
    let nearest: Override | null = null;
    for (const override of this.overrides.get(collection) ?? []) {
      const covers = override.path.every((name, at) => name === path[at]);
      if (covers && (!nearest || override.path.length > nearest.path.length)) nearest = override;
    }
    return nearest?.indexes ?? automatic;
  }

  mostOfField(collection: string): number {
    let most = automatic.length - 1;
    for (const { indexes } of this.overrides.get(collection) ?? []) most = Math.max(most, 2 * indexes.length);
    return most;
  }

  private addIndex(entry: Entry): void {
    const collection = textOf(entry, 'collectionGroup');
    const scope = scopeOf(entry);
    const fields = listOf(entry['fields']).map((field) => objectOf(field, 'A field of an index'));
    const last = fields.at(-1);
    if (!last) throw new TypeError(`An index of ${collection} has no fields.`);
    const { vectorConfig } = last;
    if (vectorConfig === undefined) {
      const all = withName(fields.map((field) => ({ field: nameOf(field), mode: modeOf(field) })));
      push(this.composites, collection, { scope, fields: all });
      return;
    }
    const before = fields.slice(0, -1).map(nameOf);
    push(this.vectors, collection, {
      scope,
      fields: before.filter((field) => field !== documentId),
      vector: nameOf(last),
      dimension: Number(objectOf(vectorConfig, 'vectorConfig')['dimension']),
    });
  }

  private addOverride(entry: Entry): void {
    const name = textOf(entry, 'fieldPath');
    const indexes = listOf(entry['indexes']).map((index) => {
      const one = objectOf(index, 'An index of an override');
      return { scope: scopeOf(one), mode: modeOf(one) };
    });
    const path = name === '*' ? [] : parseFieldPath(name);
    push(this.overrides, textOf(entry, 'collectionGroup'), { path, indexes });
  }
}

type Entry = Readonly<Record<string, unknown>>;

/** An implied name is the last field, in the direction of the last ordered one. */
function withName(fields: readonly IndexField[]): readonly IndexField[] {
  if (fields.some(({ field }) => field === documentId)) return fields;
  return [...fields, { field: documentId, mode: fields.at(-1)?.mode === 'desc' ? 'desc' : 'asc' }];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new TypeError('firestore.indexes.json is no JSON.', { cause: error });
  }
}

function objectOf(value: unknown, what: string): Entry {
  if (!isPlainObject(value)) throw new TypeError(`${what} in firestore.indexes.json must be an object.`);
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TypeError('A list was expected in firestore.indexes.json.');
  return value;
}

function textOf(entry: Entry, name: string): string {
  const value = entry[name];
  if (typeof value !== 'string' || value === '')
    throw new TypeError(`An entry of firestore.indexes.json has no ${name}.`);
  return value;
}

const nameOf = (entry: Entry): string => canonicalField(textOf(entry, 'fieldPath'));

function scopeOf({ queryScope = 'COLLECTION' }: Entry): Scope {
  if (queryScope !== 'COLLECTION' && queryScope !== 'COLLECTION_GROUP')
    throw new TypeError(`There is no query scope ${String(queryScope)}.`);
  return queryScope;
}

function modeOf({ order, arrayConfig }: Entry): Mode {
  if (arrayConfig === 'CONTAINS') return 'contains';
  if (order === 'ASCENDING') return 'asc';
  if (order === 'DESCENDING') return 'desc';
  throw new TypeError('A field of an index is ASCENDING, DESCENDING or CONTAINS.');
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

const kept = new BoundedMemo<string, IndexConfig>(16);

/** Configuration of a JSON text, parsed once for equal texts. @throws TypeError */
export const indexConfigOf = (json: string): IndexConfig => kept.of(json, (text) => new IndexConfig(text));
