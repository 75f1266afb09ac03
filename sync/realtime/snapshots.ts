/** Nodes as a program gets to see them. */
import type { TreeNode } from '#query/tree/node.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { ChildEvent, RealtimeChild, RealtimeSnapshot } from '#ports/realtime/realtime.ts';

const childOf = (key: string, node: TreeNode): RealtimeChild =>
  Object.freeze({ key, value: node.toJson(), priority: node.priority });

/** `node` holds what the query shows. */
export function snapshotOf({ keys, orderBy }: NormalQuery, node: TreeNode): RealtimeSnapshot {
  return Object.freeze({
    key: keys.at(-1) ?? null,
    path: keys.join('/'),
    value: node.toJson(),
    priority: node.priority,
    children: Object.freeze(
      [...node.ordered(orderBy).entries()].map(({ key, node: child }) => childOf(key, child)),
    ),
  });
}

export const childEvent = (
  type: ChildEvent['type'],
  key: string,
  node: TreeNode,
  previousKey: string | null,
): ChildEvent => Object.freeze({ type, child: childOf(key, node), previousKey });
