/**
 * Immutable nodes of the tree: a write makes another tree that shares the unchanged nodes. A node's priority can be read and
 * written as if it were its child `.priority`.
 */
import type { Priority } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import { compareKeys, type OrderBy } from './order.ts';
import { OrderedChildren } from './ordered-children.ts';
import { SortedMap } from './sorted-map.ts';

export type Keys = readonly string[];
export type Plain = null | boolean | number | string;
type Children = SortedMap<string, TreeNode>;

const noChildren: Children = new SortedMap(compareKeys);
export const priorityKey = '.priority';

export class TreeNode {
  /** Value of a node without children; `null` for an empty node. */
  readonly value: Plain;
  readonly priority: Priority;
  /** Children by key. */
  readonly children: Children;
  private json: Json | undefined;
  private wired: Json | undefined;
  /** Orders of the children that were requested before; updated from node to node. */
  private orders: ReadonlyMap<string, OrderedChildren<TreeNode>> | null;

  constructor(
    value: Plain,
    priority: Priority,
    children: Children = noChildren,
    orders: ReadonlyMap<string, OrderedChildren<TreeNode>> | null = null,
  ) {
    this.value = value;
    this.priority = priority;
    this.children = children;
    this.orders = orders;
  }

  isEmpty(): boolean {
    return this.value === null && this.children.size === 0;
  }

  child(key: string): TreeNode {
    return this.children.get(key) ?? (key === priorityKey ? leaf(this.priority) : empty);
  }

  /** Children in an order. The first request costs as much as there are children, later ones what has changed. */
  ordered(orderBy: OrderBy): OrderedChildren<TreeNode> {
    const id = typeof orderBy === 'string' ? orderBy : `/${orderBy.child.join('/')}`;
    const known = this.orders?.get(id);
    if (known) return known;
    const order = OrderedChildren.of(orderBy, this.children);
    if (this.children.size > 0) this.orders = new Map(this.orders).set(id, order);
    return order;
  }

  at(keys: Keys): TreeNode {
    return keys.reduce<TreeNode>((node, key) => node.child(key), this);
  }

  /** This node with `node` at `keys`. A plain value on the way is replaced, unless `node` is empty. */
  with(keys: Keys, node: TreeNode, from = 0): TreeNode {
    const key = keys[from];
    if (key === undefined) return node;
    if (key === priorityKey) return this.withPriority(node.value as Priority);
    const before = this.child(key);
    const after = before.with(keys, node, from + 1);
    if (after === before || (after.isEmpty() && before.isEmpty())) return this;
    const children = after.isEmpty() ? this.children.without(key) : this.children.with(key, after);
    if (children.size === 0) return empty;
    return new TreeNode(null, this.priority, children, this.reordered(children, key, before, after));
  }

  /** This node with a priority; an empty node has none. */
  withPriority(priority: Priority): TreeNode {
    if (this.isEmpty() || this.priority === priority) return this;
    return new TreeNode(this.value, priority, this.children, this.orders);
  }

  equals(other: TreeNode): boolean {
    if (this === other) return true;
    if (this.value !== other.value || this.priority !== other.priority) return false;
    if (this.children.size !== other.children.size) return false;
    for (const [key, child] of this.children.entries()) if (!child.equals(other.child(key))) return false;
    return true;
  }

  /** Frozen value for programs. Keys 0, 1, … become an array when at least half of its places are filled. */
  toJson(): Json {
    return (this.json ??= this.children.size === 0 ? this.value : exported(this.children));
  }

  /** JSON for messages and storage, with priorities. */
  toWire(): Json {
    return (this.wired ??= this.wire());
  }

  private reordered(
    children: Children,
    key: string,
    before: TreeNode,
    after: TreeNode,
  ): ReadonlyMap<string, OrderedChildren<TreeNode>> | null {
    if (!this.orders) return null;
    return new Map([...this.orders].map(([id, order]) => [id, order.next(children, key, before, after)]));
  }

  private wire(): Json {
    const priority = this.priority === null ? {} : { '.priority': this.priority };
    if (this.children.size === 0)
      return this.priority === null ? this.value : Object.freeze({ ...priority, '.value': this.value });
    const object: Record<string, Json> = { ...priority };
    for (const [key, child] of this.children.entries()) put(object, key, child.toWire());
    return Object.freeze(object);
  }
}

export const empty = new TreeNode(null, null);

export const leaf = (value: Plain, priority: Priority = null): TreeNode =>
  value === null ? empty : new TreeNode(value, priority);

export function inner(children: Iterable<readonly [string, TreeNode]>, priority: Priority = null): TreeNode {
  const filled = [...children].filter(([, child]) => !child.isEmpty());
  return filled.length === 0 ? empty : new TreeNode(null, priority, SortedMap.of(compareKeys, filled));
}

export function fromWire(data: Json): TreeNode {
  if (typeof data !== 'object' || data === null) return leaf(data);
  const { '.priority': priority = null, '.value': value, ...rest } = data as Readonly<Record<string, Json>>;
  if (value !== undefined) return leaf(value as Plain, priority as Priority);
  return inner(
    Object.entries(rest).map(([key, child]) => [key, fromWire(child)] as const),
    priority as Priority,
  );
}

/** `__proto__` is a key like any other. */
function put(object: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

const arrayIndex = /^(0|[1-9]\d*)$/;

function exported(children: Children): Json {
  let length = 0;
  let isArray = true;
  const object: Record<string, Json> = {};
  for (const [key, child] of children.entries()) {
    if (isArray && arrayIndex.test(key)) length = Math.max(length, Number(key) + 1);
    else isArray = false;
    put(object, key, child.toJson());
  }
  if (!isArray || length - 1 >= 2 * children.size) return Object.freeze(object);
  return Object.freeze(Array.from({ length }, (_, index) => object[index] ?? null));
}
