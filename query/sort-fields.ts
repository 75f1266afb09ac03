/** Order of a query's documents, explicit and implied; and the values of its cursors. */
import { BoundedMemo } from './bounded-memo.ts';
import { compareFieldPaths } from '#provider-kit/docs/compare-field-paths.ts';
import { type FieldPath, formatFieldPath, parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { lastPart } from './paths.ts';
import { type Cursor, documentId, type Filter, type Query } from '#ports/docs/query.ts';
import { DocRef, type DocData, type DocValue } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { fieldAt } from './fields.ts';
import { typeRank } from './order.ts';

export interface SortField {
  /** `null` for the document's name. */
  readonly path: FieldPath | null;
  /** Canonical spelling of the path. */
  readonly name: string;
  readonly descending: boolean;
}

const inequalities: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '!=', 'not-in']);

/** The fields that the filters compare by more or less, each once, by their names from the outside in. Not the document’s name. */
function inequalityFields(filters: readonly Filter[]): readonly string[] {
  const fields = new Set<string>();
  const visit = (filter: Filter) => {
    if ('and' in filter) filter.and.forEach(visit);
    else if ('or' in filter) filter.or.forEach(visit);
    else if (inequalities.has(filter.op)) fields.add(canonicalField(filter.field));
  };
  filters.forEach(visit);
  fields.delete(documentId);
  return [...fields].sort((one, other) => compareFieldPaths(parseFieldPath(one), parseFieldPath(other)));
}

/** Canonical spelling of a field path, whatever its quotes. */
export const canonicalField = (field: string): string =>
  field === documentId ? field : canonical.of(field, spelledAgain);

const spelledAgain = (field: string): string => formatFieldPath(parseFieldPath(field));

const canonical = new BoundedMemo<string, string>(5000);

/**
 * Explicit orders, then the fields of inequalities, then the name; implied ones have the last order's direction.
 * @throws PortError invalid-argument
 */
export function ordersOf(query: Query): readonly SortField[] {
  const orders: SortField[] = [];
  const seen = new Set<string>();
  const add = (field: string, descending: boolean) => {
    const name = canonicalField(field);
    if (seen.has(name)) return;
    seen.add(name);
    orders.push({ path: name === documentId ? null : parseFieldPath(name), name, descending });
  };
  for (const { field, direction } of query.orderBy ?? []) {
    if (seen.has(canonicalField(field)))
      throw new PortError('invalid-argument', `A query can’t be ordered by “${field}” twice.`);
    add(field, direction === 'desc');
  }
  const descending = orders.at(-1)?.descending ?? false;
  for (const field of inequalityFields(query.where ?? [])) add(field, descending);
  const name = orders.findIndex(({ path }) => path === null);
  const after = orders[name + 1]?.path;
  if (name >= 0 && after)
    throw new PortError(
      'invalid-argument',
      `Nothing comes after the document’s name in an order, which leaves nothing open: order by ${formatFieldPath(after)} before it.`,
    );
  add(documentId, descending);
  return orders;
}

/** Real data of the client's snapshots, where a reader was shown something else (a pending time). */
export const pendingOriginals = new WeakMap<object, DocData>();

/** @throws PortError invalid-argument, not-found */
export function cursorValues(
  query: Query,
  cursor: Cursor,
  orders: readonly SortField[],
): readonly DocValue[] {
  const { at, values } = cursor;
  if (at) {
    const data = pendingOriginals.get(at) ?? at.data;
    if (data === null)
      throw new PortError('not-found', `A cursor can’t stand at ${at.path}: there is no such document.`);
    return orders.map(({ path }) => (path === null ? at.path : placeIn(data, path, at.path)));
  }
  if (!values || values.length === 0) throw new PortError('invalid-argument', 'A cursor needs a value.');
  const explicit = query.orderBy?.length ?? 0;
  if (values.length > explicit)
    throw new PortError(
      'invalid-argument',
      `The cursor has ${values.length} values, the query only ${explicit} orders.`,
    );
  return values.map((value, index) => (orders[index]?.path === null ? cursorName(query, value) : value));
}

/** A filter may name a document by a reference; a cursor may not. */
function cursorName(query: Query, value: DocValue): string {
  if (typeof value === 'string') return nameCursor(query, value);
  throw new PortError(
    'invalid-argument',
    'A cursor names a document by its id, or in a group query by its path.',
  );
}

function placeIn(data: DocData, path: FieldPath, doc: string): DocValue {
  const value = fieldAt(data, path);
  if (value === undefined)
    throw new PortError(
      'invalid-argument',
      `A cursor can’t stand at ${doc}: it has no field ${formatFieldPath(path)}, by which the query orders.`,
    );
  if (typeRank(value) === pendingRank)
    throw new PortError(
      'invalid-argument',
      `A cursor can’t stand at ${doc}: the server has not set its field ${formatFieldPath(path)} yet.`,
    );
  return value;
}

const pendingRank = 4;

/** Full path of a value of `documentId`: an id, in a group query a path, or a reference. */
export function nameCursor(query: Query, value: DocValue): string {
  if (value instanceof DocRef) return value.path;
  if (typeof value !== 'string' || value === '')
    throw new PortError('invalid-argument', 'The document’s name is compared with ids, paths or references.');
  if (query.group) {
    if (value.split('/').length % 2 !== 0)
      throw new PortError(
        'invalid-argument',
        `In a group query the document’s name is compared with whole paths; “${value}” is none.`,
      );
    return value;
  }
  if (value.includes('/'))
    throw new PortError(
      'invalid-argument',
      `In a query of one collection the document’s name is compared with ids; “${value}” is a path to ${lastPart(value)}.`,
    );
  return `${query.collection}/${value}`;
}
