/** What a program writes, as nodes: server values worked out, arrays as children 0, 1, … */
import type { Priority, RealtimeValue } from '#ports/realtime/realtime.ts';
import { empty, inner, type Keys, leaf, type TreeNode } from './node.ts';

/** One place of the tree and what it is to hold. A place may be a priority. */
export interface Patch {
  readonly keys: Keys;
  readonly node: TreeNode;
}

/** `existing` is what is there before: increments count from it. `now`: server time. */
export function parseValue(
  value: RealtimeValue,
  existing: TreeNode,
  now: number,
  priority: Priority = null,
): TreeNode {
  if (typeof value !== 'object' || value === null) return leaf(value, priority);
  if ('.sv' in value) return serverValue(value['.sv'], existing, now, priority);
  const entries = Object.entries(value as Readonly<Record<string, RealtimeValue>>);
  const children = entries.map(([key, child]) => [key, parseValue(child, existing.child(key), now)] as const);
  return children.length === 0 ? empty : inner(children, priority);
}

function serverValue(wanted: unknown, existing: TreeNode, now: number, priority: Priority): TreeNode {
  if (wanted === 'timestamp') return leaf(now, priority);
  const { increment } = wanted as { readonly increment: number };
  return leaf((typeof existing.value === 'number' ? existing.value : 0) + increment, priority);
}
