/** Immutable writes by place, to be laid over a tree: a write at a place replaces all that lies below it. */
import { empty, type Keys, priorityKey, type TreeNode } from '#query/tree/node.ts';
import { SortedMap } from '#query/tree/sorted-map.ts';

/** Overlays by the texts of the keys. */
type Children = SortedMap<string, Overlay>;
const noChildren: Children = new SortedMap((one, other) => (one < other ? -1 : Number(one > other)));

interface Placed {
  readonly keys: Keys;
  readonly node: TreeNode;
  readonly turn: number;
}

export class Overlay {
  static readonly none = new Overlay(null, noChildren, 0, 0);

  /** Value written at this very place; it replaces everything below. `null`: only places below are written, if any. */
  readonly node: TreeNode | null;
  private readonly children: Children;
  /** Sequence number of the write. */
  private readonly turn: number;
  /** Number of places removed, here and below. */
  private readonly removals: number;

  private constructor(node: TreeNode | null, children: Children, turn: number, removals: number) {
    this.node = node;
    this.children = children;
    this.turn = turn;
    this.removals = removals;
  }

  private static written(node: TreeNode, turn: number): Overlay {
    return new Overlay(node, noChildren, turn, Number(node.isEmpty()));
  }

  /** Overlay of one write of several places, or of the server's data for them, at one moment. */
  static of(writes: Iterable<readonly [Keys, TreeNode]>): Overlay {
    return Overlay.none.withAll(writes, 0);
  }

  isEmpty(): boolean {
    return this.node === null && this.children.size === 0;
  }

  /** The part at and below a place, seen from there. */
  at(keys: Keys): Overlay {
    const [key, ...rest] = keys;
    if (key === undefined) return this;
    if (this.node) return Overlay.written(this.node.at(keys), this.turn);
    return this.children.get(key)?.at(rest) ?? Overlay.none;
  }

  /** This overlay with another write on top; `turn` is later than any before. */
  withAll(writes: Iterable<readonly [Keys, TreeNode]>, turn: number): Overlay {
    return goneLast([...writes].map(([keys, node]) => ({ keys, node, turn }))).reduce<Overlay>(
      (overlay, { keys, node }) => overlay.with(keys, node, turn),
      this,
    );
  }

  /** This overlay seen from further up: from the place below which it lies at `keys`. */
  under(keys: Keys): Overlay {
    return keys.reduceRight<Overlay>((below, key) => Overlay.none.withChild(key, below), this);
  }

  /** This overlay without the writes at and below a place; writes above it stay. */
  without(keys: Keys): Overlay {
    const [key, ...rest] = keys;
    if (key === undefined) return Overlay.none;
    const child = this.children.get(key);
    return child ? this.withChild(key, child.without(rest)) : this;
  }

  /** `below` with the writes laid over it, in the order in which they were made. Nothing can't have a priority: that comes last. */
  over(below: TreeNode): TreeNode {
    if (this.node) return this.node;
    let node = below;
    if (this.removals > 0) {
      for (const place of goneLast([...this.placed()])) node = node.with(place.keys, place.node);
      for (const [keys, priority] of this.places())
        if (keys.at(-1) === priorityKey) node = node.with(keys, priority);
      return node;
    }
    for (const [key, child] of this.children.entries())
      if (key !== priorityKey) node = node.with([key], child.over(below.child(key)));
    const priority = this.children.get(priorityKey)?.node;
    return priority ? node.with([priorityKey], priority) : node;
  }

  /** Children that are wholly known when only the `known` ones are: a write below an unknown child does not make it known. */
  overChildren(known: TreeNode): TreeNode {
    if (this.node) return this.node.children.size > 0 ? this.node.withPriority(null) : empty;
    let node = known.children.size > 0 ? known.withPriority(null) : empty;
    for (const [key, child] of this.children.entries()) {
      if (child.node) node = node.with([key], child.node);
      else if (known.children.get(key)) node = node.with([key], child.over(known.child(key)));
    }
    return node;
  }

  /** Written places, in the order of the texts of the keys. */
  *places(keys: Keys = []): Generator<readonly [Keys, TreeNode]> {
    if (this.node) yield [keys, this.node];
    for (const [key, child] of this.sorted()) yield* child.places([...keys, key]);
  }

  /** Overlays of the children, in the order of the texts of the keys. */
  sorted(): readonly (readonly [string, Overlay])[] {
    return [...this.children.entries()];
  }

  private with(keys: Keys, node: TreeNode, turn: number): Overlay {
    const [key, ...rest] = keys;
    if (key === undefined) return Overlay.written(node, turn);
    if (this.node) return Overlay.written(this.node.with(keys, node), this.turn);
    return this.withChild(key, (this.children.get(key) ?? Overlay.none).with(rest, node, turn));
  }

  private withChild(key: string, child: Overlay): Overlay {
    const before = this.children.get(key)?.removals ?? 0;
    const children = child.isEmpty() ? this.children.without(key) : this.children.with(key, child);
    return new Overlay(this.node, children, this.turn, this.removals - before + child.removals);
  }

  private *placed(keys: Keys = []): Generator<Placed> {
    if (this.node) {
      if (keys.at(-1) !== priorityKey) yield { keys, node: this.node, turn: this.turn };
      return;
    }
    for (const [key, child] of this.children.entries()) yield* child.placed([...keys, key]);
  }
}

/** Sorts by turn; within one turn removals come last, so that a place that stays is not empty meanwhile. */
const goneLast = (places: readonly Placed[]): readonly Placed[] =>
  places.toSorted(
    (one, other) => one.turn - other.turn || Number(one.node.isEmpty()) - Number(other.node.isEmpty()),
  );
