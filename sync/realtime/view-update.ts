/**
 * Effect of one operation on a view's caches: the server's data, and the shown data with own writes laid over it. Only wholly known
 * children are ever shown. The rules are those of Firebase's SDK, which recorded scripts check.
 */
import { ChildChanges } from '#query/tree/child-changes.ts';
import { empty, type Keys, priorityKey, type TreeNode } from '#query/tree/node.ts';
import type { OrderedChild } from '#query/tree/ordered-children.ts';
import type { NextChild, QueryFilter } from '#query/tree/query-filter.ts';
import { compareOrder } from '#query/tree/order.ts';
import type { Operation, Origin } from './operation.ts';
import type { Layered } from './layered.ts';
import { Overlay } from './overlay.ts';

/** Known data of a place. Every child in it is wholly known. */
export interface Cache {
  readonly node: TreeNode;
  /** Whether all of it was known at one moment. */
  readonly complete: boolean;
  /** Whether a query may have left children out. */
  readonly filtered: boolean;
}

export interface Caches {
  readonly server: Cache;
  readonly shown: Cache;
}

const knowsChild = ({ node, complete, filtered }: Cache, key: string): boolean =>
  (complete && !filtered) || !node.child(key).isEmpty();

const knows = (cache: Cache, keys: Keys): boolean => {
  const [key] = keys;
  return key === undefined ? cache.complete && !cache.filtered : knowsChild(cache, key);
};

export class ViewUpdate {
  readonly changes = new ChildChanges();
  private readonly filter: QueryFilter;
  /** Visible own writes, seen from the view's place. */
  private readonly writes: Overlay;
  /** All of the server's data at this place, if a wider listen has it; else `null`. */
  private readonly whole: TreeNode | null;
  private readonly layered: Layered;
  private server: Cache;
  private shown: Cache;

  constructor(
    filter: QueryFilter,
    caches: Caches,
    writes: Overlay,
    whole: TreeNode | null,
    layered: Layered,
  ) {
    this.layered = layered;
    this.filter = filter;
    this.server = caches.server;
    this.shown = caches.shown;
    this.writes = writes;
    this.whole = whole;
  }

  apply(operation: Operation): Caches {
    const { kind, keys } = operation;
    if (kind === 'overwrite') this.layered.touch(keys);
    else for (const [place] of operation.written.places(keys)) this.layered.touch(place);
    if (kind === 'settle') {
      // Below another own write nothing of the server's data shows.
      if (this.writes.at(keys).node === null) {
        if (operation.revert) this.takeBack(keys);
        else this.confirm(keys, operation.written);
      }
    } else if (operation.origin.by === 'user') {
      if (kind === 'overwrite') this.userOverwrite(keys, operation.node);
      else this.userMerge(keys, operation.written);
    } else if (kind === 'overwrite') {
      const filtered = isForQuery(operation.origin) || (this.server.filtered && keys.length > 0);
      this.serverOverwrite(keys, operation.node, filtered);
    } else this.serverMerge(keys, operation.written, isForQuery(operation.origin) || this.server.filtered);
    return { server: this.server, shown: this.shown };
  }

  private serverOverwrite(keys: Keys, node: TreeNode, filtered: boolean): void {
    const { server } = this;
    const filter = filtered ? this.filter : this.filter.withoutBounds();
    const [key, ...below] = keys;
    let next: TreeNode;
    if (key === undefined) next = filter.whole(node);
    else if (filter.filters && !server.filtered) next = filter.whole(server.node.with(keys, node));
    else {
      // A change within an unknown child is for another listener.
      if (below.length > 0 && !knows(server, keys)) return;
      const child = server.node.child(key).with(below, node);
      next =
        key === priorityKey
          ? filter.priority(server.node, child)
          : filter.child(server.node, key, child, below, null, null);
    }
    this.server = {
      node: next,
      complete: server.complete || key === undefined,
      filtered: filter.filters,
    };
    // A full query lets another child go for one that comes.
    this.layered.touch(filter.filters ? [] : keys);
    this.showServer(keys, server.node);
  }

  private serverMerge(keys: Keys, written: Overlay, filtered: boolean): void {
    const { node, complete } = this.server;
    // Meant for an earlier listen at this place; everything is about to come.
    if (node.isEmpty() && !complete) return;
    const before = this.server;
    const news = written
      .under(keys)
      .sorted()
      .map(([key, child]) => ({ key, child, next: child.over(node.child(key)) }));
    // A child that pushes others out of a limited query makes room for the rest: first children that are in it.
    const inside = news.filter(({ key }) => !node.child(key).isEmpty());
    const outside = news.filter((each) => !inside.includes(each));
    const known = outside.filter(({ key, child }) => child.node !== null || knowsChild(before, key));
    for (const { key, next } of this.inOrder([...inside, ...known], ({ next }) => next))
      this.serverOverwrite([key], next, filtered);
  }

  /** The server's state has changed at `changed`: shows it where no own write lies over it. */
  private showServer(changed: Keys, before: TreeNode): void {
    const { server, shown, filter, writes } = this;
    const keys = this.soundFrom(changed, before);
    const here = writes.at(keys);
    const [key, ...below] = keys;
    const complete = shown.complete || changed.length === 0;
    if (here.node) {
      if (changed.length > 0) this.show(shown.node, complete);
      return;
    }
    let next = shown.node;
    if (key === undefined) {
      // A filtered answer has only whole children: a write deep below another child can't show yet.
      const all = server.filtered ? writes.overChildren(server.node) : writes.over(server.node);
      next = this.replaceAll(all);
    } else if (key === priorityKey) {
      next = filter.priority(shown.node, server.node.at(keys));
    } else {
      const child = knowsChild(shown, key)
        ? shown.node.child(key).with(below, here.over(server.node.at(keys)))
        : this.wholeChild(key, server);
      if (child) next = filter.child(shown.node, key, child, below, this.next(), this.changes);
    }
    this.show(next, complete);
  }

  /**
   * Part of a path from which on the result must be recomputed: where there are no children, a write further down changes more than
   * its own place (it replaces a plain value, and a priority goes with the last child).
   */
  private soundFrom(keys: Keys, before: TreeNode): Keys {
    const { server, shown, filter } = this;
    // Children that a query leaves out, or that are unknown, do not count.
    const wholly = server.complete && !server.filtered;
    let nodes = wholly ? (filter.filters ? [server.node, before] : [server.node, before, shown.node]) : [];
    for (const [depth, key] of keys.entries()) {
      if (key === priorityKey) return keys;
      if (nodes.some(({ children }) => children.size === 0)) return keys.slice(0, depth);
      const looked = knowsChild(shown, keys[0] ?? '')
        ? [server.node, before, shown.node]
        : [server.node, before];
      nodes = looked.map((node) => node.at(keys.slice(0, depth + 1)));
    }
    return keys;
  }

  private userOverwrite(keys: Keys, node: TreeNode): void {
    const { shown, filter } = this;
    const [key, ...below] = keys;
    if (key === undefined) {
      this.show(this.replaceAll(node), true);
      return;
    }
    if (key === priorityKey) {
      this.shown = { ...shown, node: filter.priority(shown.node, node) };
      return;
    }
    let child = node;
    if (below.length > 0) {
      const known = knowsChild(shown, key) ? shown.node.child(key) : this.wholeChild(key, this.serverKnown());
      // A priority for nothing: if the server has something there, it will come with that priority.
      const idle = known && below.at(-1) === priorityKey && known.at(below.slice(0, -1)).isEmpty();
      child = idle ? known : (known?.with(below, node) ?? empty);
    }
    if (shown.node.child(key).equals(child)) return;
    this.show(filter.child(shown.node, key, child, below, this.next(), this.changes), shown.complete);
  }

  private userMerge(keys: Keys, written: Overlay): void {
    const before = this.shown;
    const places = [...written.places(keys)];
    const inside = places.filter(([[key]]) => knowsChild(before, key ?? ''));
    const outside = places.filter((each) => !inside.includes(each));
    for (const [place, node] of this.inOrder([...inside, ...outside], ([, node]) => node))
      this.userOverwrite(place, node);
  }

  /** In an unfiltered view removals come last, so that a place that stays is not empty meanwhile. */
  private inOrder<T>(changes: readonly T[], nodeOf: (change: T) => TreeNode): readonly T[] {
    if (this.filter.filters) return changes;
    const goes = (change: T) => nodeOf(change).isEmpty();
    return [...changes.filter((change) => !goes(change)), ...changes.filter(goes)];
  }

  /** Settles an accepted own write: the server's data that it hid now shows. */
  private confirm(keys: Keys, written: Overlay): void {
    const { server } = this;
    if (written.node === null) {
      const known = [...written.places()].filter(([below]) => knows(server, [...keys, ...below]));
      const told = known.map(([below]) => [below, server.node.at([...keys, ...below])] as const);
      this.serverMerge(keys, Overlay.of(told), server.filtered);
    } else if (keys.length === 0 ? server.complete : knows(server, keys))
      this.serverOverwrite(keys, server.node.at(keys), server.filtered);
    else if (keys.length === 0) this.serverMerge(keys, childrenOf(server.node), server.filtered);
  }

  /** Reverts a refused own write: shows the data without it. */
  private takeBack(keys: Keys): void {
    const { server, shown, filter, writes } = this;
    const [key, ...below] = keys;
    let next = shown.node;
    const all = server.complete && !server.filtered && this.soundFrom(keys, server.node).length === 0;
    if (all || key === undefined || key === priorityKey)
      next = this.replaceAll(server.complete ? writes.over(server.node) : writes.overChildren(server.node));
    else {
      const child = this.wholeChild(key, server) ?? (shown.node.children.get(key) ? empty : null);
      if (child) next = filter.child(shown.node, key, child, below, this.next(), this.changes);
    }
    this.show(next, server.complete || writes.node !== null);
  }

  private replaceAll(node: TreeNode): TreeNode {
    const next = this.filter.whole(node);
    this.filter.compare(this.shown.node, next, this.changes);
    return next;
  }

  private show(node: TreeNode, complete: boolean): void {
    this.shown = { node, complete, filtered: this.filter.filters };
  }

  /** Best known part of the server's data here. */
  private serverKnown(): Cache {
    const { server, whole } = this;
    const isWhole = server.complete && !server.filtered;
    return whole && !isWhole ? { node: whole, complete: true, filtered: false } : server;
  }

  /** A child with own writes, if it is wholly known from them or from the server. */
  private wholeChild(key: string, server: Cache): TreeNode | null {
    const written = this.writes.at([key]);
    return written.node ?? (knowsChild(server, key) ? written.over(server.node.child(key)) : null);
  }

  /** Next child that could be shown, if all of the server's data is known. */
  private next(): NextChild {
    const { filter, writes, layered } = this;
    return (child: OrderedChild<TreeNode>, backwards: boolean) => {
      const known = this.serverKnown();
      const laidOver = () =>
        known === this.server ? layered.over(known.node, writes) : writes.over(known.node);
      const all = writes.node ?? (known.complete ? laidOver() : empty);
      const side = backwards ? -1 : 1;
      const passed = filter.place(child);
      const [next] = all
        .ordered(filter.query.orderBy)
        .after((place) => side * compareOrder(place, passed) <= 0, backwards);
      return next ?? null;
    };
  }
}

const isForQuery = (origin: Origin): boolean => origin.by === 'server' && origin.listen !== null;

const childrenOf = (node: TreeNode): Overlay =>
  Overlay.of([...node.children.entries()].map(([key, child]) => [[key], child] as const));
