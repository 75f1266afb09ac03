/** Facts about a document, or a part of it, that a query can return. */
import { nameCursor } from '#query/sort-fields.ts';
import { formatFieldPath, parseFieldPath } from '#query/arguments.ts';
import { lastPart } from '#query/paths.ts';
import { documentId, type Query } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import type { Branch, FieldFilter } from './branches.ts';

export interface Bound {
  readonly value: DocValue;
  readonly inclusive: boolean;
}

export interface Facts {
  /** Name of the field in a query; '' for the document as a whole. */
  readonly field: string;
  /** Whether it exists, whatever its value. */
  exists: boolean;
  /** Whether it is a map, because something in it is known. */
  isMap: boolean;
  /** Its value, by the query's equality. */
  equal: DocValue | undefined;
  /** Whether it is certainly not null. */
  notNull: boolean;
  /** Values that it is not. */
  readonly not: DocValue[];
  /** Bounds: it is of their type, and above or below them. */
  low: Bound | undefined;
  high: Bound | undefined;
  /** Items that it contains, as a list. */
  readonly contains: DocValue[];
  /** Facts of a map's fields. */
  readonly fields: Map<string, Facts>;
}

const nothingKnown = (field: string): Facts => ({
  field,
  exists: false,
  isMap: false,
  equal: undefined,
  notNull: false,
  not: [],
  low: undefined,
  high: undefined,
  contains: [],
  fields: new Map(),
});

export interface DocFacts {
  /** Facts of the document's fields: a map. */
  readonly data: Facts;
  /** Facts of its id. */
  readonly id: Facts;
  /** Its whole path, when the query names it. */
  readonly path: string | null;
}

export function factsOf(query: Query, branch: Branch): DocFacts {
  const data: Facts = { ...nothingKnown(''), exists: true, isMap: true };
  const id: Facts = { ...nothingKnown(documentId), exists: true, notNull: true };
  let path: string | null = null;
  for (const filter of branch) {
    if (filter.field !== documentId) {
      learn(factsAt(data, filter.field), filter);
      continue;
    }
    const { op, value } = filter;
    if (op === 'not-in') continue;
    const place = nameCursor(query, value);
    if (op === '==') path = place;
    // Ids of one collection are ordered as the paths are.
    if (!query.group || op === '==') learn(id, { ...filter, value: lastPart(place) });
  }
  for (const { field } of query.orderBy ?? []) if (field !== documentId) factsAt(data, field);
  return { data, id, path };
}

/** The facts of one field, which is there. */
function factsAt(data: Facts, field: string): Facts {
  let at = data;
  const path = parseFieldPath(field);
  for (const [depth, name] of path.entries()) {
    at.isMap = true;
    const inner = at.fields.get(name) ?? nothingKnown(formatFieldPath(path.slice(0, depth + 1)));
    inner.exists = true;
    at.fields.set(name, inner);
    at = inner;
  }
  return at;
}

/** Queries compare null and NaN with themselves alone: a value neither more nor less than one of them is that one. */
const isAlone = (value: DocValue): boolean => value === null || Number.isNaN(value);

/** Facts of a filter. Every operator, `!=` and `not-in` too, excludes documents that lack the field. */
function learn(facts: Facts, { op, value }: FieldFilter): void {
  facts.exists = true;
  switch (op) {
    case '==':
      facts.equal = value;
      return;
    case '<':
    case '<=':
      facts.high = { value, inclusive: op === '<=' };
      if (isAlone(value)) facts.equal = value;
      return;
    case '>':
    case '>=':
      facts.low = { value, inclusive: op === '>=' };
      if (isAlone(value)) facts.equal = value;
      return;
    case '!=':
      facts.notNull = true;
      facts.not.push(value);
      return;
    case 'not-in':
      facts.notNull = true;
      if (Array.isArray(value)) facts.not.push(...(value as DocValue[]));
      return;
    case 'array-contains':
      facts.contains.push(value);
      return;
    case 'in':
    case 'array-contains-any':
  }
}

/** Facts of a field of a map with known facts. */
export const factsIn = (facts: Facts, name: string): Facts =>
  facts.fields.get(name) ??
  nothingKnown(facts.field === '' ? formatFieldPath([name]) : `${facts.field}.${formatFieldPath([name])}`);
