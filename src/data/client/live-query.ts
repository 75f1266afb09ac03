/**
 * Subscriptions as queries: a live query is subscribed while a component observes it, each value goes into TanStack's cache, and
 * observers of one key share one subscription.
 */
import {
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
import type { EmptyMarks } from './empty-marks.ts';
import { isFirstPressAwaited } from './first-input.ts';
import { RenderGroup } from './render-group.ts';

export type LiveSource<T> = (push: Required<Observer<T>>) => Unsubscribe;

/** Keys of live queries. `all` matches every one. */
const liveKeys = { all: ['live'], of: (key: QueryKey) => [...liveKeys.all, ...key] } as const;

/** Options of a live query: its value comes from the source's subscription, never from a fetch. Without a source it stays pending. */
export const liveOptions = <T>(key: QueryKey, source: LiveSource<T> | null) =>
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
  readonly fromCache?: unknown;
}

const hasItems = (value: unknown): value is Items =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);

/**
 * Lists keep their items as the source gives them: an unchanged document is the same item already, and comparing by place, as TanStack
 * does, would copy every item of a list that moved by one. What is equal stays the same object; any other value is shared in depth.
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

export type LiveQueryOptions<T> = ReturnType<typeof liveOptions<T>>;

/** The cached value or the error. Before the first value `data` is undefined and `isPending` true. */
export const useLive = <T>(key: QueryKey, source: LiveSource<T> | null): UseQueryResult<T, PortError> =>
  useLiveQuery(liveOptions(key, source));

/**
 * `useQuery` for values that are pushed into the cache: by a source, or by `setQueryData`. Until the page's first press its values are
 * rendered as transitions (`RenderGroup`): in slices, between which the page can take that press. Later each is rendered before the next
 * paint, as by `useQuery`: what a click opens shows no placeholder for what is known.
 */
export function useLiveQuery<T>(options: UseQueryOptions<T, PortError>): UseQueryResult<T, PortError> {
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
        if (isFirstPressAwaited()) return groupOf(client).add(renderInSlices);
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

/** Notes in `marks` which lists are empty, and completes a list of the cache by what they say. */
function withMark(value: unknown, hash: string, marks: EmptyMarks): unknown {
  if (!hasItems(value) || typeof value.fromCache !== 'boolean') return value;
  const isEmpty = value.items.length === 0;
  if (!value.fromCache) marks.set(hash, isEmpty);
  return isEmpty && value.fromCache ? { ...value, knownEmpty: marks.has(hash) } : value;
}

/**
 * Subscribes with a query's first observer and unsubscribes after its last. `marks`: which lists were empty when the backend last answered.
 * One call per client; returns how to stop.
 */
export function attachLive(client: QueryClient, marks: EmptyMarks): Unsubscribe {
  // Values reach the screen in the turn they arrive in, not after a timer.
  notifyManager.setScheduler(queueMicrotask);
  const open = new Map<string, Unsubscribe>();
  const cache = client.getQueryCache();

  const close = (hash: string) => {
    open.get(hash)?.();
    open.delete(hash);
  };

  const start = (query: Query) => {
    const source = query.meta?.['source'] as LiveSource<unknown> | undefined;
    if (!source || open.has(query.queryHash)) return;
    open.set(query.queryHash, () => {});
    const end = source({
      next: (value) => client.setQueryData(query.queryKey, withMark(value, query.queryHash, marks)),
      error: (error) => {
        open.delete(query.queryHash);
        query.setState({ status: 'error', error: toPortError(error), fetchStatus: 'idle' });
      },
    });
    open.set(query.queryHash, end);
  };

  const detach = cache.subscribe((event) => {
    const { query } = event;
    if (query.queryKey[0] !== liveKeys.all[0]) return;
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

const groups = new WeakMap<QueryClient, RenderGroup>();

function groupOf(client: QueryClient): RenderGroup {
  const known = groups.get(client) ?? new RenderGroup(() => isLiveAwaited(client));
  groups.set(client, known);
  return known;
}

/** Without a source a live query stays pending. */
const isAwaited = (query: Query): boolean =>
  query.queryKey[0] === liveKeys.all[0] &&
  query.state.status === 'pending' &&
  query.meta?.['source'] !== undefined &&
  query.getObserversCount() > 0;

/** Reopens a live query after an error; without a key, every one that failed. */
export function reopenLive(client: QueryClient, key?: QueryKey): void {
  void client.resetQueries({
    queryKey: key ? liveKeys.of(key) : liveKeys.all,
    exact: key !== undefined,
    predicate: (query) => query.state.status === 'error',
  });
}
