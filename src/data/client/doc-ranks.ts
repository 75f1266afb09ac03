/** Places of the documents of a window within the whole query, from one count and what was seen since. */
import type { DocSnapshot } from '#ports/docs/docs.ts';

export class Ranks {
  /** Number of documents before a document of the window, by its path. */
  private known: ReadonlyMap<string, number> = new Map();
  /** Number of documents before the window; null while unknown. */
  offset: number | null = null;
  /** Number of documents of the query; null while unknown. */
  total: number | null = null;
  /** Number of documents that entered at the end since the opening. */
  arrivals = 0;

  /** The server's count of the documents before one. */
  set(path: string, before: number | null): void {
    if (before !== null) this.known = new Map([...this.known, [path, before]]);
  }

  /** `isPartial`: more have entered than are counted. */
  entered(count: number, isPartial: boolean): void {
    this.arrivals += count;
    if (this.total !== null) this.total = isPartial ? null : this.total + count;
  }

  /** The window has changed. `fromStart`, `toEnd`: whether it reaches that edge of the query. */
  follow(docs: readonly DocSnapshot[], fromStart: boolean, toEnd: boolean): void {
    this.offset = fromStart ? 0 : this.offsetOf(docs);
    const { offset } = this;
    if (offset === null) return;
    this.known = new Map(docs.map(({ path }, index) => [path, offset + index]));
    if (toEnd) this.total = offset + docs.length;
  }

  private offsetOf(docs: readonly DocSnapshot[]): number | null {
    for (const [index, { path }] of docs.entries()) {
      const rank = this.known.get(path);
      if (rank !== undefined) return Math.max(0, rank - index);
    }
    return null;
  }
}
