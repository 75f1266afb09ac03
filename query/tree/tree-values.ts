/** Values of the tree, one by one, in an order that is the same each time. */
import type { Priority } from '#ports/realtime/realtime.ts';
import { compareText } from '../order.ts';
import { type Keys, leaf, type Plain, priorityKey, type TreeNode } from './node.ts';

/** A place with a plain value, or an inner one with a priority. */
export interface TreeValue {
  readonly path: string;
  readonly value: Plain;
  readonly priority: Priority;
}

export const treeKeys = (path: string): Keys => (path === '' ? [] : path.split('/'));

/** At most so many after a path; `next`: path of the last one, `null` when there are no more. */
export function treePage(
  root: TreeNode,
  after: string | null,
  most: number,
): { readonly records: readonly TreeValue[]; readonly next: string | null } {
  const records: TreeValue[] = [];
  for (const value of treeValues([], root)) {
    if (after !== null && !isAfter(value.path, after)) continue;
    if (records.length === most) return { records, next: records.at(-1)?.path ?? null };
    records.push(value);
  }
  return { records, next: null };
}

export function treeValueAt(root: TreeNode, path: string): TreeValue | null {
  const { value, priority } = root.at(treeKeys(path));
  return value === null && priority === null ? null : { path, value, priority };
}

/** Values first: an empty place takes no priority. */
export function withTreeValues(tree: TreeNode, values: readonly TreeValue[]): TreeNode {
  const plain = values.reduce(
    (root, { path, value, priority }) =>
      value === null ? root : root.with(treeKeys(path), leaf(value, priority)),
    tree,
  );
  return values.reduce(
    (root, { path, value, priority }) =>
      value === null && priority !== null
        ? root.with([...treeKeys(path), priorityKey], leaf(priority))
        : root,
    plain,
  );
}

/** As the walk goes: by the keys one after the other, those above first. */
function isAfter(path: string, other: string): boolean {
  const [keys, others] = [treeKeys(path), treeKeys(other)];
  for (const [at, key] of keys.entries()) {
    const compared = compareText(key, others[at] ?? '');
    if (others[at] === undefined || compared > 0) return true;
    if (compared < 0) return false;
  }
  return false;
}

function* treeValues(keys: Keys, node: TreeNode): Generator<TreeValue> {
  const { value, priority } = node;
  if (value !== null || priority !== null) yield { path: keys.join('/'), value, priority };
  const children = Array.from(node.children.entries()).toSorted(([one], [other]) => compareText(one, other));
  for (const [key, child] of children) yield* treeValues([...keys, key], child);
}
