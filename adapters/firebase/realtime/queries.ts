/** The port's queries, as the SDK's. */
import {
  type Database,
  type DatabaseReference,
  endAt,
  endBefore,
  limitToFirst,
  limitToLast,
  orderByChild,
  orderByKey,
  orderByPriority,
  orderByValue,
  type Query,
  query,
  type QueryConstraint,
  ref,
  startAfter,
  startAt,
} from 'firebase/database';
import type { Edge, NormalQuery } from '#ports/realtime/normal-query.ts';

export const placeAt = (db: Database, keys: readonly string[]): DatabaseReference =>
  keys.length === 0 ? ref(db) : ref(db, keys.join('/'));

export function sdkQuery(db: Database, { keys, orderBy, start, end, limit }: NormalQuery): Query {
  const parts: QueryConstraint[] = [orderOf(orderBy)];
  if (start) parts.push(edgeOf(start.inclusive ? startAt : startAfter, start));
  if (end) parts.push(edgeOf(end.inclusive ? endAt : endBefore, end));
  if (limit) parts.push(limit.from === 'first' ? limitToFirst(limit.count) : limitToLast(limit.count));
  return query(placeAt(db, keys), ...parts);
}

function orderOf(orderBy: NormalQuery['orderBy']): QueryConstraint {
  if (orderBy === 'key') return orderByKey();
  if (orderBy === 'value') return orderByValue();
  return orderBy === 'priority' ? orderByPriority() : orderByChild(orderBy.child.join('/'));
}

type Bounding = (value: Edge['value'], key?: string) => QueryConstraint;

const edgeOf = (of: Bounding, { value, key }: Edge) => (key === null ? of(value) : of(value, key));
