/** A query is plain data, so that it can be a cache key, a log line or a test's name; the builders only save typing. */
import type { DocSnapshot } from './snapshot.ts';
import type { DocValue } from './values.ts';

export type FilterOp =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not-in'
  | 'array-contains'
  | 'array-contains-any';

/** The document's own name, usable as a field in filters (values are ids, or paths in a group query) and orders. */
export const documentId = '__name__';

/**
 * `field` is a path of names joined by dots; a name that holds other than letters, digits and `_` is quoted with backticks. `value` of `<`, `<=`, `>`
 * and `>=` is neither null nor NaN.
 */
export type Filter =
  | { readonly field: string; readonly op: FilterOp; readonly value: DocValue }
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] };

export interface Order {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** A place between documents: a value for each order (or its first few), or a document to stand at. */
export interface Cursor {
  readonly values?: readonly DocValue[];
  readonly at?: DocSnapshot;
  /** Does the place itself count? `startAt` and `endAt` are inclusive, `startAfter` and `endBefore` are not. */
  readonly inclusive: boolean;
}

/**
 * Nearest-neighbour search: the documents whose vectors are nearest to a given one. Documents whose field is no vector of that dimension
 * are skipped.
 */
export interface Nearest {
  readonly field: string;
  /** 1 number to the limit `dimensions`. */
  readonly vector: readonly number[];
  /** 1 to the limit `neighbours`. */
  readonly limit: number;
  /** `cosine` is 1 less the cosine. A larger `dot-product` is nearer, of the others a smaller distance. */
  readonly measure: 'euclidean' | 'cosine' | 'dot-product';
  /** None farther than this. */
  readonly threshold?: number;
  /** Name of a field of the result that receives the distance. */
  readonly distanceField?: string;
}

/**
 * At most: 30 alternatives once the filters are written out as an “or” of “and”s (each value of a list is one), and 100 filters in
 * them with orders and a parent; one `array-contains` or `array-contains-any` in an alternative; one `!=` or one `not-in`, of 10
 * values, and that with no `or` and no other list; 10 fields compared by more or less. Anything beyond is `invalid-argument`.
 */
export interface Query {
  /** The path of one collection or, with `group`, the last name of all collections called so. */
  readonly collection: string;
  /** Set by `docs.groups`, which is `null` where a provider has no such queries. */
  readonly group?: boolean;
  readonly where?: readonly Filter[];
  readonly orderBy?: readonly Order[];
  readonly limit?: number;
  readonly limitToLast?: number;
  readonly start?: Cursor;
  readonly end?: Cursor;
  /** Set by `docs.nearest`, for filters alone. */
  readonly nearest?: Nearest;
}

/** A builder’s change to a query. */
export type QueryPart = (query: Query) => Query;

/** `query('teams/a/alerts', where('status', '==', 'open'), orderBy('createdAt', 'desc'), limit(20))` */
export const query = (collection: string, ...parts: readonly QueryPart[]): Query =>
  parts.reduce<Query>((built, part) => part(built), { collection });

export const field = (name: string, op: FilterOp, value: DocValue): Filter => ({ field: name, op, value });
export const and = (...filters: readonly Filter[]): Filter => ({ and: filters });
export const or = (...filters: readonly Filter[]): Filter => ({ or: filters });

export const where =
  (name: string, op: FilterOp, value: DocValue): QueryPart =>
  (built) => ({ ...built, where: [...(built.where ?? []), field(name, op, value)] });

export const matching =
  (filter: Filter): QueryPart =>
  (built) => ({ ...built, where: [...(built.where ?? []), filter] });

export const orderBy =
  (name: string, direction: Order['direction'] = 'asc'): QueryPart =>
  (built) => ({ ...built, orderBy: [...(built.orderBy ?? []), { field: name, direction }] });

export const limit =
  (count: number): QueryPart =>
  (built) => ({ ...built, limit: count });

/** The last `count`, still in the query's order. Needs an order. */
export const limitToLast =
  (count: number): QueryPart =>
  (built) => ({ ...built, limitToLast: count });

const cursor = (place: readonly DocValue[] | DocSnapshot, inclusive: boolean): Cursor =>
  isPlace(place) ? { values: place, inclusive } : { at: place, inclusive };

const isPlace = (place: readonly DocValue[] | DocSnapshot): place is readonly DocValue[] =>
  Array.isArray(place);

export const startAt =
  (place: readonly DocValue[] | DocSnapshot): QueryPart =>
  (built) => ({ ...built, start: cursor(place, true) });
export const startAfter =
  (place: readonly DocValue[] | DocSnapshot): QueryPart =>
  (built) => ({ ...built, start: cursor(place, false) });
export const endAt =
  (place: readonly DocValue[] | DocSnapshot): QueryPart =>
  (built) => ({ ...built, end: cursor(place, true) });
export const endBefore =
  (place: readonly DocValue[] | DocSnapshot): QueryPart =>
  (built) => ({ ...built, end: cursor(place, false) });
