/** Tree of one cloud: its content, its changes, and their listeners. */
import type { NormalQuery } from '#ports/realtime/checks.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Sink } from '../service.ts';
import { Listens } from './listens.ts';
import { empty, type Keys, type TreeNode } from './node.ts';
import type { Setting } from './protocol.ts';
import { parseValue, type Patch } from './values.ts';

/** A change of the tree, computed and not applied. */
export interface Change {
  readonly before: TreeNode;
  readonly after: TreeNode;
  readonly places: readonly Keys[];
  /** Server time of the change. */
  readonly now: number;
}

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

  /** Applies settings on top of each other, all at one moment. */
  settings(settings: readonly Setting[]): Change {
    const now = this.now();
    return this.patched(now, settings, ({ keys, value, priority }, tree) => ({
      keys,
      node: parseValue(value, tree.at(keys), now, priority),
    }));
  }

  /** Applies settings of which none lies within another: removals last, so that a place that stays is not empty meanwhile. */
  update(settings: readonly Setting[]): Change {
    const now = this.now();
    const patches = settings.map(({ keys, value, priority }) => ({
      keys,
      node: parseValue(value, this.tree.at(keys), now, priority),
    }));
    const goes = ({ node }: Patch) => node.isEmpty();
    const sorted = [...patches.filter((patch) => !goes(patch)), ...patches.filter(goes)];
    return this.patched(now, sorted, (same) => same);
  }

  patch(patch: Patch): Change {
    return this.patched(this.now(), [patch], (same) => same);
  }

  make(change: Change): void {
    const { before, after, places } = change;
    if (after === before) return;
    this.tree = after;
    this.changed(change);
    this.listens.tell(places, before, after);
  }

  private patched<T>(
    now: number,
    changes: readonly T[],
    toPatch: (change: T, tree: TreeNode) => Patch,
  ): Change {
    const places: Keys[] = [];
    let after = this.tree;
    for (const change of changes) {
      const { keys, node } = toPatch(change, after);
      after = after.with(keys, node);
      places.push(keys);
    }
    return { before: this.tree, after, places, now };
  }
}
