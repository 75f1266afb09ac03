/**
 * Default settings of providers, with the bounds within which they may be set otherwise. These are the provider's
 * numbers (source: the platform specification, section 9), never the product's, which live in the domain.
 */

export interface SettingBounds {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

const MiB = 1024 * 1024;
const second = 1000;
const day = 24 * 60 * 60 * second;

export const bounds = {
  /**
   * Local document cache, where it lasts; shared by a browser's tabs. Beyond it, what was used least recently and is neither
   * watched nor about to be changed is forgotten now and then. Also `unlimitedCache`.
   */
  cacheBytes: { default: 40 * MiB, min: 1 * MiB, max: Number.MAX_SAFE_INTEGER, unit: 'bytes' },
  /** Duration of a call of a function before `deadline-exceeded`. */
  callTimeoutMs: { default: 70 * second, min: 1, max: 3600 * second, unit: 'ms' },
  /** Attempts at a document transaction. */
  transactionAttempts: { default: 5, min: 1, max: 100, unit: 'attempts' },
  /** Writes in one batch or transaction. Production has no such limit any more, so there is none unless one is set. */
  batchWrites: { default: Number.MAX_SAFE_INTEGER, min: 1, max: Number.MAX_SAFE_INTEGER, unit: 'writes' },
  /** Age at which a push registration is refreshed. */
  registrationRefreshMs: { default: 7 * day, min: day, max: 60 * day, unit: 'ms' },
  /** Time that a long-polling request is held open. */
  longPollingTimeoutMs: { default: 30 * second, min: 5 * second, max: 30 * second, unit: 'ms' },
  /** Shortest accepted password. */
  passwordMinLength: { default: 6, min: 6, max: 30, unit: 'characters' },
  /** Age below which fetched configuration counts as fresh. */
  configFetchIntervalMs: { default: 12 * 3600 * second, min: 0, max: 365 * day, unit: 'ms' },
  configFetchTimeoutMs: { default: 60 * second, min: 1, max: 3600 * second, unit: 'ms' },
  /** Total time an upload, and any other storage request, is retried before `storage/retry-limit-exceeded`. */
  uploadRetryMs: { default: 600 * second, min: 0, max: day, unit: 'ms' },
  operationRetryMs: { default: 120 * second, min: 0, max: day, unit: 'ms' },
} as const satisfies Record<string, SettingBounds>;

export type SettingName = keyof typeof bounds;
export type ClientSettings = { readonly [name in SettingName]: number };

/** Give this as `cacheBytes` for a cache that is never collected. */
export const unlimitedCache = -1;
