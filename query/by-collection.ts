/** Documents by their paths, those of one collection together. */
import { collectionOf } from './paths.ts';

interface Collection<T> {
  readonly name: string;
  readonly docs: Map<string, T>;
}

export class ByCollection<T> {
  private readonly collections = new Map<string, Collection<T>>();
  /** Collection used last, which is nearly always the next one too. */
  private recent: Collection<T> | null = null;

  get(path: string): T | null {
    return this.find(path)?.docs.get(path) ?? null;
  }

  /** Returns whether it is the first of its collection. */
  set(path: string, doc: T): boolean {
    const known = this.find(path);
    if (known) known.docs.set(path, doc);
    else {
      const name = collectionOf(path);
      this.collections.set(name, { name, docs: new Map([[path, doc]]) });
    }
    return !known;
  }

  /** Returns whether it was the last of its collection. */
  delete(path: string): boolean {
    const known = this.find(path);
    if (!known?.docs.delete(path) || known.docs.size > 0) return false;
    this.collections.delete(known.name);
    this.recent = null;
    return true;
  }

  isEmpty(): boolean {
    return this.collections.size === 0;
  }

  /** Documents of one collection. */
  of(collection: string): ReadonlyMap<string, T> | null {
    return this.collections.get(collection)?.docs ?? null;
  }

  names(): Iterable<string> {
    return this.collections.keys();
  }

  *values(): Generator<T> {
    for (const { docs } of this.collections.values()) yield* docs.values();
  }

  clear(): void {
    this.collections.clear();
    this.recent = null;
  }

  private find(path: string): Collection<T> | null {
    const { recent } = this;
    if (recent && path.lastIndexOf('/') === recent.name.length && path.startsWith(recent.name)) return recent;
    const known = this.collections.get(collectionOf(path)) ?? null;
    if (known) this.recent = known;
    return known;
  }
}
