/** Writes by place, to be laid over a tree: what is written at a place holds all that lies below it. Never changes. */
import { empty, type Keys, priorityKey, type TreeNode } from '#fakes/cloud/realtime/node.ts';

export class Overlay {
  static readonly none = new Overlay(null, new Map());

  /** What is written right here; it replaces everything below. `null`: only what lies below is written, if anything. */
  readonly node: TreeNode | null;
  readonly children: ReadonlyMap<string, Overlay>;

  private constructor(node: TreeNode | null, children: ReadonlyMap<string, Overlay>) {
    this.node = node;
    this.children = children;
  }

  static of(writes: Iterable<readonly [Keys, TreeNode]>): Overlay {
    let overlay = Overlay.none;
    for (const [keys, node] of writes) overlay = overlay.with(keys, node);
    return overlay;
  }

  isEmpty(): boolean {
    return this.node === null && this.children.size === 0;
  }

  /** What is written at and below a place, seen from there. */
  at(keys: Keys): Overlay {
    const [key, ...rest] = keys;
    if (key === undefined) return this;
    if (this.node) return new Overlay(this.node.at(keys), new Map());
    return this.children.get(key)?.at(rest) ?? Overlay.none;
  }

  with(keys: Keys, node: TreeNode): Overlay {
    const [key, ...rest] = keys;
    if (key === undefined) return new Overlay(node, new Map());
    if (this.node) return new Overlay(this.node.with(keys, node), new Map());
    const child = (this.children.get(key) ?? Overlay.none).with(rest, node);
    return new Overlay(null, new Map(this.children).set(key, child));
  }

  /** The same writes, seen from a place so much further up. */
  under(keys: Keys): Overlay {
    return keys.reduceRight<Overlay>((below, key) => new Overlay(null, new Map([[key, below]])), this);
  }

  /** Without what is written at and below a place; what is written above it stays as it is. */
  without(keys: Keys): Overlay {
    const [key, ...rest] = keys;
    if (key === undefined) return Overlay.none;
    const child = this.children.get(key);
    if (!child) return this;
    const left = child.without(rest);
    const children = new Map(this.children);
    if (left.isEmpty()) children.delete(key);
    else children.set(key, left);
    return new Overlay(this.node, children);
  }

  /** `below` with the writes laid over it. Nothing can't have a priority: so what goes, goes late, and that comes last. */
  over(below: TreeNode): TreeNode {
    if (this.node) return this.node;
    let node = below;
    const gone: string[] = [];
    for (const [key, child] of this.children) {
      const next = key === priorityKey ? below : child.over(below.child(key));
      if (next.isEmpty()) gone.push(key);
      else if (key !== priorityKey) node = node.with([key], next);
    }
    for (const key of gone) if (key !== priorityKey) node = node.with([key], empty);
    const priority = this.children.get(priorityKey)?.node;
    return priority ? node.with([priorityKey], priority) : node;
  }

  /**
   * The children that are wholly known when only these `known` ones are: what is written below an unknown one does not make
   * it known.
   */
  overChildren(known: TreeNode): TreeNode {
    if (this.node) return this.node.children.size > 0 ? this.node.withPriority(null) : empty;
    let node = known.children.size > 0 ? known.withPriority(null) : empty;
    for (const [key, child] of this.children) {
      if (child.node) node = node.with([key], child.node);
      else if (known.children.get(key)) node = node.with([key], child.over(known.child(key)));
    }
    return node;
  }

  /** Every place written, in the order of the texts of the keys. */
  *places(keys: Keys = []): Generator<readonly [Keys, TreeNode]> {
    if (this.node) yield [keys, this.node];
    for (const [key, child] of this.sorted()) yield* child.places([...keys, key]);
  }

  /** What is written below each child, in the order of the texts of the keys. */
  sorted(): readonly (readonly [string, Overlay])[] {
    return [...this.children].sort(([one], [other]) => (one < other ? -1 : 1));
  }
}
