/** A node's children in one order. Immutable; a change of the node derives the next list from it. */
import { compareOrder, type OrderBy, type OrderedNode, type OrderKey, orderKey, plainKey } from './order.ts';
import { SortedMap } from './sorted-map.ts';

export interface OrderedChild<Node> {
  readonly key: string;
  readonly node: Node;
}

type ByKey<Node> = SortedMap<string, Node>;

export class OrderedChildren<Node extends OrderedNode> {
  private readonly orderBy: OrderBy;
  private readonly byKey: ByKey<Node>;
  /** `null` as long as no child has anything to order it by: the order of the keys is the same then. */
  private readonly ranked: SortedMap<OrderKey, Node> | null;

  private constructor(orderBy: OrderBy, byKey: ByKey<Node>, ranked: SortedMap<OrderKey, Node> | null) {
    this.orderBy = orderBy;
    this.byKey = byKey;
    this.ranked = ranked;
  }

  static of<Node extends OrderedNode>(orderBy: OrderBy, byKey: ByKey<Node>): OrderedChildren<Node> {
    for (const [, node] of byKey.entries())
      if (hasRank(orderBy, node)) return new OrderedChildren(orderBy, byKey, ranking(orderBy, byKey));
    return new OrderedChildren(orderBy, byKey, null);
  }

  /** This order after the child under `key` has changed. */
  next(byKey: ByKey<Node>, key: string, before: Node, after: Node): OrderedChildren<Node> {
    const { orderBy } = this;
    if (!this.ranked) {
      const ranked = hasRank(orderBy, after) ? ranking(orderBy, byKey) : null;
      return new OrderedChildren(orderBy, byKey, ranked);
    }
    let { ranked } = this;
    if (!before.isEmpty()) ranked = ranked.without(orderKey(orderBy, key, before));
    if (!after.isEmpty()) ranked = ranked.with(orderKey(orderBy, key, after), after);
    return new OrderedChildren(orderBy, byKey, ranked);
  }

  entries(backwards = false): Generator<OrderedChild<Node>> {
    return this.after(() => false, backwards);
  }

  /** Children after the first ones that `skip` holds for, in the given direction. */
  *after(skip: (place: OrderKey) => boolean, backwards = false): Generator<OrderedChild<Node>> {
    const { ranked } = this;
    if (ranked) for (const [{ key }, node] of ranked.entriesAfter(skip, backwards)) yield { key, node };
    else
      for (const [key, node] of this.byKey.entriesAfter((at) => skip(plainKey(at, null)), backwards))
        yield { key, node };
  }

  /** The key of the child before this one; `null` for the first. */
  before({ key, node }: OrderedChild<Node>): string | null {
    if (!this.ranked) return this.byKey.before(key);
    return this.ranked.before(orderKey(this.orderBy, key, node))?.key ?? null;
  }
}

function hasRank(orderBy: OrderBy, node: OrderedNode): boolean {
  if (orderBy === 'key' || node.isEmpty()) return false;
  if (orderBy === 'priority') return node.priority !== null;
  return orderBy === 'value' || !node.at(orderBy.child).isEmpty();
}

const ranking = <Node extends OrderedNode>(orderBy: OrderBy, byKey: ByKey<Node>): SortedMap<OrderKey, Node> =>
  SortedMap.of(
    compareOrder,
    [...byKey.entries()].map(([key, node]) => [orderKey(orderBy, key, node), node] as const),
  );
