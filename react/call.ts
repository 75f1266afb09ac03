/** Calls to code on the backend as mutations. */
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { functionsToken } from '#ports/functions/functions.ts';
import type { PortError } from '#ports/errors.ts';
import type { Json } from '#ports/shared.ts';
import { usePort } from './ports.tsx';

export type CallCallbacks<Output, Input> = Pick<
  UseMutationOptions<Output, PortError, Input>,
  'onSuccess' | 'onError' | 'onSettled' | 'scope' | 'retry'
>;

/** `mutate(input)` calls the function of that name. Calls are not queued: without a connection one fails with `unavailable`. */
export function useCall<Output = Json, Input = void>(
  name: string,
  callbacks: CallCallbacks<Output, Input> = {},
): UseMutationResult<Output, PortError, Input> {
  const functions = usePort(functionsToken);
  return useMutation<Output, PortError, Input>({
    ...callbacks,
    mutationFn: (input) => functions.call<Output>(name, input),
    networkMode: 'always',
  });
}
