/** View of one query at one place: known data, and listeners. */
import { ChildChanges } from '#query/tree/child-changes.ts';
import { empty, type Keys, type TreeNode } from '#query/tree/node.ts';
import { isWhole } from '#query/tree/protocol.ts';
import { QueryFilter } from '#query/tree/query-filter.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { ChildEvent } from '#ports/realtime/realtime.ts';
import { Layered } from './layered.ts';
import type { Operation } from './operation.ts';
import type { Overlay } from './overlay.ts';
import { type Caches, ViewUpdate } from './view-update.ts';

/** Listener to the children, to the value or to both. */
export interface Watcher {
  readonly value: boolean;
  readonly children: boolean;
}

/** Something to tell a watcher. The node is the value, or the child that it is about. */
export interface ViewEvent<W extends Watcher> {
  readonly view: TreeView<W>;
  readonly watcher: W;
  readonly type: 'value' | ChildEvent['type'];
  readonly key: string | null;
  readonly node: TreeNode;
  readonly previousKey: string | null;
}

export class TreeView<W extends Watcher = Watcher> {
  readonly query: NormalQuery;
  readonly watchers = new Set<W>();
  private readonly filter: QueryFilter;
  private readonly layered = new Layered();
  private caches: Caches;

  /** `server` and `shown`: data known at first, without and with own writes; `complete`: all there is. */
  constructor(query: NormalQuery, server: Known, shown: Known) {
    this.query = query;
    this.filter = new QueryFilter(query);
    this.caches = {
      server: { ...server, filtered: false },
      shown: { node: this.filter.whole(shown.node), complete: shown.complete, filtered: this.filter.filters },
    };
  }

  /** Whether the view shows every child there is. */
  isWhole(): boolean {
    return isWhole(this.query);
  }

  /** Shown value, once all of it has been known; else `null`. */
  value(): TreeNode | null {
    return this.caches.shown.complete ? this.caches.shown.node : null;
  }

  /** Server's data at a place below, if wholly known; else `null`. */
  serverAt(keys: Keys): TreeNode | null {
    const { node, complete } = this.caches.server;
    const [key] = keys;
    const known = complete && (this.isWhole() || (key !== undefined && !node.child(key).isEmpty()));
    return known ? node.at(keys) : null;
  }

  /** First events for a new listener: everything shown. */
  present(watcher: W): ViewEvent<W>[] {
    const { node, complete } = this.caches.shown;
    const added = new ChildChanges();
    for (const [key, child] of node.children.entries()) added.note(key, empty, child);
    return this.events(added, complete, [watcher]);
  }

  apply(operation: Operation, writes: Overlay, whole: TreeNode | null): ViewEvent<W>[] {
    const before = this.caches.shown;
    const update = new ViewUpdate(this.filter, this.caches, writes, whole, this.layered);
    this.caches = update.apply(operation);
    const { node, complete } = this.caches.shown;
    const isNews =
      update.changes.size > 0 ||
      !before.complete ||
      node.priority !== before.node.priority ||
      (node.children.size === 0 && !node.equals(before.node));
    return this.events(update.changes, complete && isNews, this.watchers);
  }

  private events(changes: ChildChanges, value: boolean, watchers: Iterable<W>): ViewEvent<W>[] {
    const { node } = this.caches.shown;
    const events: ViewEvent<W>[] = [];
    for (const change of changes.told(this.query.orderBy, node))
      for (const watcher of watchers) if (watcher.children) events.push({ view: this, watcher, ...change });
    if (value)
      for (const watcher of watchers)
        if (watcher.value)
          events.push({ view: this, watcher, type: 'value', key: null, node, previousKey: null });
    return events;
  }
}

export interface Known {
  readonly node: TreeNode;
  readonly complete: boolean;
}
