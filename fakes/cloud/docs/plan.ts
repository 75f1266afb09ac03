/** A query made ready to run: whom it concerns, in which order, and where it begins and ends. */
import { PortError } from '#ports/errors.ts';
import type { Cursor, Query } from '#ports/docs/query.ts';
import { lastPart } from '#ports/docs/paths.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';
import { type Conditions, conditionsOf } from './filters.ts';
import { comparePaths, compareValues } from './order.ts';
import { checkQuery } from './query-rules.ts';
import { cursorValues, ordersOf, type SortField } from './sort-fields.ts';

/** The part of a document that queries look at. */
export interface Subject {
  readonly path: string;
  readonly data: DocData;
}

/** A document with the values it is ordered by. */
export interface Entry<T extends Subject> {
  readonly doc: T;
  /** One for each order; none for the name where it is the last. */
  readonly keys: readonly DocValue[];
}

export interface Plan {
  readonly query: Query;
  /** The collection or group it looks at; equal texts mean the same set. */
  readonly scope: string;
  /** Explicit and implied; the name is always among them. */
  readonly orders: readonly SortField[];
  readonly conditions: Conditions;
  /** Documents at most; `null` for all. */
  readonly limit: number | null;
  /** The limit counts from the end. */
  readonly fromEnd: boolean;
  readonly start: Place | null;
  readonly end: Place | null;
}

export interface Place {
  readonly values: readonly DocValue[];
  readonly inclusive: boolean;
}

export const collectionScope = (collection: string): string => `collection:${collection}`;
export const groupScope = (collection: string): string => `group:${lastPart(collection)}`;

/** @throws PortError invalid-argument, unimplemented, not-found: the query asks for what can't be */
export function planOf(query: Query): Plan {
  checkQuery(query);
  const conditions = conditionsOf(query);
  const orders = ordersOf(query);
  const limit = query.limit ?? query.limitToLast ?? null;
  const start = placeOf(query, query.start, orders);
  const end = placeOf(query, query.end, orders);
  // The last thing looked at: whatever else is wrong is said first.
  if (query.limitToLast !== undefined && !query.orderBy?.length)
    throw new PortError('unimplemented', 'limitToLast needs an order.');
  return {
    query,
    scope: query.group ? groupScope(query.collection) : collectionScope(query.collection),
    orders,
    conditions,
    limit,
    fromEnd: query.limitToLast !== undefined,
    start,
    end,
  };
}

function placeOf(query: Query, cursor: Cursor | undefined, orders: readonly SortField[]): Place | null {
  return cursor ? { values: cursorValues(query, cursor, orders), inclusive: cursor.inclusive } : null;
}

/** `null` when a field that the query orders by is missing. */
export function entryOf<T extends Subject>(orders: readonly SortField[], doc: T): Entry<T> | null {
  const keys: DocValue[] = [];
  for (const { path } of orders) {
    if (path === null) {
      // The name is mostly the last; where it is not, something has to stand in its place.
      if (keys.length < orders.length - 1) keys.push(null);
      continue;
    }
    const value = fieldAt(doc.data, path);
    if (value === undefined) return null;
    keys.push(value);
  }
  return { doc, keys };
}

export function compareEntries<T extends Subject>(
  orders: readonly SortField[],
  one: Entry<T>,
  other: Entry<T>,
): number {
  for (let at = 0; at < orders.length; at++) {
    const order = orders[at];
    if (!order) break;
    const result =
      order.path === null
        ? comparePaths(one.doc.path, other.doc.path)
        : compareValues(one.keys[at] ?? null, other.keys[at] ?? null);
    if (result !== 0) return order.descending ? -result : result;
  }
  return 0;
}

/** Where an entry lies against a place given by its first few values. */
function compareToPlace<T extends Subject>(
  orders: readonly SortField[],
  entry: Entry<T>,
  values: readonly DocValue[],
): number {
  for (let at = 0; at < values.length; at++) {
    const order = orders[at];
    const value = values[at];
    if (!order || value === undefined) break;
    const result =
      order.path === null
        ? comparePaths(entry.doc.path, String(value))
        : compareValues(entry.keys[at] ?? null, value);
    if (result !== 0) return order.descending ? -result : result;
  }
  return 0;
}

export function isAfterStart<T extends Subject>(plan: Plan, entry: Entry<T>): boolean {
  if (!plan.start) return true;
  const order = compareToPlace(plan.orders, entry, plan.start.values);
  return plan.start.inclusive ? order >= 0 : order > 0;
}

export function isBeforeEnd<T extends Subject>(plan: Plan, entry: Entry<T>): boolean {
  if (!plan.end) return true;
  const order = compareToPlace(plan.orders, entry, plan.end.values);
  return plan.end.inclusive ? order <= 0 : order < 0;
}

/** The document's entry when the query's filters, orders and bounds let it in; the limit is not looked at. */
export function admit<T extends Subject>(plan: Plan, doc: T): Entry<T> | null {
  if (!inScope(plan.query, doc.path) || !plan.conditions.match(doc)) return null;
  const entry = entryOf(plan.orders, doc);
  return entry && isAfterStart(plan, entry) && isBeforeEnd(plan, entry) ? entry : null;
}

export function inScope({ collection, group }: Query, path: string): boolean {
  const end = path.lastIndexOf('/');
  if (!group) return end === collection.length && path.startsWith(collection);
  const start = path.lastIndexOf('/', end - 1) + 1;
  return end - start === collection.length && path.startsWith(collection, start);
}

/** The whole answer worked out from nothing: slow, plain, and what every faster way must equal. */
export function evaluate<T extends Subject>(plan: Plan, docs: Iterable<T>): readonly T[] {
  const entries: Entry<T>[] = [];
  for (const doc of docs) {
    const entry = admit(plan, doc);
    if (entry) entries.push(entry);
  }
  entries.sort((one, other) => compareEntries(plan.orders, one, other));
  return cut(plan, entries).map(({ doc }) => doc);
}

/** Applies the limit to entries in order. */
export function cut<E>(plan: Plan, entries: readonly E[]): readonly E[] {
  if (plan.limit === null || entries.length <= plan.limit) return entries;
  return plan.fromEnd ? entries.slice(-plan.limit) : entries.slice(0, plan.limit);
}
