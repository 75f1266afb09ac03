/** Queries as given by a caller, checked for shape and copied. What they may combine, the provider decides. */
import type { DocSnapshot } from './docs.ts';
import { checkFieldName, parseFieldPath } from './field-path.ts';
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
} from './query.ts';
import type { DocValue } from './values.ts';

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
export function ownQuery(query: Query): Query {
  if (!isPlainObject(query)) throw new TypeError('A query must be a plain object.');
  const collection = query.group ? checkGroupName(query.collection) : checkCollectionPath(query.collection);
  return Object.freeze({
    collection,
    ...(query.group ? { group: true } : {}),
    ...(query.where ? { where: Object.freeze(query.where.map(ownFilter)) } : {}),
    ...(query.orderBy ? { orderBy: Object.freeze(query.orderBy.map(ownOrder)) } : {}),
    ...(query.limit === undefined ? {} : { limit: checkCount(query.limit) }),
    ...(query.limitToLast === undefined ? {} : { limitToLast: checkCount(query.limitToLast) }),
    ...(query.start ? { start: ownCursor(query.start) } : {}),
    ...(query.end ? { end: ownCursor(query.end) } : {}),
    ...(query.nearest ? { nearest: ownNearest(query.nearest) } : {}),
  });
}

function checkGroupName(name: unknown): string {
  const id = checkId(name, 'The name of a collection group');
  if (id.includes('/')) throw new TypeError(`A collection group is named by one name, not by “${id}”.`);
  return id;
}

function checkField(field: unknown): string {
  if (field === documentId) return documentId;
  parseFieldPath(field);
  return String(field);
}

function ownFilter(filter: Filter): Filter {
  if (!isPlainObject(filter)) throw new TypeError('A filter must be a plain object.');
  if ('and' in filter) return Object.freeze({ and: Object.freeze(filter.and.map(ownFilter)) });
  if ('or' in filter) return Object.freeze({ or: Object.freeze(filter.or.map(ownFilter)) });
  if (!operators.has(filter.op))
    throw new TypeError(`There is no operator “${String(filter.op)}” for filters.`);
  return Object.freeze({ field: checkField(filter.field), op: filter.op, value: ownOperand(filter) });
}

/** `in` and `not-in` list values that may be lists themselves. */
function ownOperand({ op, value }: Extract<Filter, { readonly op: unknown }>): DocValue {
  const list = value as readonly DocValue[];
  return (op === 'in' || op === 'not-in') && Array.isArray(value)
    ? Object.freeze(list.map((one) => ownValue(one)))
    : ownValue(value);
}

const measures: ReadonlySet<Nearest['measure']> = new Set<Nearest['measure']>([
  'euclidean',
  'cosine',
  'dot-product',
]);

function ownNearest(nearest: Nearest): Nearest {
  if (!isPlainObject(nearest)) throw new TypeError('“nearest” must be a plain object.');
  const { field, vector, limit, measure, threshold, distanceField } = nearest;
  parseFieldPath(field);
  if (!Array.isArray(vector) || vector.some((value) => typeof value !== 'number'))
    throw new TypeError('“nearest” needs a list of numbers as its vector.');
  if (!measures.has(measure)) throw new TypeError(`There is no measure “${String(measure)}”.`);
  if (threshold !== undefined && typeof threshold !== 'number')
    throw new TypeError('A threshold must be a number.');
  if (distanceField !== undefined) checkFieldName(distanceField);
  return Object.freeze({
    field,
    vector: Object.freeze([...vector]),
    limit: checkCount(limit),
    measure,
    ...(threshold === undefined ? {} : { threshold }),
    ...(distanceField === undefined ? {} : { distanceField }),
  });
}

function ownOrder({ field, direction }: Order): Order {
  if (direction !== 'asc' && direction !== 'desc')
    throw new TypeError('An order’s direction must be asc or desc.');
  return Object.freeze({ field: checkField(field), direction });
}

function checkCount(count: unknown): number {
  if (typeof count !== 'number') throw new TypeError('A limit must be a number.');
  return count;
}

function ownCursor({ values, at, inclusive }: Cursor): Cursor {
  if (values === undefined && at === undefined)
    throw new TypeError('A cursor needs values, or a document to stand at.');
  return Object.freeze({
    ...(values ? { values: Object.freeze(values.map((value) => ownValue(value))) } : {}),
    ...(at ? { at: checkPlace(at) } : {}),
    inclusive: Boolean(inclusive),
  });
}

function checkPlace(at: DocSnapshot): DocSnapshot {
  if (typeof at.path !== 'string') throw new TypeError('A cursor’s document must be a snapshot.');
  return at;
}
