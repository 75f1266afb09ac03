/** The part that needs the SDK; loaded on first use. */
import {
  activate,
  ensureInitialized,
  type FetchStatus,
  fetchConfig,
  getAll,
  getRemoteConfig,
  onConfigUpdate,
  setCustomSignals,
} from 'firebase/remote-config';
import type { ConfigStatus } from '#ports/config/config.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { FirebaseContext } from '../context.ts';

const statuses: Readonly<Record<FetchStatus, ConfigStatus['lastFetch']>> = {
  'no-fetch-yet': 'never',
  success: 'success',
  failure: 'failure',
  throttle: 'throttled',
};

export type FirebaseConfigDriver = Awaited<ReturnType<typeof openConfigDriver>>;

/** Waits until the values of the last visit have been read. */
export async function openConfigDriver({ app }: FirebaseContext) {
  const remote = getRemoteConfig(app);
  await ensureInitialized(remote);
  return {
    fetch(minimumFetchIntervalMs: number, fetchTimeoutMs: number): Promise<void> {
      // To the SDK what was fetched in this millisecond is fresh even then.
      const interval = minimumFetchIntervalMs === 0 ? -1 : minimumFetchIntervalMs;
      remote.settings = { minimumFetchIntervalMillis: interval, fetchTimeoutMillis: fetchTimeoutMs };
      return fetchConfig(remote);
    },
    activate: () => activate(remote),
    /** The active values. The defaults are not the SDK's business. */
    values: (): ReadonlyMap<string, string> =>
      new Map(Object.entries(getAll(remote)).map(([key, value]) => [key, value.asString()])),
    status: (): ConfigStatus => ({
      lastFetch: statuses[remote.lastFetchStatus],
      fetchedAt: remote.fetchTimeMillis < 0 ? null : remote.fetchTimeMillis,
    }),
    watch: (next: (updatedKeys: readonly string[]) => void, error: (error: unknown) => void): Unsubscribe =>
      onConfigUpdate(remote, {
        next: (update) => next([...update.getUpdatedKeys()].sort()),
        error,
        complete: () => {},
      }),
    setSignals: (signals: Readonly<Record<string, string | number | null>>) =>
      setCustomSignals(remote, { ...signals }),
  };
}
