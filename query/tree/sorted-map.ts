/** A sorted map that never changes: a change is another map that shares all but the path to it (an AVL tree). */

interface Branch<K, V> {
  readonly key: K;
  readonly value: V;
  readonly left: Tree<K, V>;
  readonly right: Tree<K, V>;
  readonly height: number;
  readonly size: number;
}

type Tree<K, V> = Branch<K, V> | null;

export class SortedMap<K, V> {
  private readonly compare: (one: K, other: K) => number;
  private readonly root: Tree<K, V>;

  constructor(compare: (one: K, other: K) => number, root: Tree<K, V> = null) {
    this.compare = compare;
    this.root = root;
  }

  /** Map of entries with different keys, in any order. */
  static of<K, V>(
    compare: (one: K, other: K) => number,
    entries: Iterable<readonly [K, V]>,
  ): SortedMap<K, V> {
    const sorted = [...entries].sort(([one], [other]) => compare(one, other));
    return new SortedMap(compare, halved(sorted, 0, sorted.length));
  }

  get size(): number {
    return sizeOf(this.root);
  }

  get(key: K): V | undefined {
    let tree = this.root;
    while (tree) {
      const order = this.compare(key, tree.key);
      if (order === 0) return tree.value;
      tree = order < 0 ? tree.left : tree.right;
    }
    return undefined;
  }

  with(key: K, value: V): SortedMap<K, V> {
    return new SortedMap(this.compare, this.inserted(this.root, key, value));
  }

  without(key: K): SortedMap<K, V> {
    const root = this.removed(this.root, key);
    return root === this.root ? this : new SortedMap(this.compare, root);
  }

  /** The greatest key below `key`; `null` when there is none. */
  before(key: K): K | null {
    let found: K | null = null;
    let tree = this.root;
    while (tree) {
      if (this.compare(tree.key, key) < 0) {
        found = tree.key;
        tree = tree.right;
      } else tree = tree.left;
    }
    return found;
  }

  /** Entries in order, or backwards. */
  entries(backwards = false): Generator<readonly [K, V]> {
    return this.entriesAfter(() => false, backwards);
  }

  /** Entries after the first ones that `skip` holds for, in the given direction. */
  *entriesAfter(skip: (key: K) => boolean, backwards = false): Generator<readonly [K, V]> {
    const waiting: Branch<K, V>[] = [];
    const [near, far] = backwards ? (['right', 'left'] as const) : (['left', 'right'] as const);
    let tree = this.root;
    while (tree) {
      const passed = skip(tree.key);
      if (!passed) waiting.push(tree);
      tree = passed ? tree[far] : tree[near];
    }
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      yield [next.key, next.value];
      for (let below = next[far]; below; below = below[near]) waiting.push(below);
    }
  }

  private inserted(tree: Tree<K, V>, key: K, value: V): Branch<K, V> {
    if (!tree) return branch(key, value, null, null);
    const order = this.compare(key, tree.key);
    if (order === 0) return branch(key, value, tree.left, tree.right);
    return order < 0
      ? balanced(tree.key, tree.value, this.inserted(tree.left, key, value), tree.right)
      : balanced(tree.key, tree.value, tree.left, this.inserted(tree.right, key, value));
  }

  private removed(tree: Tree<K, V>, key: K): Tree<K, V> {
    if (!tree) return null;
    const order = this.compare(key, tree.key);
    if (order < 0) {
      const left = this.removed(tree.left, key);
      return left === tree.left ? tree : balanced(tree.key, tree.value, left, tree.right);
    }
    if (order > 0) {
      const right = this.removed(tree.right, key);
      return right === tree.right ? tree : balanced(tree.key, tree.value, tree.left, right);
    }
    if (!tree.left || !tree.right) return tree.left ?? tree.right;
    let next = tree.right;
    while (next.left) next = next.left;
    return balanced(next.key, next.value, tree.left, this.removed(tree.right, next.key));
  }
}

/** The entries from `from` up to `to` as a tree. */
function halved<K, V>(sorted: readonly (readonly [K, V])[], from: number, to: number): Tree<K, V> {
  const middle = (from + to) >> 1;
  const entry = sorted[middle];
  if (from >= to || !entry) return null;
  return branch(entry[0], entry[1], halved(sorted, from, middle), halved(sorted, middle + 1, to));
}

const sizeOf = (tree: Tree<unknown, unknown>) => tree?.size ?? 0;
const heightOf = (tree: Tree<unknown, unknown>) => tree?.height ?? 0;

function branch<K, V>(key: K, value: V, left: Tree<K, V>, right: Tree<K, V>): Branch<K, V> {
  return {
    key,
    value,
    left,
    right,
    height: Math.max(heightOf(left), heightOf(right)) + 1,
    size: sizeOf(left) + sizeOf(right) + 1,
  };
}

function balanced<K, V>(key: K, value: V, left: Tree<K, V>, right: Tree<K, V>): Branch<K, V> {
  if (left && left.height > heightOf(right) + 1) {
    const { right: inner } = left;
    if (!inner || heightOf(left.left) >= inner.height)
      return branch(left.key, left.value, left.left, branch(key, value, inner, right));
    return branch(
      inner.key,
      inner.value,
      branch(left.key, left.value, left.left, inner.left),
      branch(key, value, inner.right, right),
    );
  }
  if (right && right.height > heightOf(left) + 1) {
    const { left: inner } = right;
    if (!inner || heightOf(right.right) >= inner.height)
      return branch(right.key, right.value, branch(key, value, left, inner), right.right);
    return branch(
      inner.key,
      inner.value,
      branch(key, value, left, inner.left),
      branch(right.key, right.value, inner.right, right.right),
    );
  }
  return branch(key, value, left, right);
}
