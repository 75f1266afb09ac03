/** Everything watched here: finds the views that a change can touch, and tells their listeners. */
import { scopesOf } from '#fakes/cloud/docs/plan.ts';
import type { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { Deliveries } from './deliveries.ts';
import { type Listener, Watched } from './listeners.ts';
import type { LocalDocs } from './local-docs.ts';
import { DocView, type View } from './view.ts';

export class Watches {
  private readonly all = new Map<string, Watched>();
  private readonly byScope = new Map<string, Set<Watched>>();
  private opened = 0;
  private readonly inSync = new Set<() => void>();
  readonly deliveries = new Deliveries();

  find(key: string): Watched | null {
    return this.all.get(key) ?? null;
  }

  /** In the order they were opened. */
  *views(): Generator<View> {
    for (const { view } of this.all.values()) yield view;
  }

  open(view: View): Watched {
    const watched = new Watched(view, this.opened++);
    this.all.set(view.key, watched);
    const scope = scopeOf(view);
    this.byScope.set(scope, (this.byScope.get(scope) ?? new Set<Watched>()).add(watched));
    return watched;
  }

  close(view: View): void {
    const watched = this.all.get(view.key);
    if (watched?.view !== view) return;
    this.all.delete(view.key);
    const scope = scopeOf(view);
    const others = this.byScope.get(scope);
    others?.delete(watched);
    if (others?.size === 0) this.byScope.delete(scope);
  }

  size(): number {
    return this.all.size + this.inSync.size;
  }

  *touching(path: string): Generator<Watched> {
    for (const scope of [docScope(path), ...scopesOf(path)]) yield* this.byScope.get(scope) ?? [];
  }

  /** Brings the views up to date with documents that may have changed; `whole` are the views to work out anew. */
  change(docs: LocalDocs, paths: Iterable<string>, whole: ReadonlySet<View> = new Set()): Set<View> {
    const byView = new Map<View, string[]>();
    for (const path of paths)
      for (const { view } of this.touching(path)) {
        const list = byView.get(view);
        if (list) list.push(path);
        else byView.set(view, [path]);
      }
    for (const [view, own] of byView) if (!whole.has(view)) view.change(docs, own);
    for (const view of whole) view.rebuild(docs);
    return new Set([...byView.keys(), ...whole]);
  }

  /** Tells the listeners of these views what is new to them; afterwards, that all have been told. */
  tell(views: ReadonlySet<View>, offline: boolean): void {
    let told = false;
    const watched = [...views].flatMap(({ key }) => this.all.get(key) ?? []);
    for (const one of watched.sort((a, b) => a.order - b.order))
      told = one.tell(offline, this.deliveries.later) || told;
    if (told) this.sayInSync();
  }

  listen(watched: Watched, listener: Listener, offline: boolean): Unsubscribe {
    const remove = watched.add(listener);
    if (watched.tell(offline, this.deliveries.later)) this.sayInSync();
    return remove;
  }

  fail(view: View, error: PortError): void {
    const watched = this.all.get(view.key);
    this.close(view);
    watched?.fail(error, this.deliveries.later);
  }

  startAfresh(): void {
    for (const watched of this.all.values()) watched.startAfresh();
  }

  onInSync(next: () => void): Unsubscribe {
    const own = () => next();
    this.inSync.add(own);
    this.deliveries.later(() => {
      if (this.inSync.has(own)) own();
    });
    return () => this.inSync.delete(own);
  }

  stop(): void {
    this.deliveries.stop();
    this.all.clear();
    this.byScope.clear();
    this.inSync.clear();
  }

  private sayInSync(): void {
    if (this.inSync.size === 0) return;
    this.deliveries.later(() => {
      for (const next of [...this.inSync]) if (this.inSync.has(next)) next();
    });
  }
}

const docScope = (path: string) => `doc:${path}`;

const scopeOf = (view: View) => (view instanceof DocView ? docScope(view.path) : (view.plan?.scope ?? ''));
