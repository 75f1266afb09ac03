/** Writes by place, to be laid over a tree: what is written at a place holds all that lies below it. Never changes. */
import { empty, type Keys, priorityKey, type TreeNode } from '#fakes/cloud/realtime/node.ts';

interface Placed {
  readonly keys: Keys;
  readonly node: TreeNode;
  readonly turn: number;
}

export class Overlay {
  static readonly none = new Overlay(null, new Map());

  /** What is written right here; it replaces everything below. `null`: only what lies below is written, if anything. */
  readonly node: TreeNode | null;
  readonly children: ReadonlyMap<string, Overlay>;
  /** Whose write it is, in the order in which they were made. */
  private readonly turn: number;
  /** Is anything removed, here or below? */
  private readonly removes: boolean;

  private constructor(node: TreeNode | null, children: ReadonlyMap<string, Overlay>, turn = 0) {
    this.node = node;
    this.children = children;
    this.turn = turn;
    this.removes = node ? node.isEmpty() : [...children.values()].some(({ removes }) => removes);
  }

  /** One write of several places, or what the server says of them, at one moment. */
  static of(writes: Iterable<readonly [Keys, TreeNode]>): Overlay {
    return Overlay.none.withAll(writes, 0);
  }

  isEmpty(): boolean {
    return this.node === null && this.children.size === 0;
  }

  /** What is written at and below a place, seen from there. */
  at(keys: Keys): Overlay {
    const [key, ...rest] = keys;
    if (key === undefined) return this;
    if (this.node) return new Overlay(this.node.at(keys), new Map(), this.turn);
    return this.children.get(key)?.at(rest) ?? Overlay.none;
  }

  /** With another write laid over it; `turn` is later than any before. */
  withAll(writes: Iterable<readonly [Keys, TreeNode]>, turn: number): Overlay {
    return goneLast([...writes].map(([keys, node]) => ({ keys, node, turn }))).reduce<Overlay>(
      (overlay, { keys, node }) => overlay.with(keys, node, turn),
      this,
    );
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

  /** `below` with the writes laid over it, in the order in which they were made. Nothing can't have a priority: that comes last. */
  over(below: TreeNode): TreeNode {
    if (this.node) return this.node;
    let node = below;
    if (this.removes) {
      for (const place of goneLast([...this.placed()])) node = node.with(place.keys, place.node);
      for (const [keys, priority] of this.places())
        if (keys.at(-1) === priorityKey) node = node.with(keys, priority);
      return node;
    }
    for (const [key, child] of this.children)
      if (key !== priorityKey) node = node.with([key], child.over(below.child(key)));
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

  private with(keys: Keys, node: TreeNode, turn: number): Overlay {
    const [key, ...rest] = keys;
    if (key === undefined) return new Overlay(node, new Map(), turn);
    if (this.node) return new Overlay(this.node.with(keys, node), new Map(), this.turn);
    const child = (this.children.get(key) ?? Overlay.none).with(rest, node, turn);
    return new Overlay(null, new Map(this.children).set(key, child));
  }

  private *placed(keys: Keys = []): Generator<Placed> {
    if (this.node) {
      if (keys.at(-1) !== priorityKey) yield { keys, node: this.node, turn: this.turn };
      return;
    }
    for (const [key, child] of this.children) yield* child.placed([...keys, key]);
  }
}

/** By turn; of one turn, what goes comes last, so that a place that stays is not empty meanwhile. */
const goneLast = (places: readonly Placed[]): readonly Placed[] =>
  places.toSorted(
    (one, other) => one.turn - other.turn || Number(one.node.isEmpty()) - Number(other.node.isEmpty()),
  );
