/**
 * Reads (`api/reads.ts`) as queries: requested each time a component begins to show them, and never cached. A failed read is requested
 * again when the connection is back.
 */
import { queryOptions } from '@tanstack/react-query';
import type { ReadInput, ReadName, ReadOutput } from '#api/reads.ts';
import type { PortError } from '#ports/errors.ts';
import type { Functions } from '#ports/functions/functions.ts';

export const readOptions = <N extends ReadName>(functions: Functions, name: N, input: ReadInput<N>) =>
  queryOptions<ReadOutput<N>, PortError>({
    queryKey: ['read', name, input],
    queryFn: () => functions.call<ReadOutput<N>>(name, input),
    networkMode: 'always',
    refetchOnReconnect: ({ state }) => state.status === 'error',
    retry: false,
    gcTime: 0,
  });
