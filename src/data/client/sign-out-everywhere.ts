/** End of all sessions of the account. Needs no team; the session gate reacts once the server has ended this one. */
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { AccountCallInput } from '#api/account.ts';
import { isPortError } from '#ports/errors.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { usePort } from '#react/ports.tsx';

const input: AccountCallInput<'signOutEverywhere'> = {};

/** Not queued: a session that was meant to end today must not go on until the connection returns. */
export function useSignOutEverywhere(): UseMutationResult<void, Error, void> {
  const functions = usePort(functionsToken);
  return useMutation({
    mutationFn: async () => {
      try {
        await functions.call('signOutEverywhere', input);
      } catch (error) {
        // Ended already: by a request whose answer was lost, or from another browser.
        if (!isPortError(error, 'unauthenticated')) throw error;
      }
    },
    networkMode: 'always',
  });
}
