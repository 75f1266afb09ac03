/**
 * Listened paths of a tree: merges the server's data with own writes and computes the events of each listener. No input or output; listens
 * needed at the server go to its `ListenProvider`.
 */
import { empty, type Keys, type TreeNode } from '#query/tree/node.ts';
import { isWhole, queryId } from '#query/tree/protocol.ts';
import { QueryFilter } from '#query/tree/query-filter.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import { type Operation, operationBelow } from './operation.ts';
import { Overlay } from './overlay.ts';
import { SyncPoint } from './sync-point.ts';
import { TreeView, type ViewEvent, type Watcher } from './view.ts';
import { type PendingWrite, WriteTree } from './write-tree.ts';

/** Opens and closes listens at the server. A listen for everything has no order of its own. */
export interface ListenProvider {
  start(query: NormalQuery): void;
  stop(query: NormalQuery): void;
}

export interface Written<W extends Watcher> {
  readonly write: PendingWrite;
  readonly events: readonly ViewEvent<W>[];
}

export class SyncTree<W extends Watcher = Watcher> {
  private readonly provider: ListenProvider;
  private readonly writes = new WriteTree();
  private readonly root = new SyncPoint<W>();

  constructor(provider: ListenProvider) {
    this.provider = provider;
  }

  watch(query: NormalQuery, watcher: W): readonly ViewEvent<W>[] {
    const point = this.root.reach(query.keys);
    const id = queryId(query);
    let view = point.views.get(id);
    if (!view) {
      view = this.createView(query);
      point.views.set(id, view);
      this.review(query.keys);
    }
    view.watchers.add(watcher);
    return view.present(watcher);
  }

  unwatch(query: NormalQuery, watcher: W): void {
    const point = this.root.find(query.keys);
    const view = point?.views.get(queryId(query));
    if (!view?.watchers.delete(watcher) || view.watchers.size > 0) return;
    point?.views.delete(queryId(query));
    this.review(query.keys);
  }

  /** Handles a listen that the server rejects. A listen to everything includes all queries of its path. Returns the listeners concerned. */
  cancel(query: NormalQuery): readonly W[] {
    const point = this.root.find(query.keys);
    if (!point) return [];
    const cancelled: W[] = [];
    for (const [id, view] of point.views) {
      if (!isWhole(query) && id !== queryId(query)) continue;
      cancelled.push(...view.watchers);
      view.watchers.clear();
      point.views.delete(id);
    }
    point.listens.delete(listenId(query));
    this.review(query.keys);
    return cancelled;
  }

  /** Adds an own write and shows it at once, unless it is not `visible`. */
  write(keys: Keys, written: Overlay, visible = true): Written<W> {
    const write = { keys, written, visible };
    this.writes.add(write);
    if (!visible) return { write, events: [] };
    const origin = { by: 'user' } as const;
    const events = this.apply(
      written.node
        ? { kind: 'overwrite', origin, keys, node: written.node }
        : { kind: 'merge', origin, keys, written },
    );
    return { write, events };
  }

  /** Settles an own write: the server has it, and has sent it to its listeners; or it refused it. */
  settle(write: PendingWrite, revert: boolean): readonly ViewEvent<W>[] {
    if (!this.writes.remove(write)) return [];
    return this.apply({ kind: 'settle', keys: write.keys, written: write.written, revert });
  }

  /** Applies the server's data of a listen: one place by itself, or several at one moment. */
  heard(listen: NormalQuery, written: Overlay): readonly ViewEvent<W>[] {
    const [only, ...others] = written.places(listen.keys);
    if (!only || others.length > 0) return this.told(listen, listen.keys, written);
    const [keys, node] = only;
    return this.told(listen, keys, Overlay.of([[[], node]]));
  }

  /** Applies the server's data at a place. `listen` null: from a listen for everything, or from none. */
  told(listen: NormalQuery | null, keys: Keys, written: Overlay): readonly ViewEvent<W>[] {
    const forQuery = listen && !isWhole(listen) ? listen : null;
    const origin = { by: 'server', listen: forQuery && queryId(forQuery) } as const;
    const here = forQuery ? keys.slice(forQuery.keys.length) : keys;
    const operation: Operation = written.node
      ? { kind: 'overwrite', origin, keys: here, node: written.node }
      : { kind: 'merge', origin, keys: here, written };
    if (!forQuery) return this.apply(operation);
    const view = this.root.find(forQuery.keys)?.views.get(queryId(forQuery));
    return view?.apply(operation, this.writes.visible().at(forQuery.keys), null) ?? [];
  }

  /** Data at a place with all own writes `except` some; hidden writes count too. */
  latest(keys: Keys, except: ReadonlySet<PendingWrite> = new Set()): TreeNode {
    return this.writes.latest(keys, this.serverAt(keys), except);
  }

  /** Data of a query, if a listener or an own write knows all of it; else `null`. */
  cached(query: NormalQuery): TreeNode | null {
    const view = this.root.find(query.keys)?.views.get(queryId(query));
    return (view ?? this.createView(query)).value();
  }

  /** Own writes laid over an answer of the server to a query. */
  over(query: NormalQuery, answer: TreeNode): TreeNode {
    const writes = this.writes.visible().at(query.keys);
    return new QueryFilter(query).whole(isWhole(query) ? writes.over(answer) : writes.overChildren(answer));
  }

  /** Whether a listen for everything covers a place, there or above it. */
  isListenedTo(keys: Keys): boolean {
    return [...this.root.onTheWay(keys)].some(([point]) => point.wholeView() !== null);
  }

  /** Server's data at a place, if a listener here knows all of it; else `null`. */
  serverAt(keys: Keys): TreeNode | null {
    for (const [point, left] of this.root.onTheWay(keys)) {
      const node = point.serverAt(left);
      if (node) return node;
    }
    return null;
  }

  private createView(query: NormalQuery): TreeView<W> {
    const { keys } = query;
    const writes = this.writes.visible().at(keys);
    const known = this.serverAt(keys);
    if (known)
      return new TreeView(
        query,
        { node: known, complete: true },
        { node: writes.over(known), complete: true },
      );
    // Single known children are enough to show those.
    let some = empty;
    for (const [key, child] of this.root.find(keys)?.children ?? []) {
      const node = child.serverAt([]);
      if (node) some = some.with([key], node);
    }
    const shown = { node: writes.node ?? writes.overChildren(some), complete: writes.node !== null };
    return new TreeView(query, { node: some, complete: false }, shown);
  }

  /** Deeper places first. */
  private apply(
    operation: Operation,
    point = this.root,
    known: TreeNode | null = null,
    writes = this.writes.visible(),
  ): ViewEvent<W>[] {
    const whole = known ?? point.serverAt([]);
    const [first] = operation.keys;
    const children =
      first === undefined ? point.sortedChildren() : [[first, point.children.get(first)] as const];
    const events = children.flatMap(([key, child]) => {
      const below = child && operationBelow(operation, key);
      return below ? this.apply(below, child, whole?.child(key) ?? null, writes.at([key])) : [];
    });
    for (const view of point.views.values()) events.push(...view.apply(operation, writes, whole));
    return events;
  }

  /** Opens the listens that a place needs after its listeners changed, and closes those that others cover. */
  private review(keys: Keys): void {
    const starts: NormalQuery[] = [];
    const stops: NormalQuery[] = [];
    const visit = (point: SyncPoint<W>, covered: boolean) => {
      const wanted = covered ? new Map<string, NormalQuery>() : point.wanted();
      for (const [id, query] of wanted) if (!point.listens.has(id)) starts.push(query);
      for (const [id, query] of point.listens) if (!wanted.has(id)) stops.push(query);
      point.listens.clear();
      for (const [id, query] of wanted) point.listens.set(id, query);
      const coversMore = covered || point.wholeView() !== null;
      for (const child of point.children.values()) visit(child, coversMore);
    };
    const above = [...this.root.onTheWay(keys)].filter(([, left]) => left.length > 0);
    const point = this.root.find(keys);
    if (point)
      visit(
        point,
        above.some(([parent]) => parent.wholeView() !== null),
      );
    this.root.prune(keys);
    for (const query of starts) this.provider.start(query);
    for (const query of stops) this.provider.stop(query);
  }
}

/** Id of a listen among those of its place. */
const listenId = (query: NormalQuery): string => (isWhole(query) ? '' : queryId(query));
