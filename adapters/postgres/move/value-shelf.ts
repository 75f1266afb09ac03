/** Realtime values of a move. The tree is in memory, as in every server. */
import type { Clock } from '#provider-kit/clock.ts';
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedValue } from '#provider-kit/move/moved-records.ts';
import { compareText } from '#query/order.ts';
import { type Keys, leaf, priorityKey, type TreeNode } from '#query/tree/node.ts';
import type { SharedTree } from '../realtime/shared-tree.ts';
import { rowsAtOnce } from './row-pages.ts';

export function valueShelf(tree: SharedTree, clock: Clock): MoveShelf<MovedValue> {
  return {
    async page(after) {
      const records: MovedValue[] = [];
      let isOver = true;
      // In an order of its own, which is the same each time.
      for (const value of valuesOf([], tree.root)) {
        if (after !== null && !isAfter(value.path, after)) continue;
        if (records.length === rowsAtOnce) {
          isOver = false;
          break;
        }
        records.push(value);
      }
      return { records, next: isOver ? null : (records.at(-1)?.path ?? null) };
    },
    async get(paths) {
      return paths.flatMap((path) => {
        const { value, priority } = tree.root.at(keysOf(path));
        return value === null && priority === null ? [] : [{ path, value, priority }];
      });
    },
    async write(records) {
      await tree.write(async (before) => {
        const places = records.map(({ path, value }) =>
          value === null ? [...keysOf(path), priorityKey] : keysOf(path),
        );
        return { before, after: withRecords(before, records), places, now: clock.now() };
      });
    },
  };
}

/** Values first: an empty place takes no priority. */
function withRecords(tree: TreeNode, records: readonly MovedValue[]): TreeNode {
  const plain = records.reduce(
    (root, { path, value, priority }) =>
      value === null ? root : root.with(keysOf(path), leaf(value, priority)),
    tree,
  );
  return records.reduce(
    (root, { path, value, priority }) =>
      value === null && priority !== null ? root.with([...keysOf(path), priorityKey], leaf(priority)) : root,
    plain,
  );
}

const keysOf = (path: string): Keys => (path === '' ? [] : path.split('/'));

/** By the keys, as the walk goes: texts in the order of their code points. */
function isAfter(path: string, other: string): boolean {
  const [keys, others] = [keysOf(path), keysOf(other)];
  for (const [at, key] of keys.entries()) {
    const compared = compareText(key, others[at] ?? '');
    if (others[at] === undefined || compared > 0) return true;
    if (compared < 0) return false;
  }
  return false;
}

function* valuesOf(keys: Keys, node: TreeNode): Generator<MovedValue> {
  const { value, priority } = node;
  if (value !== null || priority !== null) yield { path: keys.join('/'), value, priority };
  const children = Array.from(node.children.entries()).toSorted(([one], [other]) => compareText(one, other));
  for (const [key, child] of children) yield* valuesOf([...keys, key], child);
}
