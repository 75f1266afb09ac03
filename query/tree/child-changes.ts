/** Changes of a query's children and their order in events: removed, added, moved, changed. */
import type { TreeNode } from './node.ts';
import { compareOrder, hasMoved, type OrderBy, orderKey } from './order.ts';

export interface ChildChange {
  readonly type: 'removed' | 'added' | 'moved' | 'changed';
  readonly key: string;
  /** The child's present node; the last one, for a removed child. */
  readonly node: TreeNode;
  readonly previousKey: string | null;
}

interface Change {
  readonly key: string;
  readonly before: TreeNode;
  readonly after: TreeNode;
}

export class ChildChanges {
  private readonly changes = new Map<string, Change>();

  get size(): number {
    return this.changes.size;
  }

  /** Notes a child's change; an empty node stands for no child. A child that came and went again is forgotten. */
  note(key: string, before: TreeNode, after: TreeNode): void {
    const first = this.changes.get(key)?.before ?? before;
    if (first.isEmpty() && after.isEmpty()) this.changes.delete(key);
    else this.changes.set(key, { key, before: first, after });
  }

  /** The children as they are now. */
  *now(): Generator<readonly [key: string, node: TreeNode]> {
    for (const { key, after } of this.changes.values()) yield [key, after];
  }

  /** Changes in the order of the events. `shown`: all children as they are now. */
  told(orderBy: OrderBy, shown: TreeNode): readonly ChildChange[] {
    const removed: Change[] = [];
    const added: Change[] = [];
    const changed: Change[] = [];
    for (const change of this.changes.values())
      (change.after.isEmpty() ? removed : change.before.isEmpty() ? added : changed).push(change);
    const moved = changed.filter(({ before, after }) => hasMoved(orderBy, before, after));
    const tell = (type: ChildChange['type'], changes: readonly Change[]): ChildChange[] =>
      changes
        .map(({ key, before, after }) => ({ key, node: type === 'removed' ? before : after }))
        .map((child) => ({ child, place: orderKey(orderBy, child.key, child.node) }))
        .sort((one, other) => compareOrder(one.place, other.place))
        .map(({ child }) => ({
          type,
          ...child,
          previousKey: type === 'removed' ? null : shown.ordered(orderBy).before(child),
        }));
    return [
      ...tell('removed', removed),
      ...tell('added', added),
      ...tell('moved', moved),
      ...tell('changed', changed),
    ];
  }
}
