/** Sync point: a location of the tree, with the queries listened to there and the locations below. */
import type { Keys, TreeNode } from '#query/tree/node.ts';

import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { TreeView, Watcher } from './view.ts';

export class SyncPoint<W extends Watcher> {
  readonly views = new Map<string, TreeView<W>>();
  readonly children = new Map<string, SyncPoint<W>>();
  /** Listens open at the server because of this place. */
  readonly listens = new Map<string, NormalQuery>();

  reach(keys: Keys): SyncPoint<W> {
    return keys.reduce((point: SyncPoint<W>, key) => {
      const next = point.children.get(key) ?? new SyncPoint<W>();
      point.children.set(key, next);
      return next;
    }, this);
  }

  find(keys: Keys): SyncPoint<W> | null {
    return keys.reduce((point: SyncPoint<W> | null, key) => point?.children.get(key) ?? null, this);
  }

  /** This place and those on the way to `keys`, each with the rest of the way. */
  *onTheWay(keys: Keys): Generator<readonly [SyncPoint<W>, Keys]> {
    yield [this, keys];
    const [key, ...rest] = keys;
    if (key !== undefined) yield* this.children.get(key)?.onTheWay(rest) ?? [];
  }

  /** A view of every child there is. */
  wholeView(): TreeView<W> | null {
    for (const view of this.views.values()) if (view.isWhole()) return view;
    return null;
  }

  /** Server's data at a place below, if a listener here knows all of it; else `null`. */
  serverAt(keys: Keys): TreeNode | null {
    for (const view of this.views.values()) {
      const node = view.serverAt(keys);
      if (node) return node;
    }
    return null;
  }

  /** Children in the order of the texts of their keys. */
  sortedChildren(): readonly (readonly [string, SyncPoint<W>])[] {
    return [...this.children].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** Removes the places on the way to `keys` without listeners there or below. */
  prune(keys: Keys): void {
    const [key, ...rest] = keys;
    const child = key === undefined ? undefined : this.children.get(key);
    if (key === undefined || !child) return;
    child.prune(rest);
    if (child.views.size === 0 && child.children.size === 0) this.children.delete(key);
  }

  /** Listens needed at the server for this place: one for everything, if a listener wants that, else one a query. */
  wanted(): ReadonlyMap<string, NormalQuery> {
    const whole = this.wholeView();
    if (whole) return new Map([['', { ...whole.query, orderBy: 'priority' }]]);
    return new Map([...this.views].map(([id, { query }]) => [id, query]));
  }
}
