/** Connects the tree of listened places with the server and notifies listeners. */
import type { Keys, TreeNode } from '#query/tree/node.ts';
import { isWhole, queryId } from '#query/tree/protocol.ts';
import type { PortError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { ChildEvent, RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { Listening } from './listening.ts';
import { Overlay } from './overlay.ts';
import { childEvent, snapshotOf } from './snapshots.ts';
import { SyncTree } from './sync-tree.ts';
import type { RealtimeContext } from './transport.ts';
import type { ViewEvent, Watcher } from './view.ts';
import { contains, type PendingWrite } from './write-tree.ts';

/** Called within the call that changes something; the shell of the port defers. */
export interface TreeListener {
  readonly next?: (snapshot: RealtimeSnapshot) => void;
  readonly child?: (event: ChildEvent) => void;
  readonly failed: (error: PortError) => void;
}

class Registered implements Watcher {
  readonly value: boolean;
  readonly children: boolean;
  readonly listener: TreeListener;
  ended = false;

  constructor(listener: TreeListener) {
    this.listener = listener;
    this.value = listener.next !== undefined;
    this.children = listener.child !== undefined;
  }
}

export class Sync {
  private readonly context: RealtimeContext;
  private readonly tree: SyncTree<Registered>;
  private readonly listenings = new Map<string, Listening>();
  private readonly registered = new Set<Registered>();
  private readonly heard = new Set<(keys: Keys, isNews: boolean) => void>();
  private connected = false;

  constructor(context: RealtimeContext) {
    this.context = context;
    this.tree = new SyncTree({ start: (query) => this.start(query), stop: (query) => this.stop(query) });
  }

  /** Calls `next` for places of which the server has sent data (`isNews`: listeners were notified), or will send none any more. */
  onHeard(next: (keys: Keys, isNews: boolean) => void): void {
    this.heard.add(next);
  }

  setConnected(connected: boolean): void {
    this.connected = connected;
    for (const listening of this.listenings.values()) {
      if (connected) listening.open();
      else listening.pause();
    }
  }

  watch(query: NormalQuery, listener: TreeListener): Unsubscribe {
    const registered = new Registered(listener);
    this.registered.add(registered);
    this.deliver(this.tree.watch(query, registered));
    return () => {
      if (registered.ended) return;
      registered.ended = true;
      this.registered.delete(registered);
      this.tree.unwatch(query, registered);
    };
  }

  /** Shows own writes until they are settled, unless they are not `visible`. */
  write(keys: Keys, written: Overlay, visible = true): PendingWrite {
    const { write, events } = this.tree.write(keys, written, visible);
    this.deliver(events);
    return write;
  }

  /** The server has it (and has said so), or won't have it (`revert`). */
  settle(write: PendingWrite, revert: boolean): void {
    this.deliver(this.tree.settle(write, revert));
  }

  /**
   * Reopens the listens of queries that touch these places. The server's first answer after reconnecting may be from before or
   * after a write that is only now known to have been made; a query's answer doesn't tell which.
   */
  listenAnew(places: readonly Keys[]): void {
    for (const listening of this.listenings.values()) {
      const { query } = listening;
      const touches = (keys: Keys) => contains(query.keys, keys) || contains(keys, query.keys);
      if (isWhole(query) || !this.connected || !places.some(touches)) continue;
      listening.pause();
      listening.open();
    }
  }

  /** Shows what the server will write once this client is gone. */
  pretend(keys: Keys, node: TreeNode): void {
    this.deliver(this.tree.told(null, keys, Overlay.of([[[], node]])));
  }

  latest(keys: Keys, except?: ReadonlySet<PendingWrite>): TreeNode {
    return this.tree.latest(keys, except);
  }

  /** Whether the server has sent the data of a place. */
  hasHeard(keys: Keys): boolean {
    return this.tree.serverAt(keys) !== null;
  }

  /** Whether a listen covers the data of a place. */
  listensTo(keys: Keys): boolean {
    return this.tree.isListenedTo(keys);
  }

  cached(query: NormalQuery): TreeNode | null {
    return this.tree.cached(query);
  }

  over(query: NormalQuery, answer: TreeNode): TreeNode {
    return this.tree.over(query, answer);
  }

  dispose(): void {
    this.setConnected(false);
    this.listenings.clear();
    for (const registered of this.registered) registered.ended = true;
    this.registered.clear();
  }

  private deliver(events: readonly ViewEvent<Registered>[]): void {
    const snapshots = new Map<object, RealtimeSnapshot>();
    for (const { view, watcher, type, key, node, previousKey } of events) {
      const { listener } = watcher;
      if (type !== 'value') {
        listener.child?.(childEvent(type, key ?? '', node, previousKey));
        continue;
      }
      const snapshot = snapshots.get(view) ?? snapshotOf(view.query, node);
      snapshots.set(view, snapshot);
      listener.next?.(snapshot);
    }
  }

  private start(query: NormalQuery): void {
    const listening = new Listening(this.context, query, {
      told: (listen, written) => {
        const events = this.tree.heard(listen, written);
        this.deliver(events);
        this.hear(listen.keys, events.length > 0);
      },
      refused: (refused, error) => this.refused(refused, error),
    });
    this.listenings.set(listenId(query), listening);
    if (this.connected) listening.open();
  }

  private stop(query: NormalQuery): void {
    this.listenings.get(listenId(query))?.pause();
    this.listenings.delete(listenId(query));
  }

  private refused(query: NormalQuery, error: PortError): void {
    this.listenings.delete(listenId(query));
    for (const registered of this.tree.cancel(query)) {
      this.registered.delete(registered);
      registered.ended = true;
      registered.listener.failed(error);
    }
    this.hear(query.keys, true);
  }

  private hear(keys: Keys, isNews: boolean): void {
    for (const next of this.heard) next(keys, isNews);
  }
}

const listenId = (query: NormalQuery): string =>
  `${query.keys.join('/')} ${isWhole(query) ? '' : queryId(query)}`;
