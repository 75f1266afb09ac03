/** Seam between the documents client and the storage of a browser. */
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { CachePersistence } from './cache-policy.ts';
import type { LocalReplica } from './local-replica.ts';

/** Persistent caches of a browser, one per user, each shared by the browser's tabs. */
export interface BrowserCaches {
  /** Id of this browser, the same in all tabs; `null` when the storage does not keep one. */
  browserName(random: Random): Promise<string | null>;
  /** `name`: under which all of the cache is stored. */
  open(replica: LocalReplica, name: string, tab: CacheTab): CachePersistence;
}

/** The tab that uses a cache. */
export interface CacheTab {
  /** Names this tab among the others. */
  readonly self: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Budget of the cache. */
  readonly cacheBytes: number;
}
