/** What the documents client is made of. */
import type { Settings } from '#ports/defaults.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { StorageHealth } from '#provider-kit/storage-health.ts';
import type { TabStore } from '#provider-kit/tab-store.ts';
import type { DocsTransport } from './transport.ts';

/** Persistent storage that the browser's tabs share. */
export interface SyncStorage {
  readonly tab: TabStore;
  readonly health: StorageHealth;
}

export interface SyncContext {
  readonly transport: DocsTransport;
  /** Clock of this client; it may be skewed against the server's. */
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: Pick<Settings, 'batchWrites' | 'transactionAttempts' | 'cacheBytes'>;
  /** `null`: cache in memory, of which nothing outlasts the client. */
  readonly storage: SyncStorage | null;
  /** Gets what a subscriber threw. */
  readonly report: (error: unknown) => void;
}
