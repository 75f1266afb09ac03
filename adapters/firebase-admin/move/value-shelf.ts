/** Values of the realtime database of a move, read as a whole. */
import type { App } from 'firebase-admin/app';
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedValue } from '#provider-kit/move/moved-records.ts';
import type { Json } from '#ports/shared.ts';
import { empty, fromWire, type TreeNode } from '#query/tree/node.ts';
import { treePage, treeValueAt } from '#query/tree/tree-values.ts';
import { asPort } from '../errors.ts';

const valuesAtOnce = 500;

export async function firebaseValueShelf(app: App): Promise<MoveShelf<MovedValue>> {
  const { getDatabase } = await import('firebase-admin/database');
  let known: TreeNode | null = null;
  const root = () => getDatabase(app).ref();
  /** As of the first page. */
  const tree = async (): Promise<TreeNode> => {
    const exported: unknown = (await root().get()).exportVal();
    return exported === null ? empty : fromWire(exported as Json);
  };
  return {
    page: (after) =>
      asPort(async () => {
        if (after === null || !known) known = await tree();
        return treePage(known, after, valuesAtOnce);
      }),
    get: (paths) =>
      asPort(async () => {
        const current = await tree();
        return paths.flatMap((path) => treeValueAt(current, path) ?? []);
      }),
    write: (records) =>
      asPort(async () => {
        const plain = records.filter(({ value }) => value !== null);
        await root().update(
          Object.fromEntries(
            plain.map(({ path, value, priority }) => [
              path,
              priority === null ? value : { '.value': value, '.priority': priority },
            ]),
          ),
        );
        for (const { path, value, priority } of records)
          if (value === null)
            await root()
              .child(path)
              .setPriority(priority, () => {});
      }),
  };
}
