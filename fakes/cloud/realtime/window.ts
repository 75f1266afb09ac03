/**
 * The children that a query shows, kept up to date: a change costs what it changes and, for a limited query, its limit,
 * never what is stored. Used by both halves: the cloud sends what enters and leaves, the client tells listeners.
 */
import type { NormalQuery } from '#ports/realtime/checks.ts';
import type { Json } from '#ports/shared.ts';
import { empty, inner, type TreeNode } from './node.ts';
import { compareOrder, inRange, type OrderKey, orderKey } from './order.ts';
import { SortedMap } from './sorted-map.ts';

export interface ChildChange {
  readonly type: 'removed' | 'added' | 'moved' | 'changed';
  readonly key: string;
  /** As it is now; as it last was, for a removed child. */
  readonly node: TreeNode;
  readonly previousKey: string | null;
}

type Ordered = SortedMap<OrderKey, TreeNode>;

interface Shown {
  readonly order: OrderKey;
  readonly node: TreeNode;
}

export class QueryWindow {
  private readonly query: NormalQuery;
  /** Everything in range, by key and in order. */
  private readonly inRange = new Map<string, OrderKey>();
  private ordered: Ordered = new SortedMap(compareOrder);
  /** What is shown. */
  private readonly shown = new Map<string, Shown>();
  private window: Ordered = this.ordered;

  constructor(query: NormalQuery) {
    this.query = query;
  }

  /** In the query's order. */
  *children(): Generator<readonly [string, TreeNode]> {
    for (const [{ key }, node] of this.window.entries()) yield [key, node];
  }

  /** What it shows, as it travels. */
  toWire(): Json {
    return inner(this.children()).toWire();
  }

  /** The children under `keys` are now as in `parent`. What that changes: removed, added, moved, changed, each in order. */
  update(keys: Iterable<string>, parent: TreeNode): readonly ChildChange[] {
    const touched = new Set<string>();
    for (const key of keys) {
      this.place(key, parent.child(key));
      touched.add(key);
    }
    const { limit } = this.query;
    if (!limit) {
      this.window = this.ordered;
      return this.differences(touched);
    }
    const before = this.window;
    this.window = this.limited(limit);
    for (const map of [before, this.window]) for (const [{ key }] of map.entries()) touched.add(key);
    return this.differences(touched);
  }

  /** All keys that it holds or that `parent` has. */
  allKeys(parent: TreeNode): Set<string> {
    const keys = new Set(this.inRange.keys());
    for (const [key] of parent.children.entries()) keys.add(key);
    return keys;
  }

  private place(key: string, node: TreeNode): void {
    const before = this.inRange.get(key);
    if (before) this.ordered = this.ordered.without(before);
    this.inRange.delete(key);
    if (node.isEmpty()) return;
    const order = orderKey(this.query.orderBy, key, node);
    if (!inRange(this.query, order)) return;
    this.inRange.set(key, order);
    this.ordered = this.ordered.with(order, node);
  }

  private limited({ count, from }: NonNullable<NormalQuery['limit']>): Ordered {
    let window: Ordered = new SortedMap(compareOrder);
    let left = count;
    for (const [order, node] of this.ordered.entries(from === 'last')) {
      if (left-- <= 0) break;
      window = window.with(order, node);
    }
    return window;
  }

  private differences(keys: Iterable<string>): ChildChange[] {
    const removed: Shown[] = [];
    const added: Shown[] = [];
    const moved: Shown[] = [];
    const changed: Shown[] = [];
    for (const key of keys) {
      const before = this.shown.get(key);
      const order = this.inRange.get(key);
      const node = (order && this.window.get(order)) ?? empty;
      if (!order || node.isEmpty()) {
        if (before) removed.push(before);
        this.shown.delete(key);
        continue;
      }
      const now = { order, node };
      this.shown.set(key, now);
      if (!before) added.push(now);
      else if (!before.node.equals(node)) {
        if (compareOrder(before.order, order) !== 0) moved.push(now);
        changed.push(now);
      }
    }
    return [
      ...this.told('removed', removed),
      ...this.told('added', added),
      ...this.told('moved', moved),
      ...this.told('changed', changed),
    ];
  }

  private told(type: ChildChange['type'], shown: Shown[]): ChildChange[] {
    shown.sort((one, other) => compareOrder(one.order, other.order));
    return shown.map(({ order, node }) => ({
      type,
      key: order.key,
      node,
      previousKey: type === 'removed' ? null : (this.window.before(order)?.key ?? null),
    }));
  }
}
