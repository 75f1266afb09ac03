/** A live query as a screen shows it: data, or the failure with a retry. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { isPortError, type PortError } from '#ports/errors.ts';
import { explain } from './errors.ts';
import { reopenLive } from './live-query.ts';

export interface ViewFailure {
  /** The consequence, and advice. */
  readonly meaning: string;
  /** True where the data from before may not be shown any more. */
  readonly hidesData: boolean;
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
  return useMemo(() => {
    if (error === null) return { data, failure: null };
    const hidesData = isPortError(error, 'permission-denied');
    return { data, failure: { meaning: hidesData ? notReadable : explain(error), hidesData, retry } };
  }, [data, error, retry]);
}

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

/** Number of items; undefined, which shows no number, while that is unknown. */
export function countOf<T>(
  { data, failure }: View<{ readonly items: readonly T[] }>,
  counts: (item: T) => boolean = () => true,
): number | undefined {
  if (!data || failure?.hidesData) return undefined;
  return data.items.filter(counts).length;
}
