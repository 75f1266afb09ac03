/**
 * Children of a node that a query shows, and how they change with a child: a change costs what it changes, never what is stored.
 * Shared by both halves: the cloud sends what enters and leaves, the client notifies its listeners.
 */
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { ChildChanges } from './child-changes.ts';
import { empty, inner, type Keys, type TreeNode } from './node.ts';
import { compareOrder, inRange, liesBefore, liesBeyond, type OrderKey, orderKey } from './order.ts';
import type { OrderedChild } from './ordered-children.ts';

/** Finds the child that moves up into a limited query when another leaves it: the next one after `child`, whether shown or not. */
export type NextChild = (child: OrderedChild<TreeNode>, backwards: boolean) => OrderedChild<TreeNode> | null;

type Limit = NonNullable<NormalQuery['limit']>;

export class QueryFilter {
  readonly query: NormalQuery;
  /** Whether the query may leave children out. */
  readonly filters: boolean;
  private unbounded: QueryFilter | null = null;

  constructor(query: NormalQuery) {
    this.query = query;
    this.filters = Boolean(query.start || query.end || query.limit);
  }

  /** Filter with the same order that shows all children. */
  withoutBounds(): QueryFilter {
    if (!this.filters) return this;
    return (this.unbounded ??= new QueryFilter({ ...this.query, start: null, end: null, limit: null }));
  }

  whole(node: TreeNode): TreeNode {
    if (!this.filters) return node;
    const { query } = this;
    const backwards = query.limit?.from === 'last';
    const [before, beyond] = backwards ? [liesBeyond, liesBefore] : [liesBefore, liesBeyond];
    const shown: OrderedChild<TreeNode>[] = [];
    const most = query.limit?.count ?? Infinity;
    for (const child of node.ordered(query.orderBy).after((place) => before(query, place), backwards)) {
      if (shown.length === most || beyond(query, this.place(child))) break;
      shown.push(child);
    }
    if (shown.length === node.children.size)
      return node.children.size === 0 ? empty : node.withPriority(null);
    return inner(shown.map(({ key, node: child }) => [key, child] as const));
  }

  /**
   * `shown` once the child under `key` has become `child` (it changed at `at`, a path below it).
   * @param next `null` when nothing is known but what is shown.
   */
  child(
    shown: TreeNode,
    key: string,
    child: TreeNode,
    at: Keys,
    next: NextChild | null,
    changes: ChildChanges | null,
  ): TreeNode {
    const after = this.admits({ key, node: child }) ? child : empty;
    const before = shown.child(key);
    const { limit } = this.query;
    if (limit) {
      if (before.equals(after)) return shown;
      if (shown.children.size >= limit.count)
        return this.inFullWindow(shown, { key, node: after }, limit, next, changes);
    }
    if (before.isEmpty() === after.isEmpty() && before.at(at).equals(after.at(at))) return shown;
    changes?.note(key, before, after);
    return shown.with([key], after);
  }

  /** Notes the differences between two states of the shown children. */
  compare(before: TreeNode, after: TreeNode, changes: ChildChanges): void {
    if (before === after) return;
    for (const [key, child] of before.children.entries())
      if (after.child(key).isEmpty()) changes.note(key, child, empty);
    for (const [key, child] of after.children.entries()) {
      const old = before.child(key);
      if (!old.equals(child)) changes.note(key, old, child);
    }
  }

  /** Queries have no priority of their own. */
  priority(shown: TreeNode, priority: TreeNode): TreeNode {
    return this.filters ? shown : shown.with(['.priority'], priority);
  }

  place({ key, node }: OrderedChild<TreeNode>): OrderKey {
    return orderKey(this.query.orderBy, key, node);
  }

  private admits(child: OrderedChild<TreeNode>): boolean {
    return !this.filters || inRange(this.query, this.place(child));
  }

  private inFullWindow(
    shown: TreeNode,
    child: OrderedChild<TreeNode>,
    limit: Limit,
    next: NextChild | null,
    changes: ChildChanges | null,
  ): TreeNode {
    const backwards = limit.from === 'last';
    const [last] = shown.ordered(this.query.orderBy).entries(!backwards);
    if (!last) return shown;
    const side = (one: OrderedChild<TreeNode>, other: OrderedChild<TreeNode>) =>
      (backwards ? -1 : 1) * compareOrder(this.place(one), this.place(other));
    const { key, node } = child;
    const before = shown.child(key);

    if (before.isEmpty()) {
      if (node.isEmpty() || side(last, child) < 0) return shown;
      changes?.note(last.key, last.node, empty);
      changes?.note(key, empty, node);
      return shown.with([key], node).with([last.key], empty);
    }

    let follower = next?.(last, backwards) ?? null;
    while (follower && (follower.key === key || shown.children.get(follower.key)))
      follower = next?.(follower, backwards) ?? null;
    if (!node.isEmpty() && (!follower || side(follower, child) >= 0)) {
      changes?.note(key, before, node);
      return shown.with([key], node);
    }
    changes?.note(key, before, empty);
    const rest = shown.with([key], empty);
    if (!follower || !this.admits(follower)) return rest;
    changes?.note(follower.key, empty, follower.node);
    return rest.with([follower.key], follower.node);
  }
}
