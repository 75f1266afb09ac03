/** Differences between two states of what a listen shows, by place below it. */
import { ChildChanges } from '#query/tree/child-changes.ts';
import { type Keys, leaf, priorityKey, type TreeNode } from '#query/tree/node.ts';
import type { ListenEvent } from '#query/tree/protocol.ts';
import type { QueryFilter } from '#query/tree/query-filter.ts';

type Patches = ListenEvent['patches'];

/** `before`: `null` for the first event, which holds everything. A query gets whole children. */
export function listenPatches(filter: QueryFilter, before: TreeNode | null, after: TreeNode): Patches {
  if (before === null) return [{ keys: [], value: after.toWire() }];
  if (!filter.filters) return [...differences(before, after, [])];
  const changes = new ChildChanges();
  filter.compare(before, after, changes);
  return [...changes.now()].map(([key, node]) => ({ keys: [key], value: node.toWire() }));
}

/** Costs the children of each node that has changed: nodes that have not are the same objects. */
function* differences(before: TreeNode, after: TreeNode, keys: Keys): Generator<Patches[number]> {
  if (before === after) return;
  if (before.children.size === 0 || after.children.size === 0) {
    if (!before.equals(after)) yield { keys, value: after.toWire() };
    return;
  }
  for (const [key, child] of before.children.entries()) {
    const next = after.children.get(key);
    if (next) yield* differences(child, next, [...keys, key]);
    else yield { keys: [...keys, key], value: null };
  }
  for (const [key, child] of after.children.entries())
    if (!before.children.get(key)) yield { keys: [...keys, key], value: child.toWire() };
  if (before.priority !== after.priority)
    yield { keys: [...keys, priorityKey], value: leaf(after.priority).toWire() };
}
