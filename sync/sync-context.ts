/** Dependencies of the documents client. */
import type { ClientSettings } from '#ports/defaults.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { BrowserCaches } from './caches.ts';
import type { DocsTransport } from './transport.ts';

export interface SyncContext {
  readonly transport: DocsTransport;
  /** Clock of this client; it may be skewed against the server's. */
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: Pick<ClientSettings, 'batchWrites' | 'transactionAttempts' | 'cacheBytes'>;
  /** Persistent caches; `null`: a cache in memory, of which nothing outlasts the client. */
  readonly caches: BrowserCaches | null;
  /** Gets what a subscriber threw. */
  readonly report: (error: unknown) => void;
}
