/** One page of a paged query: a subscription with its last answer. */
import type { Docs, DocSnapshot, QuerySnapshot } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import type { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';

export type QueryPart = (query: Query) => Query;

/** Place up to which a window has every document. */
export interface Bound {
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
  upTo: Bound | null = null;
  private readonly end: Unsubscribe;

  constructor(docs: Docs, query: Query, limit: number, events: LivePageEvents) {
    this.limit = limit;
    const next = (snapshot: QuerySnapshot) => {
      const before = this.docs;
      this.docs = snapshot.docs;
      this.fromCache = snapshot.metadata.fromCache;
      this.confirmed ||= !this.fromCache;
      this.told = true;
      events.changed(this, before);
    };
    this.end = docs.watchQuery(query, { next, error: (error) => events.failed(error) }, watching);
  }

  close(): void {
    this.end();
  }

  get isFull(): boolean {
    return this.docs.length >= this.limit;
  }

  /** The last document that can be a cursor: the place of one whose write is not confirmed may change. */
  get lastStored(): DocSnapshot | null {
    return this.docs.findLast(isStored) ?? null;
  }
}

export const isStored = ({ metadata }: DocSnapshot): boolean => !metadata.hasPendingWrites;

/** Documents of pages that follow each other, each once. One that is in two pages is taken from the later one. */
export function joined(pages: readonly (readonly DocSnapshot[])[]): readonly DocSnapshot[] {
  const seen = new Set<string>();
  const own = pages.toReversed().map((docs) => {
    const fresh = docs.filter(({ path }) => !seen.has(path));
    for (const { path } of fresh) seen.add(path);
    return fresh;
  });
  return own.toReversed().flat();
}
