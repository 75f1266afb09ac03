/** Passkeys of the person signed in: read from the backend each time they are shown. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { authToken, type Passkey, type Passkeys } from '#ports/auth/auth.ts';
import type { PortError } from '#ports/errors.ts';
import { usePort } from '#react/ports.tsx';
import { offered } from '../client/extensions.ts';

const passkeysOptions = (passkeys: Passkeys | null, uid: string) =>
  queryOptions<readonly Passkey[], PortError>({
    queryKey: ['passkeys', uid],
    queryFn: () => offered(passkeys).list(),
    enabled: passkeys !== null,
    networkMode: 'always',
    refetchOnReconnect: ({ state }) => state.status === 'error',
    retry: false,
    gcTime: 0,
  });

/** Nothing is read where the backend has no passkeys. */
export const usePasskeys = (uid: string) => useQuery(passkeysOptions(usePort(authToken).passkeys, uid));

/** Reads the passkeys anew, after a change. */
export function useRereadPasskeys(uid: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['passkeys', uid] });
}

export function useRenamePasskey(uid: string) {
  const { passkeys } = usePort(authToken);
  const reread = useRereadPasskeys(uid);
  return useMutation({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) => offered(passkeys).rename(id, name),
    onSuccess: reread,
  });
}
