/** Brings together what the server says, what was written here and not confirmed yet, and whoever watches. */
import { empty, type Keys, type TreeNode } from '#fakes/cloud/realtime/node.ts';
import { PathTrie } from '#fakes/cloud/realtime/path-trie.ts';
import { isWhole, queryId } from '#fakes/cloud/realtime/protocol.ts';
import type { Patch } from '#fakes/cloud/realtime/values.ts';
import type { PortError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/checks.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { ClientContext } from '../context.ts';
import { later as soon } from '../listeners.ts';
import { Listening } from './listening.ts';
import { PendingWrites, type PendingWrite } from './pending.ts';
import { eventOf, View, type Watcher } from './view.ts';

export class Sync {
  private readonly context: ClientContext;
  private readonly pending = new PendingWrites();
  private readonly views = new PathTrie<View>();
  private readonly viewById = new Map<string, View>();
  private readonly listenings = new PathTrie<Listening>();
  private readonly opened = new Set<Listening>();
  private readonly serving = new Map<View, Listening>();
  private connected = false;

  constructor(context: ClientContext) {
    this.context = context;
  }

  setConnected(connected: boolean): void {
    this.connected = connected;
    for (const listening of this.opened) {
      if (connected) listening.open();
      else listening.pause();
    }
  }

  watch(query: NormalQuery, watcher: Watcher): Unsubscribe {
    const id = idOf(query);
    const view = this.viewById.get(id) ?? this.createView(query, id);
    view.watchers.add(watcher);
    if (view.loaded()) {
      const { child, value } = watcher;
      if (child) for (const event of view.present()) later(view, watcher, () => child(event));
      if (value) {
        const snapshot = view.snapshot();
        later(view, watcher, () => value(snapshot));
      }
    }
    return () => {
      if (view.watchers.delete(watcher) && view.watchers.size === 0) this.dropView(view);
    };
  }

  /** Shows own writes at once, until they are confirmed or taken back. */
  write(patches: readonly Patch[]): PendingWrite {
    const write = this.pending.add(patches);
    this.touch(write);
    return write;
  }

  /** The server has it (and has said so), or won't have it. */
  settle(write: PendingWrite): void {
    this.pending.remove(write);
    this.touch(write);
  }

  /** Tells everybody what the server is going to write in our absence. */
  pretend(keys: Keys, make: (existing: TreeNode) => TreeNode): void {
    const node = make(this.known(keys) ?? empty);
    for (const listening of [...this.listenings.touching(keys)]) listening.pretend(keys, node);
  }

  /** What is at `keys`; `null` when that is not known here. */
  known(keys: Keys): TreeNode | null {
    if (this.pending.covers(keys)) return this.pending.over(keys, empty);
    for (const listening of this.listenings.above(keys))
      if (isWhole(listening.query) && listening.complete())
        return this.pending.over(keys, listening.at(keys));
    return null;
  }

  /** The same for a query's children. */
  knownOf(query: NormalQuery): TreeNode | null {
    const known = this.known(query.keys);
    const view = known ? null : this.viewById.get(idOf(query));
    return view?.loaded() ? this.over(query.keys, view.source.at(query.keys)) : known;
  }

  over(keys: Keys, server: TreeNode): TreeNode {
    return this.pending.over(keys, server);
  }

  dispose(): void {
    this.setConnected(false);
    for (const view of this.viewById.values()) view.watchers.clear();
  }

  private touch({ layers }: PendingWrite): void {
    const views = new Set<View>();
    for (const { patch } of layers)
      for (const view of this.views.touching(patch.keys)) {
        view.touch(patch.keys);
        views.add(view);
      }
    for (const view of views) this.tell(view);
  }

  private tell(view: View): void {
    const changes = view.flush();
    if (!changes) return;
    const events = changes.map(eventOf);
    for (const watcher of view.watchers) {
      const { child } = watcher;
      if (child) for (const event of events) later(view, watcher, () => child(event));
    }
    const told = [...view.watchers].filter(({ value }) => value);
    const snapshot = told.length > 0 ? view.snapshot() : null;
    if (snapshot) for (const watcher of told) later(view, watcher, () => watcher.value?.(snapshot));
  }

  private createView(query: NormalQuery, id: string): View {
    const view: View = new View(query, nowhere, this.pending);
    this.settleIn(view, null);
    this.viewById.set(id, view);
    this.views.add(query.keys, view);
    view.touch(query.keys);
    view.flush();
    return view;
  }

  private dropView(view: View): void {
    const id = idOf(view.query);
    if (this.viewById.get(id) !== view) return;
    this.viewById.delete(id);
    this.views.remove(view.query.keys, view);
    const listening = this.serving.get(view);
    this.serving.delete(view);
    listening?.guests.delete(view);
    if (listening?.owners.delete(view) && listening.owners.size === 0) this.end(listening);
  }

  /** Finds the view a listen that serves it, or opens one. `known`: what an earlier one said. */
  private settleIn(view: View, known: TreeNode | null): void {
    const { query } = view;
    const wanted = isWhole(query) ? { ...query, orderBy: 'priority' as const } : query;
    for (const listening of this.listenings.above(query.keys)) {
      const same = idOf(listening.query) === idOf(wanted);
      if (!same && !isWhole(listening.query)) continue;
      (same ? listening.owners : listening.guests).add(view);
      this.serve(listening, view);
      return;
    }
    const listening = new Listening(
      this.context,
      wanted,
      {
        changed: (changed, places) => this.changed(changed, places),
        refused: (refused, error) => this.refused(refused, error),
      },
      known,
    );
    listening.owners.add(view);
    this.serve(listening, view);
    this.listenings.add(query.keys, listening);
    this.opened.add(listening);
    if (this.connected) listening.open();
  }

  private serve(listening: Listening, view: View): void {
    this.serving.set(view, listening);
    view.source = listening;
  }

  private changed(listening: Listening, places: readonly Keys[]): void {
    for (const view of [...listening.owners, ...listening.guests]) {
      for (const keys of places) if (related(keys, view.query.keys)) view.touch(keys);
      this.tell(view);
    }
  }

  private refused(listening: Listening, error: PortError): void {
    const { owners } = listening;
    this.end(listening);
    for (const view of [...owners]) {
      const watchers = [...view.watchers];
      this.dropView(view);
      for (const watcher of watchers)
        later(view, watcher, () => {
          view.watchers.delete(watcher);
          watcher.failed(error);
        });
    }
  }

  /** Closes a listen; those it served beside its own find another. */
  private end(listening: Listening): void {
    this.opened.delete(listening);
    this.listenings.remove(listening.query.keys, listening);
    listening.pause();
    for (const view of listening.guests) {
      this.settleIn(view, listening.complete() ? listening.at(view.query.keys) : null);
      view.touch(view.query.keys);
      this.tell(view);
    }
    listening.guests.clear();
  }
}

const nowhere = { complete: () => false, at: () => empty };

const idOf = (query: NormalQuery) => `${query.keys.join('/')} ${queryId(query)}`;

const related = (one: Keys, other: Keys) =>
  one.every((key, index) => index >= other.length || other[index] === key);

function later(view: View, watcher: Watcher, run: () => void): void {
  soon(() => {
    if (view.watchers.has(watcher)) run();
  });
}
