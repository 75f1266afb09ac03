/** The tree as records: one for each value, and one for each inner node that has a priority. Keys are paths. */
import type { Priority } from '#ports/realtime/realtime.ts';
import * as v from 'valibot';
import type { TreeChange } from '#query/tree/change.ts';
import { empty, type Keys, leaf, type Plain, priorityKey, type TreeNode } from '#query/tree/node.ts';
import { type Entry, type Part, readEach, type SetAsideRecords } from '../records.ts';
import { storedAs, storedNumber } from '../stored.ts';

interface KeptNode {
  /** `null` for an inner node. */
  readonly value: Plain;
  readonly priority: Priority;
}

const pathOf = (keys: Keys) => keys.join('/');
const keysOf = (path: string): Keys => (path === '' ? [] : path.split('/'));

const isKept = ({ value, priority }: TreeNode) => value !== null || priority !== null;

export const treePart = (root: () => TreeNode): Part => ({
  get(path) {
    const node = root().at(keysOf(path));
    return isKept(node) ? keptNode(node) : undefined;
  },
  *entries() {
    for (const [keys, node] of nodesOf([], root())) yield [pathOf(keys), keptNode(node)];
  },
});

const keptNode = ({ value, priority }: TreeNode): KeptNode => ({ value, priority });

export const storedNode = storedAs<KeptNode>(
  v.looseObject({
    value: v.nullable(v.union([v.string(), storedNumber, v.boolean()])),
    priority: v.nullable(v.union([v.string(), storedNumber])),
  }),
);

export function recordedTree(entries: readonly Entry[], setAside: SetAsideRecords): TreeNode {
  // Values first: a node that is not there yet takes no priority.
  const kept = readEach('node', entries, setAside, (node, path) => ({
    keys: keysOf(path),
    ...storedNode(node),
  }));
  const filled = kept
    .filter(({ value }) => value !== null)
    .reduce((tree, { keys, value, priority }) => tree.with(keys, leaf(value, priority)), empty);
  return kept
    .filter(({ value }) => value === null)
    .reduce((tree, { keys, priority }) => tree.with([...keys, priorityKey], leaf(priority)), filled);
}

function* nodesOf(keys: Keys, node: TreeNode): Generator<readonly [Keys, TreeNode]> {
  if (isKept(node)) yield [keys, node];
  for (const [key, child] of node.children.entries()) yield* nodesOf([...keys, key], child);
}

/** Paths of the records that a change touches. Costs what the write touches. */
export function* changedRecords({ before, after, places }: TreeChange): Generator<string> {
  for (const place of places) {
    const keys = place.at(-1) === priorityKey ? place.slice(0, -1) : place;
    // A value on the way may have given way, and nodes that became empty are gone with their priorities.
    for (let depth = 0; depth < keys.length; depth++) {
      const way = keys.slice(0, depth);
      if (differ(before.at(way), after.at(way))) yield pathOf(way);
    }
    yield* changedBelow(keys, before.at(keys), after.at(keys));
  }
}

const differ = (one: TreeNode, other: TreeNode) =>
  one.value !== other.value || one.priority !== other.priority;

function* changedBelow(keys: Keys, before: TreeNode, after: TreeNode): Generator<string> {
  if (before === after) return;
  if (differ(before, after)) yield pathOf(keys);
  for (const [key, child] of before.children.entries())
    yield* changedBelow([...keys, key], child, after.children.get(key) ?? empty);
  for (const [key, child] of after.children.entries())
    if (before.children.get(key) === undefined) yield* changedBelow([...keys, key], empty, child);
}
