/** A page of a paged query: a subscription with its last answer. */
import type { Docs, DocSnapshot, QuerySnapshot } from '#ports/docs/docs.ts';
import { endAt, type Query, startAt } from '#ports/docs/query.ts';
import type { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { compareDocs } from './doc-order.ts';

/** Place up to which a window has every document. */
export interface PageBound {
  readonly doc: DocSnapshot;
  /** Whether the window has the document itself. */
  readonly inclusive: boolean;
}

export interface LivePageEvents {
  /** `before`: the documents of the answer before. */
  changed(page: LivePage, before: readonly DocSnapshot[]): void;
  failed(error: PortError): void;
}

const watching = { includeMetadataChanges: true, serverTimestamps: 'estimate' } as const;

export class LivePage {
  /** Most documents of the page. */
  readonly limit: number;
  docs: readonly DocSnapshot[] = [];
  fromCache = true;
  /** Whether there was an answer, from the cache at least. */
  told = false;
  /** Whether the server has answered. */
  confirmed = false;
  /** Every document up to here is in this page or an earlier one of the window; null until that is known. */
  upTo: PageBound | null = null;
  private readonly source: Docs;
  private readonly events: LivePageEvents;
  private query: Query;
  private end: Unsubscribe = () => {};
  /** Whether a document, instead of the limit, is the page's edge. */
  private isBounded = false;
  /** Whether the query with that bound waits for the server. */
  private isReopening = false;

  private readonly keepsRange: boolean;

  /** `keepsRange`: documents that enter in it push none out, so that it may have more than `limit`. */
  constructor(docs: Docs, query: Query, limit: number, events: LivePageEvents, keepsRange: boolean) {
    this.limit = limit;
    this.source = docs;
    this.events = events;
    this.query = query;
    this.keepsRange = keepsRange;
    this.open();
  }

  close(): void {
    this.end();
  }

  get isFull(): boolean {
    return this.isBounded || this.docs.length >= this.limit;
  }

  /** The last document that can be a cursor: the place of one whose write is not confirmed may change. */
  get lastStored(): DocSnapshot | null {
    return this.docs.findLast(isStored) ?? null;
  }

  /** Keeps what has left the page because others entered in it: from now on a document is its edge. */
  private keepLost(before: readonly DocSnapshot[]): void {
    const [first, last] = [this.docs[0], this.lastStored];
    if (!first || !last || this.isBounded || this.docs.length < this.limit) return;
    const fromEnd = this.query.limitToLast !== undefined;
    const lost = before.filter(
      (doc) =>
        isStored(doc) &&
        (fromEnd ? compareDocs(this.query, doc, first) < 0 : compareDocs(this.query, doc, last) > 0),
    );
    const edge = fromEnd ? lost[0] : lost.at(-1);
    if (!edge) return;
    this.docs = fromEnd ? [...lost, ...this.docs] : [...this.docs, ...lost];
    const { limit: _, limitToLast: __, ...whole } = this.query;
    // A page that was not full had all there is on that side.
    this.isBounded = before.length >= this.limit;
    this.query = this.isBounded ? (fromEnd ? startAt : endAt)(edge)(whole) : whole;
    this.isReopening = true;
    this.end();
    this.open();
  }

  private open(): void {
    const next = (snapshot: QuerySnapshot) => {
      const before = this.docs;
      this.fromCache = snapshot.metadata.fromCache;
      this.isReopening &&= this.fromCache;
      if (!this.isReopening) this.docs = snapshot.docs;
      if (this.keepsRange && this.confirmed && !this.fromCache) this.keepLost(before);
      this.confirmed ||= !this.fromCache;
      this.told = true;
      this.events.changed(this, before);
    };
    this.end = this.source.watchQuery(
      this.query,
      { next, error: (error) => this.events.failed(error) },
      watching,
    );
  }
}

export const isStored = ({ metadata }: DocSnapshot): boolean => !metadata.hasPendingWrites;

/** Documents of consecutive pages, each once. A document in two pages is taken from the later one. */
export function joined(pages: readonly (readonly DocSnapshot[])[]): readonly DocSnapshot[] {
  const seen = new Set<string>();
  const own = pages.toReversed().map((docs) => {
    const fresh = docs.filter(({ path }) => !seen.has(path));
    for (const { path } of fresh) seen.add(path);
    return fresh;
  });
  return own.toReversed().flat();
}
