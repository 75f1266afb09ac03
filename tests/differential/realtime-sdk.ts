/** The Firebase SDK's realtime engine, never connected, without the adapter, so that a mistake there is not repeated here. */
import { deleteApp, initializeApp } from 'firebase/app';
import {
  type Database,
  type DataSnapshot,
  endAt,
  endBefore,
  equalTo,
  getDatabase,
  goOffline,
  limitToFirst,
  limitToLast,
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  onValue,
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
import type {
  RangeBound,
  ChildEvent,
  RealtimeChild,
  RealtimeQuery,
  RealtimeSnapshot,
} from '#ports/realtime/realtime.ts';
import type { Json, Unsubscribe } from '#ports/shared.ts';
import { show } from './show.ts';

let opened = 0;

export interface ReferenceTree {
  readonly db: Database;
  dispose(): Promise<void>;
}

export function openReferenceTree(): ReferenceTree {
  const databaseURL = 'https://demo-differential-default-rtdb.firebaseio.com';
  const app = initializeApp({ projectId: 'demo-differential', databaseURL }, `reference-tree-${++opened}`);
  const db = getDatabase(app);
  goOffline(db);
  return { db, dispose: () => deleteApp(app) };
}

/** @throws Error for an invalid query */
export function treeQueryOf(db: Database, asked: RealtimeQuery): Query {
  const { orderBy } = asked;
  const parts: QueryConstraint[] = [];
  if (orderBy === 'key') parts.push(orderByKey());
  else if (orderBy === 'value') parts.push(orderByValue());
  else if (orderBy === 'priority') parts.push(orderByPriority());
  else if (orderBy) parts.push(orderByChild(orderBy.child));
  type Edge = (value: RangeBound['value'], key?: string) => QueryConstraint;
  const at = (of: Edge, bound: RangeBound | undefined) => {
    if (bound) parts.push(bound.key === undefined ? of(bound.value) : of(bound.value, bound.key));
  };
  at(startAt, asked.startAt);
  at(startAfter, asked.startAfter);
  at(endAt, asked.endAt);
  at(endBefore, asked.endBefore);
  at(equalTo, asked.equalTo);
  if (asked.limitToFirst !== undefined) parts.push(limitToFirst(asked.limitToFirst));
  if (asked.limitToLast !== undefined) parts.push(limitToLast(asked.limitToLast));
  return query(ref(db, asked.path), ...parts);
}

/**
 * Whether the SDK answers wrongly: where no child has the ordered field, it looks for the end of a range among the keys alone, and
 * misses matches of a limit from that end. The server does not.
 */
export const isMistaken = ({
  orderBy = 'priority',
  endAt: at,
  endBefore: before,
  limitToLast: last,
}: RealtimeQuery) => {
  const bound = before ?? (at?.key === undefined ? undefined : at);
  return (
    (orderBy === 'priority' || typeof orderBy === 'object') &&
    last !== undefined &&
    bound !== undefined &&
    bound.value !== null
  );
};

const childText = ({ key, value, priority }: RealtimeChild) =>
  `${show(key)}: ${show(value)} (${show(priority)})`;

export const snapshotText = ({
  value,
  priority,
  children,
}: Pick<RealtimeSnapshot, 'value' | 'priority' | 'children'>) =>
  `${show(value)} (${show(priority)}) [${children.map(childText).join(', ')}]`;

export const eventText = ({ type, child, previousKey }: ChildEvent) =>
  `${type} ${childText(child)} after ${show(previousKey)}`;

/** Value with `null` for the SDK's holes in arrays. */
const filled = (value: unknown): Json => {
  if (Array.isArray(value)) return Array.from(value, (inner) => filled(inner ?? null));
  if (typeof value !== 'object' || value === null) return value as Json;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner)]));
};
const valueOf = (snapshot: DataSnapshot): Json => filled(snapshot.val());

const childOf = (snapshot: DataSnapshot): RealtimeChild => ({
  key: snapshot.key ?? '',
  value: valueOf(snapshot),
  priority: snapshot.priority,
});

function textOf(snapshot: DataSnapshot): string {
  const children: RealtimeChild[] = [];
  snapshot.forEach((one) => void children.push(childOf(one)));
  return snapshotText({ value: valueOf(snapshot), priority: snapshot.priority, children });
}

export const watchTree = (asked: Query, hear: (text: string) => void): Unsubscribe =>
  onValue(asked, (snapshot) => hear(textOf(snapshot)));

/** Subscribes to all events of children, in the order of one change's events. */
export function watchTreeChildren(asked: Query, hear: (text: string) => void): Unsubscribe {
  const on = (type: ChildEvent['type']) => (snapshot: DataSnapshot, previousKey?: string | null) =>
    hear(eventText({ type, child: childOf(snapshot), previousKey: previousKey ?? null }));
  const stops = [
    onChildRemoved(asked, on('removed')),
    onChildAdded(asked, on('added')),
    onChildMoved(asked, on('moved')),
    onChildChanged(asked, on('changed')),
  ];
  return () => stops.forEach((stop) => stop());
}
