/** A list kept in order, in chunks, so that adding and removing cost little however long it grows. No two items are equal. */
const largestChunk = 512;

export class SortedList<T> {
  private readonly chunks: T[][] = [];
  private readonly compare: (one: T, other: T) => number;
  private count = 0;

  constructor(compare: (one: T, other: T) => number, items: Iterable<T> = []) {
    this.compare = compare;
    const sorted = [...items].sort(compare);
    this.count = sorted.length;
    for (let at = 0; at < sorted.length; at += largestChunk / 2)
      this.chunks.push(sorted.slice(at, at + largestChunk / 2));
  }

  get size(): number {
    return this.count;
  }

  add(item: T): void {
    const at = Math.min(this.chunkOf(item), Math.max(0, this.chunks.length - 1));
    const chunk = this.chunks[at];
    this.count++;
    if (!chunk) {
      this.chunks.push([item]);
      return;
    }
    chunk.splice(this.place(chunk, item), 0, item);
    if (chunk.length > largestChunk) this.chunks.splice(at + 1, 0, chunk.splice(largestChunk / 2));
  }

  /** Takes out the item that compares equal; says whether there was one. */
  remove(item: T): boolean {
    const at = this.chunkOf(item);
    const chunk = this.chunks[at];
    if (!chunk) return false;
    const index = this.place(chunk, item);
    const found = chunk[index];
    if (found === undefined || this.compare(found, item) !== 0) return false;
    chunk.splice(index, 1);
    if (chunk.length === 0) this.chunks.splice(at, 1);
    this.count--;
    return true;
  }

  /** Puts an item in the place of the one that compares equal. */
  exchange(item: T): void {
    const chunk = this.chunks[this.chunkOf(item)];
    if (chunk) chunk[this.place(chunk, item)] = item;
  }

  /** Visits items from the first for which `reached` holds, while `visit` says so. It must hold for all after one for which it holds. */
  from(reached: (item: T) => boolean, visit: (item: T) => boolean): void {
    let at = firstIndex(this.chunks, (chunk) => reached(chunk[chunk.length - 1] as T));
    let index = firstIndex(this.chunks[at] ?? [], reached);
    for (; at < this.chunks.length; at++, index = 0) {
      const chunk = this.chunks[at] ?? [];
      for (; index < chunk.length; index++) if (!visit(chunk[index] as T)) return;
    }
  }

  /** Backwards, from the last for which `passed` does not hold. Once it holds, it must hold for all after. */
  backFrom(passed: (item: T) => boolean, visit: (item: T) => boolean): void {
    const first = firstIndex(this.chunks, (chunk) => passed(chunk[chunk.length - 1] as T));
    let at = Math.min(first, this.chunks.length - 1);
    let index = firstIndex(this.chunks[at] ?? [], passed) - 1;
    for (; at >= 0; at--, index = (this.chunks[at]?.length ?? 0) - 1) {
      const chunk = this.chunks[at] ?? [];
      for (; index >= 0; index--) if (!visit(chunk[index] as T)) return;
    }
  }

  /** The first chunk whose last item is not before `item`. */
  private chunkOf(item: T): number {
    if (this.chunks.length === 1) return 0;
    return firstIndex(this.chunks, (chunk) => this.compare(chunk[chunk.length - 1] as T, item) >= 0);
  }

  private place(chunk: readonly T[], item: T): number {
    return placeOf(chunk, item, this.compare);
  }
}

/** The first index whose item is not before `item`. */
export function placeOf<T>(list: readonly T[], item: T, compare: (one: T, other: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle] as T, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index for which `reached` holds; the length when it holds for none. */
function firstIndex<T>(list: readonly T[], reached: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (reached(list[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
