/**
 * A long list read in pages: a live window on a query, which grows by a page at either edge and drops the page at the other one.
 * The query is ordered so that documents enter at its end; a list that shows the newest first reverses the window. Each page is a
 * subscription of its own, so that all that is loaded is live. Documents change, enter and leave anywhere; most enter at the end.
 */
import type { Docs, DocSnapshot } from '#ports/docs/docs.ts';
import {
  endAt,
  endBefore,
  limit,
  limitToLast,
  type Query,
  type QueryPart,
  startAfter,
  startAt,
} from '#ports/docs/query.ts';
import type { Observer } from '#ports/shared.ts';
import { compareDocs } from './doc-order.ts';
import { type PageBound, isStored, joined, LivePage, type LivePageEvents } from './live-page.ts';
import { type CountOptions, PagedCounts } from './paged-counts.ts';

/** `end`: there is nothing more; `more`: not loaded; `loading`: asked for and not answered. */
export type EdgeState = 'end' | 'more' | 'loading';

export interface PagedDocs {
  /** Documents of the window, in the query's order. */
  readonly docs: readonly DocSnapshot[];
  readonly fromCache: boolean;
  readonly before: EdgeState;
  readonly after: EdgeState;
  /** Number of documents before the window; null while unknown. */
  readonly offset: number | null;
  /** Number of documents of the whole query; null while unknown. */
  readonly total: number | null;
  /** Number of documents that entered at the end since the opening. */
  readonly arrivals: number;
}

export interface PageSizes extends CountOptions {
  /** Documents per page. */
  readonly page: number;
  /** Most pages of the window, beside the last one of the query. */
  readonly pages: number;
}

export const usualPages: PageSizes = { page: 50, pages: 6 };

export class PagedQuery {
  private readonly docs: Docs;
  private readonly query: Query;
  private readonly sizes: PageSizes;
  private readonly push: Required<Observer<PagedDocs>>;
  private readonly counts: PagedCounts;
  /** The last page of the query; open all the time. */
  private readonly tail: LivePage;
  /** The window's pages before the tail, in order. */
  private pages: readonly LivePage[] = [];
  /** Documents that the tail has lost to its limit, until the page that covers them is answered. */
  private orphans: readonly DocSnapshot[] = [];
  /** Whether the window reaches the tail. */
  private attached = true;
  private before: EdgeState = 'more';
  private after: EdgeState = 'end';
  private following = true;
  /** Pages of the place to which the window moves, until all are answered. */
  private arriving: readonly LivePage[] = [];
  private closed = false;
  /** Number of requests to move the window: the last one wins. */
  private requests = 0;
  /** Ends the wait for a move that is no longer wanted. */
  private endMove: (() => void) | null = null;
  /** Number of the window's moves: an answer of an earlier one is dropped. */
  private move = 0;

  constructor(docs: Docs, query: Query, push: Required<Observer<PagedDocs>>, sizes = usualPages) {
    this.docs = docs;
    this.query = query;
    this.sizes = sizes;
    this.counts = new PagedCounts(docs, query, sizes, () => this.count());
    this.push = push;
    const { page } = sizes;
    this.tail = this.open([limitToLast(page)], page, (_, previous) => this.tailChanged(previous), false);
  }

  close(): void {
    this.closed = true;
    this.endMove?.();
    this.counts.close();
    for (const page of [...this.arriving, ...this.pages, this.tail]) page.close();
  }

  /** Whether it is live. */
  get isOpen(): boolean {
    return !this.closed;
  }

  /** A document of the window, as a cursor; null: it is not in it, or not stored yet. */
  cursorAt(id: string): DocSnapshot | null {
    return this.loaded().find((doc) => doc.id === id && isStored(doc)) ?? null;
  }

  /** Whether the reader is at the end. Only then the window may lose what leaves the last page. */
  follow(following: boolean): void {
    this.following = following;
  }

  /** Loads the page before the window. */
  older(): void {
    const at = this.loaded().find(isStored);
    if (this.before !== 'more' || !at) return;
    const { page: size } = this.sizes;
    this.before = 'loading';
    let cached: string | undefined;
    const added = this.open([endBefore(at), limitToLast(size)], size, (page) => {
      if (this.isAnswered(page)) {
        const first = page.docs[0]?.path;
        // The cache lacked documents: what was loaded before them is at another place.
        if (page.confirmed && cached !== undefined && cached !== first) this.dropBefore(page);
        cached = page.confirmed ? undefined : first;
        if (this.pages[0] === page) this.before = page.isFull ? 'more' : page.confirmed ? 'end' : 'loading';
        page.upTo ??= { doc: at, inclusive: false };
        if (this.isTooLong()) this.dropLast();
        this.coverLost();
      }
      this.tell();
    });
    this.pages = [added, ...this.pages];
    this.tell();
  }

  /** Loads the page after the window. */
  newer(): void {
    const last = this.pages.at(-1)?.upTo;
    if (this.after !== 'more' || !last) return;
    this.extend(after(last), this.sizes.page);
  }

  /** Moves the window to the end. */
  toEnd(): void {
    this.requests += 1;
    if (this.attached) return this.stay();
    this.showTail();
  }

  private showTail(): void {
    this.replace([]);
    this.attached = true;
    this.after = 'end';
    this.before = this.startOfTail();
    this.tell();
    this.count();
  }

  /** Moves the window to the first documents. */
  async toStart(): Promise<void> {
    this.requests += 1;
    if (this.before === 'end') return this.stay();
    const { page } = this.sizes;
    await this.moveTo([[...this.untilTail(), limit(page)]], page);
  }

  /**
   * Moves the window to a document, with half a page on each side, unless it has it already. Resolves to false if there is no such
   * document; to true, without a move, if another one was asked for meanwhile. @throws as `Docs.get`
   */
  async jumpTo(path: string): Promise<boolean> {
    this.requests += 1;
    const { requests } = this;
    if (this.loaded().some((doc) => doc.path === path)) {
      this.stay();
      return true;
    }
    const doc = await this.docs.get(path);
    if (doc.data === null) return false;
    if (this.closed || requests !== this.requests) return true;
    const half = Math.ceil(this.sizes.page / 2);
    const pages = [
      [endAt(doc), limitToLast(half)],
      [startAfter(doc), ...this.untilTail(), limit(half)],
    ];
    await this.moveTo(pages, half);
    return true;
  }

  /** The window stays where it is: a move that is on its way is dropped. */
  private stay(): void {
    if (this.arriving.length > 0) this.replace(null);
  }

  private async moveTo(pages: readonly (readonly QueryPart[])[], size: number): Promise<void> {
    this.replace(null);
    const bound = this.tail.lastStored;
    await new Promise<void>((resolve) => {
      // Called by the replacement, by this move or by another one.
      this.endMove = resolve;
      let hasMoved = false;
      const moved = () => {
        if (hasMoved) return this.tell();
        if (this.arriving !== next) return undefined;
        if (!next.every((page) => this.isAnswered(page))) return undefined;
        hasMoved = true;
        if (this.isInTail(next)) return this.showTail();
        this.replace(next);
        for (const page of next) setBound(page, bound);
        this.before = next.length > 1 && next[0]?.isFull === true ? 'more' : 'end';
        this.attached = this.reachesTail(next.at(-1));
        this.after = this.attached ? 'end' : 'more';
        this.tell();
        return this.count();
      };
      const next: readonly LivePage[] = pages.map((parts) => this.open(parts, size, moved));
      this.arriving = next;
    });
  }

  /** Adds a page after the last one. While the window reaches the tail, what the tail has lost is shown until the answer. */
  private extend(from: QueryPart, size: number): void {
    const bound = this.tail.lastStored;
    const added = this.open([from, ...this.untilTail(), limit(size)], size, (page) => {
      if (this.isAnswered(page) && !page.upTo) {
        setBound(page, bound);
        this.orphans = [];
        this.attached = this.reachesTail(page);
        this.after = this.attached ? 'end' : 'more';
        while (this.isTooLong()) this.dropFirst();
        this.count();
      }
      this.tell();
    });
    this.pages = [...this.pages, added];
    this.after = this.attached ? 'end' : 'loading';
    this.tell();
  }

  private tailChanged(previous: readonly DocSnapshot[]): void {
    const { confirmed } = this.tail;
    if (confirmed) this.counts.follow(this.tail, previous, this.before === 'end');
    if (this.pages.length === 0) this.before = this.startOfTail();
    if (this.attached) this.keepLost(previous);
    this.tell();
    if (confirmed) this.count();
  }

  /** Keeps what has left the tail because others entered. */
  private keepLost(previous: readonly DocSnapshot[]): void {
    const [first] = this.tail.docs;
    // A tail that is not full has the whole query: what has left it was deleted.
    if (!first || !this.tail.isFull) return;
    const has = new Set(this.tail.docs.map(({ path }) => path));
    const lost = previous.filter(
      (doc) => isStored(doc) && !has.has(doc.path) && compareDocs(this.query, doc, first) < 0,
    );
    const [earliest] = lost;
    // Others may have entered before those that the tail has now.
    const isWhole = lost.length < previous.length;
    if (this.pages.length === 0) {
      if (!earliest || this.following) return;
      this.orphans = lost;
      this.attached = isWhole;
      this.extend(startAt(earliest), 2 * this.sizes.page);
    } else if (earliest || !isWhole) {
      this.orphans = [...this.orphans, ...lost];
      this.attached = isWhole || this.reachesTail(this.pages.at(-1));
      if (!this.attached) this.after = 'more';
      this.cover();
    }
  }

  private coverLost(): void {
    if (this.attached || this.orphans.length > 0) this.cover();
  }

  /** Loads what is between the last page and the tail, if anything is. */
  private cover(): void {
    const page = this.pages.at(-1);
    if (!page?.upTo) return;
    if (this.reachesTail(page)) this.orphans = [];
    else this.extend(after(page.upTo), 2 * this.sizes.page);
  }

  private count(): void {
    const window = () => ({
      first: this.loaded().find(isStored),
      move: this.move,
      reachesStart: this.before === 'end',
      reachesEnd: this.attached,
    });
    this.counts.ask(window, () => {
      if (this.closed) return;
      this.tell();
      this.count();
    });
  }

  private open(
    parts: readonly QueryPart[],
    size: number,
    changed: (page: LivePage, previous: readonly DocSnapshot[]) => void,
    keepsRange = true,
  ): LivePage {
    const query = parts.reduce<Query>((made, part) => part(made), this.query);
    const events: LivePageEvents = {
      changed: (page, previous) => {
        if (!this.closed) changed(page, previous);
      },
      failed: (error) => {
        if (this.closed) return;
        this.close();
        this.push.error(error);
      },
    };
    return new LivePage(this.docs, query, size, events, keepsRange);
  }

  /** Offline the cache's answer is the only one. */
  private isAnswered = (page: LivePage) => page.confirmed || (page.told && this.tail.fromCache);

  private startOfTail = (): EdgeState => (this.tail.confirmed && !this.tail.isFull ? 'end' : 'more');

  /** Whether the tail begins before the pages: a place that is reached in it, since documents have moved. */
  private isInTail(pages: readonly LivePage[]): boolean {
    const [first, start] = [pages.flatMap(({ docs }) => docs)[0], this.tail.docs[0]];
    return first !== undefined && start !== undefined && compareDocs(this.query, first, start) > 0;
  }

  /** Whether no document is between the page and the tail. */
  private reachesTail(page: LivePage | undefined): boolean {
    const [first] = this.tail.docs;
    return !first || (page?.upTo != null && compareDocs(this.query, first, page.upTo.doc) <= 0);
  }

  /** Later rows belong to the tail. */
  private untilTail(): readonly QueryPart[] {
    const last = this.tail.lastStored;
    return last ? [endAt(last)] : [];
  }

  private drop(page: LivePage | undefined): void {
    page?.close();
    this.pages = this.pages.filter((one) => one !== page);
  }

  /** Empty pages, at an edge of the query, do not count. */
  private isTooLong(): boolean {
    return this.pages.filter(({ docs }) => docs.length > 0).length > this.sizes.pages;
  }

  private dropFirst(): void {
    this.drop(this.pages[0]);
    this.before = 'more';
  }

  private dropLast(): void {
    this.drop(this.pages.at(-1));
    this.orphans = [];
    this.attached = false;
    this.after = 'more';
  }

  private dropBefore(page: LivePage): void {
    while (this.pages.includes(page) && this.pages[0] !== page) this.dropFirst();
  }

  /** Null: the pages stay until those that are asked for are answered. */
  private replace(next: readonly LivePage[] | null): void {
    this.move += 1;
    this.endMove?.();
    this.endMove = null;
    for (const page of this.arriving) if (!next?.includes(page)) page.close();
    this.arriving = [];
    if (next === null) return;
    for (const page of this.pages) page.close();
    this.pages = next;
    this.orphans = [];
  }

  private shown(): readonly LivePage[] {
    return this.attached ? [...this.pages, this.tail] : this.pages;
  }

  private loaded(): readonly DocSnapshot[] {
    const tail = this.attached ? [this.tail.docs] : [];
    // A first answer from the cache may lack some.
    const answered = this.pages.filter(({ upTo }) => upTo !== null);
    return joined([...answered.map(({ docs }) => docs), this.orphans, ...tail]);
  }

  private tell(): void {
    const docs = this.loaded();
    const { before, after } = this;
    const { ranks } = this.counts;
    ranks.follow(docs, before === 'end', this.attached);
    this.push.next({
      docs,
      fromCache: this.shown().some(({ fromCache }) => fromCache),
      before,
      after,
      offset: ranks.offset,
      total: ranks.total,
      arrivals: ranks.arrivals,
    });
  }
}

const after = ({ doc, inclusive }: PageBound): QueryPart => (inclusive ? startAfter(doc) : startAt(doc));

function setBound(page: LivePage, tailEnd: DocSnapshot | null): void {
  const doc = (page.isFull ? page.docs.at(-1) : tailEnd) ?? tailEnd;
  page.upTo = doc && { doc, inclusive: true };
}
