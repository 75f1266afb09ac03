/** Numbers of a paged query: those that are not known are asked of the backend once per move of the window, and followed from then on. */
import type { Docs, DocSnapshot } from '#ports/docs/docs.ts';
import { endBefore, type Query } from '#ports/docs/query.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { compareDocs } from './doc-order.ts';
import { Ranks } from './doc-ranks.ts';
import { isStored, type LivePage } from './live-page.ts';

/** Window to count. */
export interface CountedWindow {
  /** First stored document of the window; undefined: it has none. */
  readonly first: DocSnapshot | undefined;
  /** Number of the window's moves. */
  readonly move: number;
  readonly reachesStart: boolean;
  readonly reachesEnd: boolean;
}

export interface CountOptions {
  /**
   * Whether the numbers are counted again when documents enter at the end, because these may have been elsewhere in the query before. Default
   * false.
   */
  readonly recounts?: boolean;
  /**
   * Query of one document, the newest record of a change to documents of the list: when it is another one, the numbers are counted again,
   * because what is not loaded may have changed. Absent: they are not.
   */
  readonly changes?: Query;
}

export class PagedCounts {
  readonly ranks = new Ranks();
  private readonly docs: Docs;
  private readonly query: Query;
  /** `PageSizes.recounts`. */
  private readonly recounts: boolean;
  /** The move for which the numbers were asked. */
  private counted = -1;
  private isCounting = false;
  /** Whether documents have entered since the last count. */
  private isStale = false;

  private readonly endChanges: Unsubscribe;

  /** `changed`: called when the numbers are to be asked for again. */
  constructor(docs: Docs, query: Query, { recounts = false, changes }: CountOptions, changed: () => void) {
    this.docs = docs;
    this.query = query;
    this.recounts = recounts;
    this.endChanges = changes ? this.watch(changes, changed) : () => {};
  }

  close(): void {
    this.endChanges();
  }

  private watch(changes: Query, changed: () => void): Unsubscribe {
    let last: string | null | undefined;
    return this.docs.watchQuery(
      changes,
      {
        next: ({ docs: [record], metadata }) => {
          if (metadata.fromCache || (record && !isStored(record))) return;
          const [before, now] = [last, record?.path ?? null];
          last = now;
          // A count from before the first answer may lack a change.
          if (before === now || (before === undefined && this.counted < 0)) return;
          this.isStale = true;
          this.counted = -1;
          changed();
        },
        // The list itself fails, too, or its numbers stay as they were.
        error: () => {},
      },
      { includeMetadataChanges: true },
    );
  }

  /** The last page has changed. `reachesStart`: whether the window begins with the first document of the query. */
  follow(tail: LivePage, previous: readonly DocSnapshot[], reachesStart: boolean): void {
    const last = previous.findLast(isStored);
    if (!last) return;
    const { docs, isFull } = tail;
    const entered = docs.filter((doc) => isStored(doc) && compareDocs(this.query, doc, last) > 0);
    // So many that others entered before them, unseen.
    const isPartial = isFull && entered.length === docs.length;
    this.ranks.entered(entered.length, isPartial);
    this.isStale ||= this.recounts && entered.length > 0 && !reachesStart;
    if (isPartial || this.isStale) this.counted = -1;
  }

  /** Asks, if something is to be asked. `answered` is called after the answer or the failure; offline, and where the backend counts nothing, the numbers stay unknown. */
  ask(window: () => CountedWindow, answered: () => void): void {
    const { ranks } = this;
    const { first, move, reachesStart, reachesEnd } = window();
    if (reachesStart && reachesEnd) this.isStale = false;
    const isKnown = ranks.offset !== null && ranks.total !== null;
    if (!first || this.isCounting || this.counted === move || (isKnown && !this.isStale)) return;
    const { aggregates } = this.docs;
    if (!aggregates) return;
    const anew = this.isStale;
    this.isStale = false;
    this.counted = move;
    this.isCounting = true;
    const countOf = async (query: Query) =>
      (await aggregates.compute(query, { documents: { count: true } })).documents;
    const read = async () => {
      if (anew || ranks.offset === null) ranks.set(first.path, await countOf(endBefore(first)(this.query)));
      if ((anew || ranks.total === null) && !window().reachesEnd) ranks.total = await countOf(this.query);
    };
    const ended = () => {
      this.isCounting = false;
      answered();
    };
    void read().then(ended, ended);
  }
}
