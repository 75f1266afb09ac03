/** Things kept by path, found by where they lie from another path: above, at or below it. */
import type { Keys } from './node.ts';

interface Place<T> {
  readonly items: Set<T>;
  readonly below: Map<string, Place<T>>;
}

const place = <T>(): Place<T> => ({ items: new Set(), below: new Map() });

export class PathTrie<T> {
  private readonly root: Place<T> = place();

  add(keys: Keys, item: T): void {
    let at = this.root;
    for (const key of keys) {
      let next = at.below.get(key);
      if (!next) {
        next = place();
        at.below.set(key, next);
      }
      at = next;
    }
    at.items.add(item);
  }

  remove(keys: Keys, item: T): void {
    this.removeFrom(this.root, keys, 0, item);
  }

  /** Entries at the path or above it, the highest first. */
  *above(keys: Keys): Generator<T> {
    let at: Place<T> | undefined = this.root;
    yield* at.items;
    for (const key of keys) {
      at = at.below.get(key);
      if (!at) return;
      yield* at.items;
    }
  }

  /** Strictly below the path. */
  *below(keys: Keys): Generator<T> {
    let at: Place<T> | undefined = this.root;
    for (const key of keys) {
      at = at.below.get(key);
      if (!at) return;
    }
    yield* everything(at, false);
  }

  /** Entries at the path, above it or below it. */
  *touching(keys: Keys): Generator<T> {
    yield* this.above(keys);
    yield* this.below(keys);
  }

  private removeFrom(at: Place<T>, keys: Keys, depth: number, item: T): void {
    const key = keys[depth];
    if (key === undefined) {
      at.items.delete(item);
      return;
    }
    const next = at.below.get(key);
    if (!next) return;
    this.removeFrom(next, keys, depth + 1, item);
    if (next.items.size === 0 && next.below.size === 0) at.below.delete(key);
  }
}

function* everything<T>(at: Place<T>, own: boolean): Generator<T> {
  if (own) yield* at.items;
  for (const next of at.below.values()) yield* everything(next, true);
}
