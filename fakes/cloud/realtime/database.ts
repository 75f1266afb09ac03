/** Tree of one cloud: its content, its changes, and their listeners. */
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import {
  type TreeChange,
  patchChange,
  type TreeSetting,
  settingsChange,
  updateChange,
} from '#query/tree/change.ts';
import { empty, type TreeNode } from '#query/tree/node.ts';
import type { Patch } from '#query/tree/values.ts';
import type { Sink } from '../session.ts';
import { Listens } from './listens.ts';

export class Database {
  private tree: TreeNode = empty;
  private listens = new Listens();
  private readonly now: () => number;
  private readonly changed: (change: TreeChange) => void;

  /** `changed` runs before any listener. */
  constructor(now: () => number, changed: (change: TreeChange) => void) {
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
  settings(settings: readonly TreeSetting[]): TreeChange {
    return settingsChange(this.tree, settings, this.now());
  }

  /** Settings of which none lies within another. */
  update(settings: readonly TreeSetting[]): TreeChange {
    return updateChange(this.tree, settings, this.now());
  }

  patch(patch: Patch): TreeChange {
    return patchChange(this.tree, patch, this.now());
  }

  make(change: TreeChange): void {
    const { before, after, places } = change;
    if (after === before) return;
    this.tree = after;
    this.changed(change);
    this.listens.tell(places, before, after);
  }
}
