/** A list kept in order, in chunks, so that adding and removing cost little however long it grows. */
const largestChunk = 512;

/** An order, and a monotonic number of each item; items with equal numbers must be compared. */
export interface Ranking<T> {
  compare(one: T, other: T): number;
  project(item: T): number;
}

/** Items and their numbers, side by side: searching looks at the numbers. */
interface Chunk<T> {
  readonly items: T[];
  readonly numbers: number[];
}

/** No two items are equal. */
export class SortedList<T> {
  private readonly chunks: Chunk<T>[] = [];
  private readonly ranking: Ranking<T>;
  private count = 0;

  constructor(ranking: Ranking<T>, items: Iterable<T> = []) {
    this.ranking = ranking;
    const sorted = [...items].sort(ranking.compare);
    this.count = sorted.length;
    for (let at = 0; at < sorted.length; at += largestChunk / 2) {
      const some = sorted.slice(at, at + largestChunk / 2);
      this.chunks.push({ items: some, numbers: some.map(ranking.project) });
    }
  }

  get size(): number {
    return this.count;
  }

  last(): T | undefined {
    return this.chunks.at(-1)?.items.at(-1);
  }

  add(item: T): void {
    const number = this.ranking.project(item);
    const at = Math.min(this.chunkOf(item, number), Math.max(0, this.chunks.length - 1));
    const chunk = this.chunks[at];
    this.count++;
    if (!chunk) {
      this.chunks.push({ items: [item], numbers: [number] });
      return;
    }
    const { items, numbers } = chunk;
    const index = this.place(chunk, item, number);
    items.splice(index, 0, item);
    numbers.splice(index, 0, number);
    if (items.length <= largestChunk) return;
    const half = largestChunk / 2;
    this.chunks.splice(at + 1, 0, { items: items.splice(half), numbers: numbers.splice(half) });
  }

  /** Removes the item that compares equal; returns whether there was one. */
  remove(item: T): boolean {
    const number = this.ranking.project(item);
    const at = this.chunkOf(item, number);
    const chunk = this.chunks[at];
    if (!chunk) return false;
    const { items, numbers } = chunk;
    const index = this.place(chunk, item, number);
    const found = items[index];
    if (found === undefined || numbers[index] !== number || this.ranking.compare(found, item) !== 0)
      return false;
    items.splice(index, 1);
    numbers.splice(index, 1);
    if (items.length === 0) this.chunks.splice(at, 1);
    this.count--;
    return true;
  }

  /** Replaces the item that compares equal. */
  exchange(item: T): void {
    const number = this.ranking.project(item);
    const chunk = this.chunks[this.chunkOf(item, number)];
    if (chunk) chunk.items[this.place(chunk, item, number)] = item;
  }

  *[Symbol.iterator](): Generator<T> {
    for (const { items } of this.chunks) yield* items;
  }

  /**
   * Visits items from the first for which `reached` holds, while `visit` returns true. `reached` must be monotonic: true for all items
   * after the first match.
   */
  from(reached: (item: T) => boolean, visit: (item: T) => boolean): void {
    let at = this.firstChunk(reached);
    let index = firstIndex(this.chunks[at]?.items ?? [], reached);
    for (; at < this.chunks.length; at++, index = 0) {
      const items = this.chunks[at]?.items ?? [];
      for (; index < items.length; index++) if (!visit(items[index] as T)) return;
    }
  }

  /** Backwards, from the last for which `passed` does not hold. Once it holds, it must hold for all after. */
  backFrom(passed: (item: T) => boolean, visit: (item: T) => boolean): void {
    let at = Math.min(this.firstChunk(passed), this.chunks.length - 1);
    let index = firstIndex(this.chunks[at]?.items ?? [], passed) - 1;
    for (; at >= 0; at--, index = (this.chunks[at]?.items.length ?? 0) - 1) {
      const items = this.chunks[at]?.items ?? [];
      for (; index >= 0; index--) if (!visit(items[index] as T)) return;
    }
  }

  /** The first chunk whose last item is not before `item`. */
  private chunkOf(item: T, number: number): number {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = this.chunks[middle] as Chunk<T>;
      if (this.isBefore(chunk, chunk.items.length - 1, item, number)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first index in the chunk whose item is not before `item`. */
  private place(chunk: Chunk<T>, item: T, number: number): number {
    let low = 0;
    let high = chunk.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBefore(chunk, middle, item, number)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private isBefore({ items, numbers }: Chunk<T>, at: number, item: T, number: number): boolean {
    const other = numbers[at] as number;
    return other === number ? this.ranking.compare(items[at] as T, item) < 0 : other < number;
  }

  private firstChunk(reached: (item: T) => boolean): number {
    return firstIndex(this.chunks, ({ items }) => reached(items[items.length - 1] as T));
  }
}

/** The first index for which `reached` holds; the length when it holds for none. */
export function firstIndex<T>(list: readonly T[], reached: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (reached(list[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
