/** Tree of one cloud: its content, its changes, and their listeners. */
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { type Change, patchChange, type Setting, settingsChange, updateChange } from '#query/tree/change.ts';
import { empty, type TreeNode } from '#query/tree/node.ts';
import type { Patch } from '#query/tree/values.ts';
import type { Sink } from '../service.ts';
import { Listens } from './listens.ts';

export class Database {
  private tree: TreeNode = empty;
  private listens = new Listens();
  private readonly now: () => number;
  private readonly changed: (change: Change) => void;

  /** `changed` runs before any listener. */
  constructor(now: () => number, changed: (change: Change) => void) {
    this.now = now;
    this.changed = changed;
  }

  root(): TreeNode {
    return this.tree;
  }

  /** Replaces everything and drops all listeners without notice. */
  replace(tree: TreeNode): void {
    this.listens = new Listens();
    this.tree = tree;
  }

  listen(query: NormalQuery, sink: Sink, lacksIndex: boolean): Unsubscribe {
    return this.listens.open(query, this.tree, sink, lacksIndex);
  }

  /** Settings on top of each other, all at one moment. */
  settings(settings: readonly Setting[]): Change {
    return settingsChange(this.tree, settings, this.now());
  }

  /** Settings of which none lies within another. */
  update(settings: readonly Setting[]): Change {
    return updateChange(this.tree, settings, this.now());
  }

  patch(patch: Patch): Change {
    return patchChange(this.tree, patch, this.now());
  }

  make(change: Change): void {
    const { before, after, places } = change;
    if (after === before) return;
    this.tree = after;
    this.changed(change);
    this.listens.tell(places, before, after);
  }
}
