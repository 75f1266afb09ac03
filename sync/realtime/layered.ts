/** Server's data at a view's place with own writes laid over it, updated from one operation to the next. */
import type { Keys, TreeNode } from '#query/tree/node.ts';
import type { Overlay } from './overlay.ts';

export class Layered {
  private node: TreeNode | null = null;
  /** Children that may have changed since `node` was computed. */
  private readonly stale = new Set<string>();

  /** The server's state, or own writes, may have changed at a place. */
  touch(keys: Keys): void {
    const [key] = keys;
    if (key === undefined) this.node = null;
    else if (this.node) this.stale.add(key);
  }

  /** The merged tree. Costs as much as the children touched; the first time, all of them. */
  over(server: TreeNode, writes: Overlay): TreeNode {
    let node = this.node;
    if (!node) node = writes.over(server);
    else for (const key of this.stale) node = node.with([key], writes.at([key]).over(server.child(key)));
    this.stale.clear();
    this.node = node;
    return node;
  }
}
