/**
 * Random questions. A spec says “the third value”, “the second document”; made concrete against the values and documents of
 * its case, so that questions hit what is there, and so that a case can shrink part by part.
 */
import fc from 'fast-check';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { type Cursor, documentId, type Filter, type FilterOp, type Query } from '#ports/docs/query.ts';
import { DocRef, type DocValue } from '#ports/docs/values.ts';

/** Values that the specs of one case refer to. */
export interface Ground {
  readonly values: readonly DocValue[];
  /** Documents that may or may not exist. */
  readonly paths: readonly string[];
  readonly collection: string;
  readonly group: string;
  /** Documents that a cursor can name, in every engine. */
  readonly places: readonly string[];
}

const index = fc.nat(60);
const plainField = fc.oneof(
  { weight: 6, arbitrary: fc.constant('a') },
  { weight: 5, arbitrary: fc.constantFrom('b', 'm.x') },
  { weight: 4, arbitrary: fc.constantFrom('c', 'm', 'm.`x.y`', 'm.é', '`q.r`', '`a`', 'none') },
);
/** Mostly of arrays. */
const listField = fc.oneof({ weight: 4, arbitrary: fc.constant('c') }, { weight: 1, arbitrary: plainField });
const anyField = fc.oneof(
  { weight: 8, arbitrary: plainField },
  { weight: 1, arbitrary: fc.constant('c') },
  { weight: 1, arbitrary: fc.constant(documentId) },
);

interface Operand {
  readonly field: string;
  readonly op: FilterOp;
  readonly picks: readonly number[];
  /** Form of a name: an id or path, a reference, or a value that can't be one. */
  readonly as: 'id' | 'ref' | 'other';
}

type FilterSpec = Operand | { readonly and: readonly FilterSpec[] } | { readonly or: readonly FilterSpec[] };

const lists: ReadonlySet<FilterOp> = new Set<FilterOp>(['in', 'not-in', 'array-contains-any']);

const picks = fc.oneof(
  { weight: 40, arbitrary: fc.array(index, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(index, { minLength: 8, maxLength: 33, size: 'max' }) },
);
const as = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('id' as const, 'ref' as const) },
  { weight: 1, arbitrary: fc.constant('other' as const) },
);
const leafOf = (field: fc.Arbitrary<string>, ...ops: readonly FilterOp[]): fc.Arbitrary<Operand> =>
  fc.record({ field, op: fc.constantFrom(...ops), picks, as });

const leaf: fc.Arbitrary<Operand> = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: leafOf(anyField, '==') },
  { weight: 5, arbitrary: leafOf(anyField, '<', '<=', '>', '>=') },
  { weight: 2, arbitrary: leafOf(anyField, 'in') },
  { weight: 2, arbitrary: leafOf(anyField, '!=', '!=', 'not-in') },
  { weight: 2, arbitrary: leafOf(listField, 'array-contains', 'array-contains', 'array-contains-any') },
);

const { filter } = fc.letrec<{ filter: FilterSpec; and: FilterSpec; or: FilterSpec; leaf: FilterSpec }>(
  (tie) => ({
    leaf,
    and: fc.record({ and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    or: fc.record({ or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    filter: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { weight: 8, arbitrary: tie('leaf') },
      { weight: 1, arbitrary: tie('and') },
      { weight: 3, arbitrary: tie('or') },
    ),
  }),
);

interface CursorSpec {
  readonly kind: 'values' | 'place';
  /** The first is also the document. */
  readonly picks: readonly number[];
  /** Number of values; one too many, or none, is refused. */
  readonly length: 'fits' | 'short' | 'long' | 'none';
  readonly inclusive: boolean;
}

const cursor: fc.Arbitrary<CursorSpec> = fc.record({
  kind: fc.constantFrom('values', 'values', 'place'),
  picks: fc.array(index, { minLength: 4, maxLength: 4 }),
  length: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('fits' as const, 'short' as const) },
    { weight: 1, arbitrary: fc.constantFrom('long' as const, 'none' as const) },
  ),
  inclusive: fc.boolean(),
});

export interface QuerySpec {
  readonly group: boolean;
  readonly where: readonly FilterSpec[];
  readonly orderBy: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[];
  readonly limit: number | null;
  readonly fromEnd: boolean;
  readonly start: CursorSpec | null;
  readonly end: CursorSpec | null;
}

const sometimes = <T>(arbitrary: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 10 - weight, arbitrary: fc.constant(null) }, { weight, arbitrary });

const order = fc.record({ field: anyField, direction: fc.constantFrom('asc', 'desc') });

export const querySpec: fc.Arbitrary<QuerySpec> = fc.record({
  group: fc.boolean(),
  where: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 6, arbitrary: fc.array(filter, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(filter, { minLength: 2, maxLength: 3 }) },
  ),
  orderBy: fc.oneof(
    { weight: 12, arbitrary: fc.uniqueArray(order, { selector: ({ field }) => field, maxLength: 2 }) },
    { weight: 2, arbitrary: fc.uniqueArray(order, { selector: ({ field }) => field, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(order, { maxLength: 3 }) },
  ),
  limit: sometimes(
    fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1, max: 5 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, -1) },
    ),
    3,
  ),
  fromEnd: fc.boolean(),
  start: sometimes(cursor, 2),
  end: sometimes(cursor, 2),
});

export function queryOf(ground: Ground, spec: QuerySpec): Query {
  const orders = spec.orderBy;
  const start = spec.start && cursorOf(ground, spec, spec.start);
  const end = spec.end && cursorOf(ground, spec, spec.end);
  return {
    collection: spec.group ? ground.group : ground.collection,
    ...(spec.group ? { group: true } : {}),
    ...(spec.where.length > 0 ? { where: spec.where.map((one) => filterOf(ground, spec.group, one)) } : {}),
    ...(orders.length > 0 ? { orderBy: orders } : {}),
    ...limitOf(spec),
    ...(start ? { start } : {}),
    ...(end ? { end } : {}),
  };
}

/** Limit, from the end mostly only with an order. */
function limitOf({ limit, fromEnd, orderBy, start }: QuerySpec): Partial<Query> {
  if (limit === null) return {};
  return fromEnd && (orderBy.length > 0 || start) ? { limitToLast: limit } : { limit };
}

const pick = <T>(from: readonly T[], at: number): T => {
  const found = from[at % from.length];
  if (found === undefined) throw new Error('There is nothing to pick from.');
  return found;
};

function filterOf(ground: Ground, group: boolean, spec: FilterSpec): Filter {
  if ('and' in spec) return { and: spec.and.map((inner) => filterOf(ground, group, inner)) };
  if ('or' in spec) return { or: spec.or.map((inner) => filterOf(ground, group, inner)) };
  const { field, op, picks, as } = spec;
  const one = (at: number) =>
    field === documentId ? nameOf(ground, group, as, at) : pick(ground.values, at);
  if (lists.has(op)) return { field, op, value: picks.map(one) };
  return { field, op, value: one(picks[0] ?? 0) };
}

function nameOf(ground: Ground, group: boolean, as: Operand['as'], at: number): DocValue {
  if (as === 'other') return pick(['', 'a/b', 7, null, ground.collection, 'a/b/c'], at);
  const path = pick(ground.paths, at);
  if (as === 'ref') return new DocRef(path);
  return group ? path : path.slice(path.lastIndexOf('/') + 1);
}

function cursorOf(
  ground: Ground,
  spec: QuerySpec,
  { kind, picks, length, inclusive }: CursorSpec,
): Cursor | null {
  if (kind === 'place') {
    if (ground.places.length === 0) return null;
    return { at: placeholder(pick(ground.places, picks[0] ?? 0)), inclusive };
  }
  const { orderBy, group } = spec;
  const count = {
    fits: orderBy.length,
    short: Math.min(1, orderBy.length),
    long: orderBy.length + 1,
    none: 0,
  };
  // Without an order every cursor of values is refused: a few of them are enough.
  if (orderBy.length === 0 && length !== 'long') return null;
  const values = picks.slice(0, count[length]).map((at, place) => {
    if (orderBy[place]?.field !== documentId) return pick(ground.values, at);
    return nameOf(ground, group, at % 17 === 0 ? 'other' : at % 19 === 0 ? 'ref' : 'id', at);
  });
  return { values, inclusive };
}

/** Placeholder of a document, replaced by each engine's own snapshot. */
const placeholder = (path: string): DocSnapshot => ({
  id: path.slice(path.lastIndexOf('/') + 1),
  path,
  data: null,
  metadata: { fromCache: true, hasPendingWrites: false },
});

export function withPlaces(query: Query, placeOf: (path: string) => DocSnapshot): Query {
  const own = (cursor: Cursor): Cursor => (cursor.at ? { ...cursor, at: placeOf(cursor.at.path) } : cursor);
  return {
    ...query,
    ...(query.start ? { start: own(query.start) } : {}),
    ...(query.end ? { end: own(query.end) } : {}),
  };
}
