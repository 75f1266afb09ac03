/** Search in a list of any length: documents are read page by page, newest first say, until enough of them fit. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type * as v from 'valibot';
import { type DocSnapshot, docsToken } from '#ports/docs/docs.ts';
import type { PortError } from '#ports/errors.ts';
import { limit, type Query, startAfter } from '#ports/docs/query.ts';
import { listOfDocs } from './documents.ts';
import type { NewestFirst } from './paged-list.ts';
import { usePort } from '#react/ports.tsx';

/**
 * `enough`: so many fit that the reader does not need more yet; `stopped`: by the reader; `whole`: all documents were read; `failed`: no
 * further page can be read.
 */
export type ReadOnStatus = 'reading' | 'enough' | 'stopped' | 'whole' | 'failed';

export interface ReadOn<T> {
  /** Entities that fit, as they were when they were read, in the query's order. */
  readonly items: readonly T[];
  /** Number of documents read. */
  readonly read: number;
  readonly status: ReadOnStatus;
  /** Whether documents came from the cache, which may lack some. */
  readonly fromCache: boolean;
  /** Reads on until more fit, or all of them; what came from the cache is read again. */
  more(all?: boolean): void;
  stop(): void;
}

/** A list of entities in pages, or what a search of it has found. */
export interface SearchedList<T> {
  readonly window: Omit<NewestFirst<T>, 'items' | 'onAtStart'> | undefined;
  /** The search; null while nothing is looked for. */
  readonly search: ReadOn<T> | null;
  /** Number of all entities of the list; null while unknown. */
  readonly total: number | null;
  readonly unreadable: readonly string[];
  readonly fromCache: boolean;
  readonly error: PortError | null;
}

interface Asked<T> {
  /** Null: nothing is read, and what was read is forgotten. */
  readonly query: Query | null;
  /** Search text. A new text starts with the rows that were read already. */
  readonly text: string;
  /** Whether an entity is what is looked for; the same function as long as its answers are the same. */
  readonly fits: (item: T) => boolean;
}

/** Documents per request. */
const pageSize = 200;
/** Number of entities after which the reading waits. */
const portion = 50;

export function useReadOn<S extends v.GenericSchema>(
  schema: S,
  { query, text, fits }: Asked<v.InferOutput<S>>,
): ReadOn<v.InferOutput<S>> {
  const docs = usePort(docsToken);
  const [reader, setReader] = useState({ text, wanted: portion, stopped: false });
  const { wanted, stopped } = reader.text === text ? reader : { wanted: portion, stopped: false };
  const pages = useInfiniteQuery({
    queryKey: ['read-on', query],
    queryFn: async ({ pageParam }) => {
      if (query === null) throw new TypeError('Nothing is looked for.');
      const from = pageParam ? startAfter(pageParam)(query) : query;
      const page = await docs.find(limit(pageSize)(from), { serverTimestamps: 'estimate' });
      return {
        items: listOfDocs(schema, page.docs).items.map(({ value }) => value),
        read: page.docs.length,
        next: page.docs.length < pageSize ? null : (page.docs.at(-1) ?? null),
        fromCache: page.metadata.fromCache,
      };
    },
    initialPageParam: null as DocSnapshot | null,
    getNextPageParam: ({ next }) => next,
    enabled: query !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
    networkMode: 'always',
  });
  const { data, isFetching, isError, hasNextPage, fetchNextPage, refetch } = pages;
  const fromCache = data?.pages.some((page) => page.fromCache) ?? false;
  const items = useMemo(
    () => (data?.pages ?? []).flatMap((page) => page.items.filter((item) => fits(item))),
    [data, fits],
  );
  const waits = stopped || items.length >= wanted;
  const readNext = useEffectEvent(() => void fetchNextPage());
  const goesOn = query !== null && hasNextPage && !isFetching && !isError && !waits;
  useEffect(() => {
    if (goesOn) readNext();
  }, [goesOn]);

  const read = (data?.pages ?? []).reduce((sum, page) => sum + page.read, 0);
  const status = (): ReadOnStatus => {
    if (data && !hasNextPage) return 'whole';
    if (stopped) return 'stopped';
    if (isError && !isFetching) return 'failed';
    return waits ? 'enough' : 'reading';
  };
  return {
    items,
    read,
    status: status(),
    fromCache,
    more(all = false) {
      setReader({ text, wanted: all ? Number.POSITIVE_INFINITY : items.length + portion, stopped: false });
      if (fromCache) void refetch();
      else if (isError) void fetchNextPage();
    },
    stop: () => setReader({ text, wanted, stopped: true }),
  };
}

/** The window of a list of what a search has found: of `count` entities. */
export const foundWindow = ({ status, more }: Pick<ReadOn<unknown>, 'status' | 'more'>, count: number) => ({
  before: 0,
  total: status === 'whole' ? count : null,
  reachesStart: true,
  reachesEnd: status === 'whole',
  onNearStart: () => {},
  onNearEnd: () => {
    if (status === 'enough') more();
  },
  toStart: () => {},
  toEnd: () => more(true),
});
