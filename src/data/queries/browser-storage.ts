/** Storage of this browser: what Muster uses of it, and whether the browser may clear it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

export interface BrowserStorage {
  /** Bytes; undefined where the browser does not tell. */
  readonly usage: number | undefined;
  readonly quota: number | undefined;
  /** Whether the browser keeps the data also when the device runs out of space. */
  readonly isPersisted: boolean;
}

const key = ['browser-storage'];

/** Null: the browser tells nothing of its storage. */
async function readStorage(): Promise<BrowserStorage | null> {
  if (!('storage' in navigator)) return null;
  const [{ usage, quota }, isPersisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  return { usage, quota, isPersisted };
}

export const useBrowserStorage = () =>
  useQuery({ queryKey: key, queryFn: readStorage, networkMode: 'always' });

/** Asks the browser for persistent storage. Resolves with its answer; some browsers ask the person. */
export function usePersistStorage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => navigator.storage.persist(),
    networkMode: 'always',
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
