/** What the listeners of one query at one place see, and what each change means to them. */
import { empty, inner, type Keys, type TreeNode } from '#fakes/cloud/realtime/node.ts';
import { isWhole } from '#fakes/cloud/realtime/protocol.ts';
import { type ChildChange, QueryWindow } from '#fakes/cloud/realtime/window.ts';
import type { NormalQuery } from '#ports/realtime/checks.ts';
import type { ChildEvent, RealtimeChild, RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import type { PendingWrites } from './pending.ts';

export interface Watcher {
  readonly value?: (snapshot: RealtimeSnapshot) => void;
  readonly child?: (event: ChildEvent) => void;
  readonly failed: (error: unknown) => void;
}

/** Where a view's data come from: a listen at its place or above. */
export interface Source {
  /** Has the server said everything that there is? */
  complete(): boolean;
  /** What the server said is at a path at or below the listened one. */
  at(keys: Keys): TreeNode;
}

export class View {
  readonly query: NormalQuery;
  readonly watchers = new Set<Watcher>();
  source: Source;
  private readonly pending: PendingWrites;
  private readonly window: QueryWindow;
  /** What the server holds and own writes laid over it. */
  private effective: TreeNode = empty;
  /** What the server held when `effective` was worked out. */
  private server: TreeNode = empty;
  /** Children that may have changed since the last `flush`; `all` when any may have. */
  private dirty: Set<string> | 'all' = 'all';
  private shown: TreeNode | null = null;

  constructor(query: NormalQuery, source: Source, pending: PendingWrites) {
    this.query = query;
    this.source = source;
    this.pending = pending;
    this.window = new QueryWindow(query);
  }

  /** Has anything been shown yet? */
  loaded(): boolean {
    return this.shown !== null;
  }

  /** Something changed at `keys`, below or above here. Told to nobody before `flush`. */
  touch(keys: Keys): void {
    const { keys: here } = this.query;
    const now = this.source.at(here);
    const relative = this.soundFrom(keys.slice(here.length), now);
    const [first] = relative;
    if (first === undefined || this.dirty === 'all') {
      this.effective = this.pending.over(here, now);
      this.dirty = 'all';
      return;
    }
    const there = this.pending.over([...here, ...relative], now.at(relative));
    this.effective = this.effective.with(relative, there);
    this.dirty.add(first);
  }

  /** What changed since the last time, in the order in which it is told; `null` when nothing is known or changed. */
  flush(): readonly ChildChange[] | null {
    if (this.shown && this.dirty !== 'all' && this.dirty.size === 0) return null;
    if (!this.source.complete() && !this.pending.covers(this.query.keys)) return null;
    const { effective, dirty, shown } = this;
    this.server = this.source.at(this.query.keys);
    this.dirty = new Set();
    this.shown = effective;
    const changes = this.window.update(dirty === 'all' ? this.window.allKeys(effective) : dirty, effective);
    const itself =
      isWhole(this.query) && (shown?.value !== effective.value || shown?.priority !== effective.priority);
    return shown && changes.length === 0 && !itself ? null : changes;
  }

  snapshot(): RealtimeSnapshot {
    return snapshotOf(this.query, this.shown ?? empty, this.window);
  }

  /** Every child there is, as just added. */
  *present(): Generator<ChildEvent> {
    let previousKey: string | null = null;
    for (const [key, node] of this.window.children()) {
      yield Object.freeze({ type: 'added', child: childOf(key, node), previousKey });
      previousKey = key;
    }
  }

  /**
   * The part of a path from which on things must be worked out anew: where there are no children, neither now nor before,
   * a write further down decides about more than its own place (a plain value gives way, a priority goes with it).
   */
  private soundFrom(relative: Keys, now: TreeNode): Keys {
    let nodes = [this.effective, this.server, now];
    for (const [depth, key] of relative.entries()) {
      if (nodes.some(({ children }) => children.size === 0)) return relative.slice(0, depth);
      nodes = nodes.map((node) => node.child(key));
    }
    return relative;
  }
}

export function eventOf({ type, key, node, previousKey }: ChildChange): ChildEvent {
  return Object.freeze({ type, child: childOf(key, node), previousKey });
}

const childOf = (key: string, node: TreeNode): RealtimeChild =>
  Object.freeze({ key, value: node.toJson(), priority: node.priority });

/** `window` holds the query's children of `node`. */
function snapshotOf(query: NormalQuery, node: TreeNode, window: QueryWindow): RealtimeSnapshot {
  const { keys } = query;
  const shown = isWhole(query) ? node : inner(window.children());
  return Object.freeze({
    key: keys.at(-1) ?? null,
    path: keys.join('/'),
    value: shown.toJson(),
    priority: shown.priority,
    children: Object.freeze([...window.children()].map(([key, child]) => childOf(key, child))),
  });
}

/** Of a tree that nobody watches. */
export function snapshotOnce(query: NormalQuery, node: TreeNode): RealtimeSnapshot {
  const window = new QueryWindow(query);
  window.update(window.allKeys(node), node);
  return snapshotOf(query, node, window);
}
