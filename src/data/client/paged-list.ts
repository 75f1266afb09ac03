/** A paged query as entities, in TanStack's cache like every live query. */
import type { QueryKey } from '@tanstack/react-query';
import type * as v from 'valibot';
import type { Docs, DocSnapshot } from '#ports/docs/docs.ts';
import { limit, type Query, startAfter } from '#ports/docs/query.ts';
import { type Live, type LiveList, listOfDocs } from './documents.ts';
import { liveOptions } from '#react/live-query.ts';
import { type EdgeState, type PagedDocs, PagedQuery, type PageSizes, usualPages } from './paged-query.ts';

export interface PagedList<T> extends LiveList<T>, Omit<PagedDocs, 'docs'> {
  readonly before: EdgeState;
  readonly after: EdgeState;
  /** Moves and grows the window. The same object as long as the query is open. */
  readonly pages: PagedQuery;
}

/**
 * Options of a list of any length. The window opens at the query's end; `pages` of its data moves it. Nothing is read beside one page
 * and a count.
 */
export const pagedOptions = <S extends v.GenericSchema>(
  docs: Docs,
  query: Query,
  schema: S,
  sizes: PageSizes = usualPages,
) =>
  liveOptions<PagedList<v.InferOutput<S>>>(pagedKey(query), (push) => {
    const pages: PagedQuery = new PagedQuery(
      docs,
      query,
      {
        next: ({ docs: found, ...rest }) => push.next({ ...listOfDocs(schema, found), ...rest, pages }),
        error: push.error,
      },
      sizes,
    );
    return () => pages.close();
  });

/** The query in the opposite order. */
export const reversed = (query: Query): Query => ({
  ...query,
  orderBy: (query.orderBy ?? []).map(({ field, direction }) => ({
    field,
    direction: direction === 'asc' ? 'desc' : 'asc',
  })),
});

const pagedKey = (query: Query): QueryKey => ['paged', query];

/** Documents per request of `readPage`. */
const wholePage = 250;

export interface ReadPage<T> {
  /** In the query's order; without documents that do not fit their schema. */
  readonly items: readonly T[];
  /** Number of documents. */
  readonly count: number;
  /** Cursor of the next page; null: this is the last one. */
  readonly last: DocSnapshot | null;
}

/** The documents of a query after a cursor: one page by one request to the server, none of it live. @throws as `Docs.find` */
export async function readPage<S extends v.GenericSchema>(
  docs: Docs,
  query: Query,
  schema: S,
  after: DocSnapshot | null,
): Promise<ReadPage<v.InferOutput<S>>> {
  const from = after ? startAfter(after)(query) : query;
  // The cache may lack some.
  const reading = { serverTimestamps: 'estimate', source: 'server' } as const;
  const { docs: page } = await docs.find(limit(wholePage)(from), reading);
  return {
    items: listOfDocs(schema, page).items.map(({ value }) => value),
    count: page.length,
    last: page.length < wholePage ? null : (page.at(-1) ?? null),
  };
}

/**
 * Every readable document of a query, page by page in its order, each page a request; for exports. The caller stops by leaving the loop.
 * @throws as `Docs.find`
 */
export async function* readWhole<S extends v.GenericSchema>(
  docs: Docs,
  query: Query,
  schema: S,
): AsyncGenerator<readonly v.InferOutput<S>[]> {
  let last: DocSnapshot | null = null;
  do {
    const page: ReadPage<v.InferOutput<S>> = await readPage(docs, query, schema, last);
    yield page.items;
    last = page.last;
  } while (last);
}

/** The window of a long list as a screen shows it, the query's end first. */
export interface NewestFirst<T> {
  readonly items: readonly Live<T>[];
  /** Number of items before the first one; null while unknown. */
  readonly before: number | null;
  readonly total: number | null;
  readonly reachesStart: boolean;
  readonly reachesEnd: boolean;
  onNearStart(): void;
  onNearEnd(): void;
  toStart(): void;
  toEnd(): void;
  onAtStart(atStart: boolean): void;
}

export function newestFirst<T>(list: PagedList<T>): NewestFirst<T> {
  const { items, unreadable, before, after, offset, total, pages } = list;
  const reachesStart = after === 'end';
  const loaded = items.length + unreadable.length;
  const later = total === null || offset === null ? null : Math.max(0, total - offset - loaded);
  return {
    items: items.toReversed(),
    before: reachesStart ? 0 : later,
    total,
    reachesStart,
    reachesEnd: before === 'end',
    onNearStart: () => pages.newer(),
    onNearEnd: () => pages.older(),
    toStart: () => pages.toEnd(),
    toEnd: () => void pages.toStart(),
    onAtStart: (atStart) => pages.follow(atStart),
  };
}
