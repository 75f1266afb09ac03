/** Registry of watched queries: finds the views that a change can touch, and notifies their listeners. */
import type { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { DocState } from '#query/doc-state.ts';
import { PredicateIndex } from '#query/predicate-index.ts';
import { CallbackQueue } from './callback-queue.ts';
import type { LocalDocs } from './local-docs.ts';
import type { OpenViews } from './open-views.ts';
import { type Listener, QueryListeners } from './query-listeners.ts';
import type { ReplicaChange } from './remote-events.ts';
import { LocalQueryView, type LocalView } from './view.ts';

export class ListenerRegistry implements OpenViews {
  private readonly listeners = new Map<string, QueryListeners>();
  /** Views of single documents, by path. */
  private readonly byDoc = new Map<string, QueryListeners>();
  /** Views of queries: by their filters, and by the documents that they hold. */
  private readonly routes = new PredicateIndex<QueryListeners>();
  private readonly holders = new Map<string, readonly QueryListeners[]>();
  private readonly leaving = new Map<QueryListeners, () => void>();
  /** Limited queries with gaps that are filled from the cache. */
  private readonly guessed = new Set<QueryListeners>();
  private opened = 0;
  private readonly inSync = new Set<() => void>();
  private readonly callbacks = new CallbackQueue();

  find(key: string): QueryListeners | null {
    return this.listeners.get(key) ?? null;
  }

  view(key: string): LocalView | null {
    return this.find(key)?.view ?? null;
  }

  /** All views in the order of their opening. */
  *all(): Generator<LocalView> {
    for (const { view } of this.listeners.values()) yield view;
  }

  /** Whether a view shows the document. */
  shows(path: string): boolean {
    return this.byDoc.has(path) || this.holders.has(path);
  }

  /** Whether a view may hold the document in this state. */
  concerns({ path, data }: DocState): boolean {
    const found = new Set<QueryListeners>();
    if (data) this.routes.find(path, data, found);
    return found.size > 0 || this.shows(path);
  }

  open(view: LocalView): QueryListeners {
    const watched = new QueryListeners(view, this.opened++);
    this.listeners.set(view.key, watched);
    this.leaving.set(watched, this.place(view, watched));
    return watched;
  }

  close(view: LocalView): void {
    const watched = this.listeners.get(view.key);
    if (watched?.view !== view) return;
    this.listeners.delete(view.key);
    this.leaving.get(watched)?.();
    this.leaving.delete(watched);
  }

  size(): number {
    return this.listeners.size + this.inSync.size;
  }

  /**
   * Updates the views with documents that may have changed, and notifies their listeners. `whole` are the views to recompute;
   * documents in `confirmed` have the same content as before.
   */
  change(docs: LocalDocs, { paths, confirmed = none, whole = none }: ReplicaChange, offline: boolean): void {
    const changed = new Set<QueryListeners>();
    for (const view of whole) {
      const watched = this.listeners.get(view.key);
      if (watched) changed.add(watched);
    }
    for (const path of paths)
      for (const watched of this.touching(docs, path, confirmed.has(path)))
        if (!whole.has(watched.view) && watched.view.change(docs, path)) changed.add(watched);
    for (const view of whole) view.rebuild(docs);
    this.fillUp(docs, changed);
    this.tell(changed, offline);
  }

  /** Fills gaps of limited results; they may depend on documents that the view does not hold. */
  private fillUp(docs: LocalDocs, changed: Set<QueryListeners>): void {
    for (const watched of changed) if (isGuessed(watched)) this.guessed.add(watched);
    for (const watched of this.guessed) {
      const { view } = watched;
      if (view instanceof LocalQueryView && view.fillUp(docs)) changed.add(watched);
      if (!isGuessed(watched)) this.guessed.delete(watched);
    }
  }

  /** Views that hold the document, and views whose filters match it now. Views already have the content of a confirmed document. */
  private touching(docs: LocalDocs, path: string, confirmed: boolean): Set<QueryListeners> {
    const found = new Set(this.holders.get(path));
    const own = this.byDoc.get(path);
    if (own) found.add(own);
    const data = confirmed ? null : docs.get(path)?.data;
    if (data) this.routes.find(path, data, found);
    return found;
  }

  private place(view: LocalView, watched: QueryListeners): () => void {
    if (view instanceof LocalQueryView) return this.route(view, watched);
    const { path } = view;
    this.byDoc.set(path, watched);
    return () => void this.byDoc.delete(path);
  }

  private route(view: LocalQueryView, watched: QueryListeners): () => void {
    const leave = this.routes.add(view.plan, watched);
    view.track({
      enter: (path) => this.holders.set(path, [...(this.holders.get(path) ?? []), watched]),
      leave: (path) => {
        const others = this.holders.get(path)?.filter((other) => other !== watched) ?? [];
        if (others.length > 0) this.holders.set(path, others);
        else this.holders.delete(path);
      },
      confirm: (docs, at, doc) => watched.confirm(docs, at, doc),
    });
    return () => {
      leave();
      view.release();
      this.guessed.delete(watched);
    };
  }

  /** Like `change`, after the online state has changed. */
  tellAll(offline: boolean): void {
    this.tell(new Set(this.listeners.values()), offline);
  }

  /** Notifies listeners of new results, in the order of subscription, then those of `onInSync`. */
  private tell(changed: ReadonlySet<QueryListeners>, offline: boolean): void {
    if (changed.size === 0) return;
    let told = false;
    for (const one of [...changed].sort(inOrder)) told = one.tell(offline, this.callbacks.enqueue) || told;
    if (told) this.sayInSync();
  }

  listen(watched: QueryListeners, listener: Listener, offline: boolean): Unsubscribe {
    const remove = watched.add(listener);
    if (watched.tell(offline, this.callbacks.enqueue)) this.sayInSync();
    return remove;
  }

  fail(view: LocalView, error: PortError): void {
    const watched = this.listeners.get(view.key);
    this.close(view);
    watched?.fail(error, this.callbacks.enqueue);
  }

  startAfresh(): void {
    for (const watched of this.listeners.values()) watched.startAfresh();
  }

  onInSync(next: () => void): Unsubscribe {
    const own = () => next();
    this.inSync.add(own);
    this.callbacks.enqueue(() => {
      if (this.inSync.has(own)) own();
    });
    return () => this.inSync.delete(own);
  }

  stop(): void {
    this.callbacks.stop();
    for (const { view } of [...this.listeners.values()]) this.close(view);
    this.inSync.clear();
  }

  private sayInSync(): void {
    if (this.inSync.size === 0) return;
    this.callbacks.enqueue(() => {
      for (const next of [...this.inSync]) if (this.inSync.has(next)) next();
    });
  }
}

const none: ReadonlySet<never> = new Set();
const inOrder = (one: QueryListeners, other: QueryListeners) => one.order - other.order;
const isGuessed = ({ view }: QueryListeners) => view instanceof LocalQueryView && view.isGuessed();
