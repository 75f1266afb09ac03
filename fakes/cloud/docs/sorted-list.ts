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
    const reached = (other: T) => this.compare(other, item) >= 0;
    const at = Math.min(this.chunkAt(reached), Math.max(0, this.chunks.length - 1));
    const chunk = this.chunks[at];
    this.count++;
    if (!chunk) {
      this.chunks.push([item]);
      return;
    }
    chunk.splice(firstIndex(chunk, reached), 0, item);
    if (chunk.length > largestChunk) this.chunks.splice(at + 1, 0, chunk.splice(largestChunk / 2));
  }

  /** Takes out the item that compares equal; says whether there was one. */
  remove(item: T): boolean {
    const reached = (other: T) => this.compare(other, item) >= 0;
    const at = this.chunkAt(reached);
    const chunk = this.chunks[at];
    if (!chunk) return false;
    const index = firstIndex(chunk, reached);
    const found = chunk[index];
    if (found === undefined || this.compare(found, item) !== 0) return false;
    chunk.splice(index, 1);
    if (chunk.length === 0) this.chunks.splice(at, 1);
    this.count--;
    return true;
  }

  /** Items from the first for which `reached` holds. It must hold for all after one for which it holds. */
  *from(reached: (item: T) => boolean): Generator<T> {
    let at = this.chunkAt(reached);
    let index = firstIndex(this.chunks[at] ?? [], reached);
    for (; at < this.chunks.length; at++, index = 0) {
      const chunk = this.chunks[at] ?? [];
      for (; index < chunk.length; index++) yield chunk[index] as T;
    }
  }

  /** Items backwards, from the last for which `passed` does not hold. Once it holds, it must hold for all after. */
  *backFrom(passed: (item: T) => boolean): Generator<T> {
    let at = Math.min(this.chunkAt(passed), this.chunks.length - 1);
    let index = firstIndex(this.chunks[at] ?? [], passed) - 1;
    for (; at >= 0; at--, index = (this.chunks[at]?.length ?? 0) - 1) {
      const chunk = this.chunks[at] ?? [];
      for (; index >= 0; index--) yield chunk[index] as T;
    }
  }

  /** The first chunk whose last item has been reached. */
  private chunkAt(reached: (item: T) => boolean): number {
    return firstIndex(this.chunks, (chunk) => reached(chunk[chunk.length - 1] as T));
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
