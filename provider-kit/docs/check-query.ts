/** Queries as given by a caller, checked for shape and copied. Allowed combinations are decided by the provider. */
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { checkFieldName, fieldPathWithin } from './field-names.ts';
import type { ArgumentLimits } from '#ports/docs/limits.ts';
import { widestLimits } from './argument-limits.ts';
import { isPlainObject, ownValue } from './own.ts';
import { checkCollectionPath, checkId } from './paths.ts';
import {
  type Cursor,
  documentId,
  type Filter,
  type FilterOp,
  type Nearest,
  type Order,
  type Query,
} from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';

const operators: ReadonlySet<FilterOp> = new Set<FilterOp>([
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'not-in',
  'array-contains',
  'array-contains-any',
]);

/** @throws TypeError for a path of the wrong kind, a field or an operator that does not exist, a value that can't be stored */
export const ownQuery = (query: Query): Query => ownQueryWithin(widestLimits, query);

/** @throws TypeError as `ownQuery`, and for what is past a limit */
export function ownQueryWithin(limits: ArgumentLimits, query: Query): Query {
  if (!isPlainObject(query)) throw new TypeError('A query must be a plain object.');
  const collection = query.group
    ? checkGroupName(query.collection, limits)
    : checkCollectionPath(query.collection, limits);
  return Object.freeze({
    collection,
    ...(query.group ? { group: true } : {}),
    ...(query.where ? { where: Object.freeze(query.where.map((filter) => ownFilter(filter, limits))) } : {}),
    ...(query.orderBy
      ? { orderBy: Object.freeze(query.orderBy.map((order) => ownOrder(order, limits))) }
      : {}),
    ...(query.limit === undefined ? {} : { limit: checkCount(query.limit) }),
    ...(query.limitToLast === undefined ? {} : { limitToLast: checkCount(query.limitToLast) }),
    ...(query.start ? { start: ownCursor(query.start, limits) } : {}),
    ...(query.end ? { end: ownCursor(query.end, limits) } : {}),
    ...(query.nearest ? { nearest: ownNearest(query.nearest, limits) } : {}),
  });
}

/** A query for anything but `nearest`. @throws TypeError as `ownQueryWithin`, and for one of the nearest */
export function ownPlainQuery(limits: ArgumentLimits, query: Query): Query {
  const own = ownQueryWithin(limits, query);
  if (own.nearest) throw new TypeError('The nearest are found by `docs.nearest` alone.');
  return own;
}

function checkGroupName(name: unknown, limits: ArgumentLimits): string {
  const id = checkId(name, 'The name of a collection group', limits);
  if (id.includes('/')) throw new TypeError(`A collection group is named by one name, not by “${id}”.`);
  return id;
}

function checkField(field: unknown, limits: ArgumentLimits): string {
  if (field === documentId) return documentId;
  fieldPathWithin(limits, field);
  return String(field);
}

function ownFilter(filter: Filter, limits: ArgumentLimits): Filter {
  const all = (filters: readonly Filter[]) => Object.freeze(filters.map((inner) => ownFilter(inner, limits)));
  if (!isPlainObject(filter)) throw new TypeError('A filter must be a plain object.');
  if ('and' in filter) return Object.freeze({ and: all(filter.and) });
  if ('or' in filter) return Object.freeze({ or: all(filter.or) });
  if (!operators.has(filter.op))
    throw new TypeError(`There is no operator “${String(filter.op)}” for filters.`);
  return Object.freeze({
    field: checkField(filter.field, limits),
    op: filter.op,
    value: ownOperand(filter, limits),
  });
}

const ranges: ReadonlySet<FilterOp> = new Set<FilterOp>(['<', '<=', '>', '>=']);

/** `in` and `not-in` list values that may be lists themselves. */
function ownOperand(
  { op, value }: Extract<Filter, { readonly op: unknown }>,
  limits: ArgumentLimits,
): DocValue {
  const list = value as readonly DocValue[];
  if (ranges.has(op) && (value === null || Number.isNaN(value)))
    throw new TypeError(`“${op}” compares with neither null nor NaN: ask for them with == or !=.`);
  return (op === 'in' || op === 'not-in') && Array.isArray(value)
    ? Object.freeze(list.map((element) => ownValue(element, 1, limits)))
    : ownValue(value, 1, limits);
}

const measures: ReadonlySet<Nearest['measure']> = new Set<Nearest['measure']>([
  'euclidean',
  'cosine',
  'dot-product',
]);

function ownNearest(nearest: Nearest, limits: ArgumentLimits): Nearest {
  if (!isPlainObject(nearest)) throw new TypeError('“nearest” must be a plain object.');
  const { field, vector, limit, measure, threshold, distanceField } = nearest;
  fieldPathWithin(limits, field);
  if (!Array.isArray(vector) || vector.some((value) => typeof value !== 'number'))
    throw new TypeError('“nearest” needs a list of numbers as its vector.');
  if (!measures.has(measure)) throw new TypeError(`There is no measure “${String(measure)}”.`);
  if (threshold !== undefined && typeof threshold !== 'number')
    throw new TypeError('A threshold must be a number.');
  if (distanceField !== undefined) checkFieldName(distanceField, limits);
  return Object.freeze({
    field,
    vector: Object.freeze([...vector]),
    limit: checkCount(limit),
    measure,
    ...(threshold === undefined ? {} : { threshold }),
    ...(distanceField === undefined ? {} : { distanceField }),
  });
}

function ownOrder({ field, direction }: Order, limits: ArgumentLimits): Order {
  if (direction !== 'asc' && direction !== 'desc')
    throw new TypeError('An order’s direction must be asc or desc.');
  return Object.freeze({ field: checkField(field, limits), direction });
}

function checkCount(count: unknown): number {
  if (typeof count !== 'number') throw new TypeError('A limit must be a number.');
  return count;
}

function ownCursor({ values, at, inclusive }: Cursor, limits: ArgumentLimits): Cursor {
  if (values === undefined && at === undefined)
    throw new TypeError('A cursor needs values, or a document to stand at.');
  return Object.freeze({
    ...(values ? { values: Object.freeze(values.map((value) => ownValue(value, 1, limits))) } : {}),
    ...(at ? { at: checkPlace(at) } : {}),
    inclusive: Boolean(inclusive),
  });
}

function checkPlace(at: DocSnapshot): DocSnapshot {
  if (typeof at.path !== 'string') throw new TypeError('A cursor’s document must be a snapshot.');
  return at;
}
