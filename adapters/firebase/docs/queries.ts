/** The port's queries as the SDK's. The SDK reports combinations that it does not support; other limits are checked here or by the server. */
import { mapFields } from '#provider-kit/visit-values.ts';
import {
  and,
  average,
  type AggregateField,
  type CollectionReference,
  collection,
  collectionGroup,
  count,
  documentId as sdkDocumentId,
  endAt,
  endBefore,
  type Firestore,
  limit,
  limitToLast,
  or,
  orderBy,
  type Query as SdkQuery,
  query as sdkQuery,
  type QueryCompositeFilterConstraint,
  type QueryConstraint,
  type QueryFilterConstraint,
  type QueryNonFilterConstraint,
  startAfter,
  startAt,
  sum,
  where,
} from 'firebase/firestore';
import type { Aggregate, DocSnapshot } from '#ports/docs/docs.ts';
import { type Cursor, documentId, type Filter, type Query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import { agreed } from './agreed.ts';
import { withPlaces } from './places.ts';
import { originOf } from './snapshots.ts';
import { sdkField, sdkValue } from './values.ts';

const refuse = (message: string) => new PortError('invalid-argument', message);

/** @throws PortError, FirestoreError */
export function queryFor(db: Firestore, asked: Query): SdkQuery {
  const query = withPlaces(asked, (at) => originOf(at) !== undefined);
  const { group } = query;
  const source = group ? collectionGroup(db, query.collection) : collection(db, query.collection);
  checkLimits(query);
  const filters = agreed(query.where ?? []).map((filter) => filterFor(db, filter));
  const rest = restOf(db, query);
  if (query.limitToLast !== undefined && !query.orderBy?.length)
    throw refuse('A limit to the last documents needs an order.');
  if (filters.length === 0) return sdkQuery(source, ...rest);
  return withFilters(source, filters, rest);
}

function withFilters(
  source: CollectionReference | SdkQuery,
  filters: readonly QueryFilterConstraint[],
  rest: readonly QueryNonFilterConstraint[],
): SdkQuery {
  const plain = filters.filter((filter): filter is QueryConstraint & QueryFilterConstraint =>
    isPlain(filter),
  );
  if (plain.length === filters.length)
    return sdkQuery(source, ...(plain as readonly QueryConstraint[]), ...rest);
  const [only] = filters;
  const whole = filters.length === 1 && only && !isPlain(only) ? only : and(...filters);
  return sdkQuery(source, whole as QueryCompositeFilterConstraint, ...rest);
}

const isPlain = ({ type }: QueryFilterConstraint) => type === 'where';

function checkLimits({ limit: first, limitToLast: last }: Query): void {
  for (const number of [first, last])
    if (number !== undefined && !(Number.isInteger(number) && number > 0))
      throw refuse(`A limit must be a whole number above 0; ${number} was given.`);
  if (first !== undefined && last !== undefined)
    throw refuse('A query has a limit from the start or from the end, not both.');
}

const fieldFor = (field: string) => (field === documentId ? sdkDocumentId() : sdkField(field));

function filterFor(db: Firestore, filter: Filter): QueryFilterConstraint {
  if ('op' in filter) return where(fieldFor(filter.field), filter.op, sdkValue(db, filter.value));
  const inner = ('and' in filter ? filter.and : filter.or).map((one) => filterFor(db, one));
  if (inner.length === 0) throw refuse('“and” and “or” need at least one filter.');
  return 'and' in filter ? and(...inner) : or(...inner);
}

function restOf(db: Firestore, query: Query): readonly QueryNonFilterConstraint[] {
  const orders = (query.orderBy ?? []).map(({ field, direction }) => orderBy(fieldFor(field), direction));
  return [
    ...orders,
    ...(query.start ? [cursorFor(db, query.start, query.start.inclusive ? startAt : startAfter)] : []),
    ...(query.end ? [cursorFor(db, query.end, query.end.inclusive ? endAt : endBefore)] : []),
    ...(query.limit === undefined ? [] : [limit(query.limit)]),
    ...(query.limitToLast === undefined ? [] : [limitToLast(query.limitToLast)]),
  ];
}

function cursorFor(
  db: Firestore,
  { at, values = [] }: Cursor,
  make: (...values: unknown[]) => QueryNonFilterConstraint,
): QueryNonFilterConstraint {
  if (at) return make(placeFor(at));
  return make(...values.map((value) => sdkValue(db, value)));
}

/** Only the SDK's own snapshot knows the whole place: what it holds, and what of it is still pending. */
function placeFor(at: DocSnapshot): unknown {
  const origin = originOf(at);
  if (!origin?.exists())
    throw new PortError('not-found', `A cursor can’t stand at ${at.path}: there is no such document.`);
  return origin;
}

export function aggregatesFor(
  aggregates: Readonly<Record<string, Aggregate>>,
): Record<string, AggregateField<number | null>> {
  return mapFields(aggregates, aggregateFor);
}

function aggregateFor(aggregate: Aggregate): AggregateField<number | null> {
  if ('count' in aggregate) return count();
  return 'sum' in aggregate ? sum(sdkField(aggregate.sum)) : average(sdkField(aggregate.average));
}
