/**
 * Subscriptions as queries: a live query is subscribed while a component observes it, each value goes into TanStack's cache, and
 * observers of one key share one subscription.
 */
import {
  type DataTag,
  notifyManager,
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
  QueryObserver,
  replaceEqualDeep,
  skipToken,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { type PortError, toPortError } from '#ports/errors.ts';
import type { Observer, Unsubscribe } from '#ports/shared.ts';
import { RenderGroup } from './render-group.ts';

/** Settings of an application for its live queries. */
export interface LiveSettings {
  /** Maps an arrived value to the cached one; `hash`: hash of its query. Default: the value itself. */
  readonly received?: (value: unknown, hash: string) => unknown;
  /** Whether values are rendered together, as transitions, instead of each before the next paint. Default: never. */
  readonly rendersInSlices?: () => boolean;
  /** Runs the start of a subscription in a later task, while values are rendered in slices. Default: in the component's effect. */
  readonly later?: (start: () => void) => void;
}

export type LiveSource<T> = (push: Required<Observer<T>>) => Unsubscribe;

/** Keys of live queries. `all` matches every one. */
const liveKeys = { all: ['live'], of: (key: QueryKey) => [...liveKeys.all, ...key] } as const;

/** Options whose key carries the type of the value. */
export type LiveQueryOptions<T> = UseQueryOptions<T, PortError> & {
  readonly queryKey: DataTag<QueryKey, T, PortError>;
};

/** Options of a live query: its value comes from the source's subscription, never from a fetch. Without a source it stays pending. */
export const liveOptions = <T>(key: QueryKey, source: LiveSource<T> | null): LiveQueryOptions<T> =>
  queryOptions<T, PortError>({
    queryKey: liveKeys.of(key),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: shareItems,
    retry: false,
    ...(source && { meta: { source } }),
  });

interface Items {
  readonly items: readonly unknown[];
}

const hasItems = (value: unknown): value is Items =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);

/**
 * Structural sharing for lists: items stay as the source returns them. An unchanged document is the same object
 * already; TanStack's comparison by index would copy every item of a list that has moved by one. Equal values keep
 * their identity; any other value is shared in depth.
 */
function shareItems(previous: unknown, next: unknown): unknown {
  if (!hasItems(previous) || !hasItems(next)) return replaceEqualDeep(previous, next);
  const before = new Map<string, unknown>(Object.entries(previous));
  const shared = Object.entries(next).map(([key, value]): [string, unknown] => {
    const known = before.get(key);
    return [key, isSame(known, value) ? known : value];
  });
  const isEqual = shared.length === before.size && shared.every(([key, value]) => before.get(key) === value);
  return isEqual ? previous : Object.fromEntries(shared);
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, index) => item === other[index]));

/** The cached value or the error. Before the first value `data` is undefined and `isPending` true. */
export const useLive = <T>(key: QueryKey, source: LiveSource<T> | null): UseQueryResult<T, PortError> =>
  usePushed(liveOptions(key, source));

/**
 * `useQuery` for values that are pushed into the cache: by a source, or by `setQueryData`. While the settings ask for
 * slices, values are rendered as transitions (`RenderGroup`), between which the page can handle input. Otherwise each
 * value is rendered before the next paint, as by `useQuery`: cached values appear without a placeholder.
 */
export function usePushed<T>(options: UseQueryOptions<T, PortError>): UseQueryResult<T, PortError> {
  const client = useQueryClient();
  const defaulted = client.defaultQueryOptions(options);
  defaulted._optimisticResults = 'optimistic';
  const [observer] = useState(() => new QueryObserver(client, defaulted));
  const result = observer.getOptimisticResult(defaulted);
  const [, renderInSlices] = useReducer((count: number) => count + 1, 0);
  const [version] = useState(() => ({ current: 0 }));
  useEffect(() => observer.setOptions(defaulted), [observer, defaulted]);
  const subscribe = useCallback(
    (renderNow: () => void) => {
      const render = () => {
        const { rendersInSlices, group } = attached.get(client) ?? unattached;
        if (rendersInSlices?.() && group) return group.add(renderInSlices);
        version.current++;
        renderNow();
      };
      const end = observer.subscribe(notifyManager.batchCalls(render));
      // Notifies of a change between the render and this subscription.
      observer.updateResult();
      return end;
    },
    [client, observer, version],
  );
  useSyncExternalStore(subscribe, () => version.current);
  return observer.trackResult(result);
}

/** Subscribes with a query's first observer and unsubscribes after its last. Called once per client; returns a function that detaches. */
export function attachLive(client: QueryClient, settings: LiveSettings = {}): Unsubscribe {
  const { received = (value) => value } = settings;
  attached.set(client, { ...settings, group: new RenderGroup(() => isLiveAwaited(client)) });
  const open = new Map<string, Unsubscribe>();
  const cache = client.getQueryCache();

  const close = (hash: string) => {
    open.get(hash)?.();
    open.delete(hash);
  };

  const start = (query: Query) => {
    const source = sourceOf(query);
    if (!source || open.has(query.queryHash)) return;
    const begun = () => {};
    open.set(query.queryHash, begun);
    if (!settings.later || !settings.rendersInSlices?.()) return subscribe(query, source);
    settings.later(() => {
      if (open.get(query.queryHash) !== begun) return;
      try {
        subscribe(query, source);
      } catch (error) {
        fail(query, error);
      }
    });
  };

  const subscribe = (query: Query, source: LiveSource<unknown>) => {
    const end = source({
      next: (value) => client.setQueryData(query.queryKey, received(value, query.queryHash)),
      error: (error) => fail(query, error),
    });
    open.set(query.queryHash, end);
  };

  const fail = (query: Query, error: unknown) => {
    open.delete(query.queryHash);
    query.setState({ status: 'error', error: toPortError(error), fetchStatus: 'idle' });
  };

  const detach = cache.subscribe((event) => {
    const { query } = event;
    if (!isLive(query)) return;
    // After an error only a new observer reopens the subscription; reopening on re-render would loop.
    if (event.type === 'observerAdded') start(query as Query);
    if (event.type === 'observerOptionsUpdated' && query.state.status !== 'error') start(query as Query);
    // A screen that is left and entered in one commit keeps its subscription.
    if (event.type === 'observerRemoved')
      queueMicrotask(() => {
        if (query.getObserversCount() === 0) close(query.queryHash);
      });
    if (event.type === 'removed') close(query.queryHash);
  });

  // Components whose effects ran before.
  for (const query of cache.getAll()) if (query.getObserversCount() > 0) start(query);

  return () => {
    detach();
    for (const hash of [...open.keys()]) close(hash);
  };
}

/** Resolves once every live query that a component observes has a value or an error. */
export const whenLiveAnswered = (client: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const cache = client.getQueryCache();
    const check = () => {
      if (isLiveAwaited(client)) return;
      detach();
      resolve();
    };
    const detach = cache.subscribe(check);
    check();
  });

const isLiveAwaited = (client: QueryClient): boolean => client.getQueryCache().getAll().some(isAwaited);

interface Attached extends LiveSettings {
  readonly group?: RenderGroup;
}

const attached = new WeakMap<QueryClient, Attached>();
const unattached: Attached = {};

const isLive = ({ queryKey }: Query): boolean => queryKey[0] === liveKeys.all[0];
const sourceOf = ({ meta }: Query) => meta?.['source'] as LiveSource<unknown> | undefined;

/** Without a source a live query stays pending. */
const isAwaited = (query: Query): boolean =>
  isLive(query) &&
  query.state.status === 'pending' &&
  sourceOf(query) !== undefined &&
  query.getObserversCount() > 0;

/** Reopens a live query after an error; without a key, every one that failed. */
export function reopenLive(client: QueryClient, key?: QueryKey): void {
  void client.resetQueries({
    queryKey: key ? liveKeys.of(key) : liveKeys.all,
    exact: key !== undefined,
    predicate: (query) => query.state.status === 'error',
  });
}
