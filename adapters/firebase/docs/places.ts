/**
 * Cursors at snapshots that this client has not handed out (kept over a reload, or given by a function): the SDK takes only its own,
 * so the place is said in values, and the orders that a query implies are written out for them.
 */
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { compareFieldPaths } from '#provider-kit/docs/compare-field-paths.ts';
import { type FieldPath, parseFieldPath } from '#provider-kit/docs/field-path.ts';
import {
  type Cursor,
  documentId,
  type Filter,
  type FilterOp,
  type Order,
  type Query,
} from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';

const comparing: ReadonlySet<FilterOp> = new Set<FilterOp>(['<', '<=', '>', '>=', '!=', 'not-in']);

/** @throws PortError not-found, invalid-argument */
export function withPlaces(query: Query, isOwn: (at: DocSnapshot) => boolean): Query {
  const { start, end } = query;
  const isForeign = (cursor: Cursor | undefined) => cursor?.at !== undefined && !isOwn(cursor.at);
  if (!isForeign(start) && !isForeign(end)) return query;
  const orderBy = allOrders(query);
  const said = (cursor: Cursor): Cursor => {
    const { at, inclusive } = cursor;
    return at && isForeign(cursor)
      ? { values: orderBy.map((order) => valueAt(at, order, query)), inclusive }
      : cursor;
  };
  return { ...query, orderBy, ...(start ? { start: said(start) } : {}), ...(end ? { end: said(end) } : {}) };
}

function allOrders({ where = [], orderBy = [] }: Query): readonly Order[] {
  const direction = orderBy.at(-1)?.direction ?? 'asc';
  const key = (field: string) => (field === documentId ? field : JSON.stringify(parseFieldPath(field)));
  const taken = new Set(orderBy.map(({ field }) => key(field)));
  const implied: string[] = [];
  const compared = comparedFields(where).sort((one, other) =>
    compareFieldPaths(parseFieldPath(one), parseFieldPath(other)),
  );
  for (const field of [...compared, documentId]) {
    if (!taken.has(key(field))) implied.push(field);
    taken.add(key(field));
  }
  return [...orderBy, ...implied.map((field): Order => ({ field, direction }))];
}

const comparedFields = (filters: readonly Filter[]): string[] =>
  filters.flatMap((filter) => {
    if ('op' in filter) return comparing.has(filter.op) && filter.field !== documentId ? filter.field : [];
    return comparedFields('and' in filter ? filter.and : filter.or);
  });

function valueAt({ id, path, data }: DocSnapshot, { field }: Order, { group }: Query): DocValue {
  if (data === null)
    throw new PortError('not-found', `A cursor can’t stand at ${path}: there is no such document.`);
  if (field === documentId) return group ? path : id;
  const value = fieldAt(data, parseFieldPath(field));
  if (value === undefined)
    throw new PortError('invalid-argument', `A cursor can’t stand at ${path}: it has no field ${field}.`);
  return value;
}

function fieldAt(data: DocValue, names: FieldPath): DocValue | undefined {
  let value: DocValue | undefined = data;
  for (const name of names)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, DocValue>>)[name]
        : undefined;
  return value;
}
