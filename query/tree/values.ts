/**
 * Values that a program writes, as nodes: server values computed, arrays as children 0, 1, … They may come encoded, with
 * priorities, read only where no argument of a port can hold them.
 */
import type { Priority, RealtimeValue } from '#ports/realtime/realtime.ts';
import { empty, inner, type Keys, leaf, type Plain, priorityKey, type TreeNode } from './node.ts';

/** New value of one place in the tree. A place may be a priority. */
export interface Patch {
  readonly keys: Keys;
  readonly node: TreeNode;
}

/** `existing` is the value before, from which increments count. `now`: server time. */
export function parseValue(
  value: RealtimeValue,
  existing: TreeNode,
  now: number,
  priority: Priority = null,
): TreeNode {
  if (typeof value !== 'object' || value === null) return leaf(value, priority);
  if ('.sv' in value) return leaf(serverValue(value['.sv'], existing.value, now), priority);
  const { '.value': plain, '.priority': given } = value as Travelling;
  const own = given === undefined ? priority : priorityOf(given, existing, now);
  if (plain !== undefined) return parseValue(plain, existing, now, own);
  const entries = Object.entries(value as Readonly<Record<string, RealtimeValue>>);
  const inside = given === undefined ? entries : entries.filter(([key]) => key !== priorityKey);
  const children = inside.map(([key, child]) => [key, parseValue(child, existing.child(key), now)] as const);
  return children.length === 0 ? empty : inner(children, own);
}

interface Travelling {
  readonly '.value'?: RealtimeValue;
  readonly '.priority'?: RealtimeValue;
}

const priorityOf = (given: RealtimeValue, existing: TreeNode, now: number): Priority =>
  parseValue(given, leaf(existing.priority), now).value as Priority;

function serverValue(wanted: unknown, existing: Plain, now: number): number {
  if (wanted === 'timestamp') return now;
  const { increment } = wanted as { readonly increment: number };
  return (typeof existing === 'number' ? existing : 0) + increment;
}
