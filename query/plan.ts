/** Plan of a query: scope, order, conditions, bounds. */
import { BoundedMemo } from './bounded-memo.ts';
import type { QueryLimits } from '#ports/docs/limits.ts';
import { collectionOf, lastPart } from './paths.ts';
import type { Cursor, Query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import { type Conditions, conditionsOf } from './filters.ts';
import { checkQuery } from './query-rules.ts';
import { type CursorPosition, type ScanRange, rangeOf } from './range.ts';
import { cursorValues, ordersOf, type SortField } from './sort-fields.ts';
import { Sorting, type QueriedDoc } from './sorting.ts';

export interface Plan {
  readonly query: Query;
  /** Collection or group; equal texts are the same set of documents. */
  readonly scope: string;
  /** Explicit and implied; the name is always among them. */
  readonly orders: readonly SortField[];
  readonly sorting: Sorting;
  readonly conditions: Conditions;
  /** Documents at most; `null` for all. */
  readonly limit: number | null;
  /** The limit counts from the end. */
  readonly fromEnd: boolean;
  readonly start: CursorPosition | null;
  readonly end: CursorPosition | null;
  readonly range: ScanRange;
}

const collectionScope = (collection: string): string => `collection:${collection}`;
const groupScope = (collection: string): string => `group:${lastPart(collection)}`;

/** The scopes that a document belongs to. */
export const scopesOf = (path: string): readonly [string, string] =>
  knownScopes.of(collectionOf(path), scopesOfCollection);

const scopesOfCollection = (collection: string) =>
  [collectionScope(collection), groupScope(collection)] as const;
const knownScopes = new BoundedMemo<string, readonly [string, string]>(1000);

/** @throws PortError invalid-argument, not-found for an impossible query, and for one past the limits */
export function planWithin(limits: QueryLimits, query: Query): Plan {
  checkQuery(limits, query);
  const conditions = conditionsOf(query);
  const orders = ordersOf(query);
  const limit = query.limit ?? query.limitToLast ?? null;
  const start = placeOf(query, query.start, orders);
  const end = placeOf(query, query.end, orders);
  // Checked last: any other error comes first.
  if (query.limitToLast !== undefined && !query.orderBy?.length)
    throw new PortError('invalid-argument', 'limitToLast needs an order.');
  const sorting = new Sorting(orders);
  return {
    query,
    scope: query.group ? groupScope(query.collection) : collectionScope(query.collection),
    orders,
    sorting,
    conditions,
    limit,
    fromEnd: query.limitToLast !== undefined,
    start,
    end,
    range: rangeOf(query, orders[0], sorting, start, end),
  };
}

function placeOf(
  query: Query,
  cursor: Cursor | undefined,
  orders: readonly SortField[],
): CursorPosition | null {
  return cursor ? { values: cursorValues(query, cursor, orders), inclusive: cursor.inclusive } : null;
}

/** Whether a document matches the query's filters, orders and bounds. The limit is ignored. */
export function admits(plan: Plan, doc: QueriedDoc): boolean {
  return (
    inScope(plan.query, doc.path) &&
    plan.conditions.match(doc) &&
    plan.sorting.holds(doc) &&
    plan.range.begun(doc) &&
    plan.range.unended(doc)
  );
}

export function inScope({ collection, group }: Query, path: string): boolean {
  const end = path.lastIndexOf('/');
  if (!group) return end === collection.length && path.startsWith(collection);
  const start = path.lastIndexOf('/', end - 1) + 1;
  return end - start === collection.length && path.startsWith(collection, start);
}

/** Complete evaluation of a query by a scan: the reference in tests of every faster one. */
export function evaluate<T extends QueriedDoc>(plan: Plan, docs: Iterable<T>): readonly T[] {
  const found: T[] = [];
  for (const doc of docs) if (admits(plan, doc)) found.push(doc);
  return cut(plan, found.sort(plan.sorting.compare));
}

/** Applies the limit to documents in order. */
export function cut<T>(plan: Plan, docs: readonly T[]): readonly T[] {
  if (plan.limit === null || docs.length <= plan.limit) return docs;
  return plan.fromEnd ? docs.slice(-plan.limit) : docs.slice(0, plan.limit);
}
