/** The tree, made of nodes that never change: writing makes another tree that shares whatever stayed. */
import type { Priority } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import { compareKeys } from './order.ts';
import { SortedMap } from './sorted-map.ts';

export type Keys = readonly string[];
type Plain = null | boolean | number | string;
type Children = SortedMap<string, TreeNode>;

const noChildren: Children = new SortedMap(compareKeys);

export class TreeNode {
  /** Of a node without children; `null` for nothing. */
  readonly value: Plain;
  readonly priority: Priority;
  /** By key. */
  readonly children: Children;
  private json: Json | undefined;
  private wired: Json | undefined;

  constructor(value: Plain, priority: Priority, children: Children = noChildren) {
    this.value = value;
    this.priority = priority;
    this.children = children;
  }

  isEmpty(): boolean {
    return this.value === null && this.children.size === 0;
  }

  child(key: string): TreeNode {
    return this.children.get(key) ?? empty;
  }

  at(keys: Keys): TreeNode {
    return keys.reduce<TreeNode>((node, key) => node.child(key), this);
  }

  /** With `node` in place of what is at `keys`. A plain value on the way gives way to something, not to nothing. */
  with(keys: Keys, node: TreeNode, from = 0): TreeNode {
    const key = keys[from];
    if (key === undefined) return node;
    const before = this.child(key);
    const after = before.with(keys, node, from + 1);
    if (after === before) return this;
    if (after.isEmpty()) return before.isEmpty() ? this : this.withoutChild(key);
    return new TreeNode(null, this.priority, this.children.with(key, after));
  }

  /** Nothing has no priority. */
  withPriority(priority: Priority): TreeNode {
    if (this.isEmpty() || this.priority === priority) return this;
    return new TreeNode(this.value, priority, this.children);
  }

  equals(other: TreeNode): boolean {
    if (this === other) return true;
    if (this.value !== other.value || this.priority !== other.priority) return false;
    if (this.children.size !== other.children.size) return false;
    for (const [key, child] of this.children.entries()) if (!child.equals(other.child(key))) return false;
    return true;
  }

  /** As a program sees it, frozen. Keys 0, 1, … come as an array when at least half of its places are filled. */
  toJson(): Json {
    return (this.json ??= this.children.size === 0 ? this.value : exported(this.children));
  }

  /** As it travels and is stored: like JSON, with priorities. */
  toWire(): Json {
    return (this.wired ??= this.wire());
  }

  private withoutChild(key: string): TreeNode {
    const children = this.children.without(key);
    return children.size === 0 ? empty : new TreeNode(null, this.priority, children);
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
  let map = noChildren;
  for (const [key, child] of children) if (!child.isEmpty()) map = map.with(key, child);
  return map.size === 0 ? empty : new TreeNode(null, priority, map);
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
