/** Realtime values of a move. The tree is in memory, as in every server. */
import type { Clock } from '#provider-kit/clock.ts';
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedValue } from '#provider-kit/move/moved-records.ts';
import { priorityKey } from '#query/tree/node.ts';
import { treeKeys, treePage, treeValueAt, withTreeValues } from '#query/tree/tree-values.ts';
import type { SharedTree } from '../realtime/shared-tree.ts';
import { rowsAtOnce } from './row-pages.ts';

export const valueShelf = (tree: SharedTree, clock: Clock): MoveShelf<MovedValue> => ({
  page: async (after) => treePage(tree.root, after, rowsAtOnce),
  get: async (paths) => paths.flatMap((path) => treeValueAt(tree.root, path) ?? []),
  async write(records) {
    await tree.write(async (before) => {
      const places = records.map(({ path, value }) =>
        value === null ? [...treeKeys(path), priorityKey] : treeKeys(path),
      );
      return { before, after: withTreeValues(before, records), places, now: clock.now() };
    });
  },
});
