/** A live query as a screen shows it: data, or the failure with a retry. */
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { isPortError, type PortError } from '#ports/errors.ts';
import { explain } from './errors.ts';
import { reopenLive } from '#react/live-query.ts';
import { isNotSeen, notSeen } from './not-seen.ts';

export interface ViewFailure {
  /** The consequence, and advice. */
  readonly meaning: string;
  /** True where the data from before may not be shown any more. */
  readonly hidesData: boolean;
  /** Whether all that is wrong is the missing connection: it is read when that is back. */
  readonly notSeen: boolean;
  /** Reopens every live query that failed. */
  readonly retry: () => void;
}

export interface View<D> {
  /** Undefined until it has been read. */
  readonly data: D | undefined;
  readonly failure: ViewFailure | null;
}

const notReadable =
  'You may not read this now: your role, or who may see it, has changed. Ask an owner of the team, then try again.';

export function useView<D>({
  data,
  error,
}: {
  readonly data: D | undefined;
  readonly error: PortError | null;
}): View<D> {
  const retry = useRetry();
  const isOnline = useSyncExternalStore(subscribeOnline, () => onlineManager.isOnline());
  const isUnreached = error === notSeen || (!isOnline && isPortError(error, 'unavailable'));
  return useMemo(() => {
    if (error === null) return { data, failure: null };
    const hidesData = isPortError(error, 'permission-denied');
    const meaning = hidesData ? notReadable : explain(error);
    return { data, failure: { meaning, hidesData, notSeen: isUnreached, retry } };
  }, [data, error, isUnreached, retry]);
}

const subscribeOnline = (changed: () => void) => onlineManager.subscribe(changed);

/**
 * Whether each query has been read or has failed. A screen of several lists waits for it: a list that arrives later than its
 * neighbour would move it.
 */
export const allAnswered = (
  ...queries: readonly { readonly data: unknown; readonly error: PortError | null }[]
): boolean => queries.every(({ data, error }) => data !== undefined || error !== null);

/** Reopens every live query that failed. */
function useRetry(): () => void {
  const client = useQueryClient();
  return useCallback(() => reopenLive(client), [client]);
}

interface ListData<T> {
  readonly items: readonly T[];
  readonly fromCache?: boolean;
  readonly knownEmpty?: boolean;
}

/** Number of all rows of a list of which a part is loaded; undefined, which shows no number, while that is unknown. */
export function totalOf<D>(
  { data, failure }: View<D>,
  listOf: (data: D) => ListData<unknown> & { readonly total: number | null },
): number | undefined {
  const list = data && !failure?.hidesData ? listOf(data) : undefined;
  return list === undefined || isNotSeen(list) ? undefined : (list.total ?? undefined);
}

/** Number of items; undefined, which shows no number, while that is unknown. */
export function countOf<T>(
  { data, failure }: View<ListData<T>>,
  counts: (item: T) => boolean = () => true,
): number | undefined {
  if (!data || failure?.hidesData || isNotSeen(data)) return undefined;
  return data.items.filter(counts).length;
}
