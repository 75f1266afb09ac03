/** Snapshots of the SDK as the port's frozen values. */
import { mapFields } from '#provider-kit/visit-values.ts';
import type { DataSnapshot } from 'firebase/database';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { RealtimeChild, RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';

/** Where an array has no value the SDK has a hole, and the port `null`. */
export function snapshotJson(value: unknown): Json {
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
  if (Array.isArray(value)) return Object.freeze(Array.from(value, snapshotJson));
  return Object.freeze(mapFields(value as Readonly<Record<string, unknown>>, snapshotJson));
}

export const childOf = (key: string, snapshot: DataSnapshot): RealtimeChild =>
  Object.freeze({ key, value: snapshotJson(snapshot.val()), priority: snapshot.priority });

export function realtimeSnapshotOf({ keys }: NormalQuery, snapshot: DataSnapshot): RealtimeSnapshot {
  const children: RealtimeChild[] = [];
  snapshot.forEach((child) => void children.push(childOf(child.key, child)));
  return Object.freeze({
    key: keys.at(-1) ?? null,
    path: keys.join('/'),
    value: snapshotJson(snapshot.val()),
    priority: snapshot.priority,
    children: Object.freeze(children),
  });
}
