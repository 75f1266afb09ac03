/** Settings as their sources have them, written down apart from ports/defaults.ts. */
import type { SettingName } from '#ports/defaults.ts';

interface Documented {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  /** Source of the numbers. A setting that no source bounds is bounded by what can be waited for, or counted. */
  readonly source: string;
}

export const documented: Readonly<Record<SettingName, Documented>> = {
  cacheBytes: {
    usual: 41_943_040,
    least: 1_048_576,
    most: 9_007_199_254_740_991,
    source: 'platform specification: 40 MB, 1 MiB at least; Firestore: CACHE_SIZE_UNLIMITED is -1',
  },
  callTimeoutMs: {
    usual: 70_000,
    least: 1,
    most: 3_600_000,
    source:
      'platform specification: 70 s; Cloud Functions: an HTTP function ends after 60 minutes at the latest',
  },
  transactionAttempts: {
    usual: 5,
    least: 1,
    most: 100,
    source: 'platform specification: 5; Firestore: maxAttempts is 1 at least',
  },
  batchWrites: {
    usual: 9_007_199_254_740_991,
    least: 1,
    most: 9_007_199_254_740_991,
    source: 'Firestore, quotas: no limit on the writes of a transaction or batch but its 10 MiB',
  },
  registrationRefreshMs: {
    usual: 604_800_000,
    least: 86_400_000,
    most: 5_184_000_000,
    source: 'platform specification: 7 days; no source bounds it',
  },
  longPollingTimeoutMs: {
    usual: 30_000,
    least: 5000,
    most: 30_000,
    source: 'platform specification: 5 to 30 s; Firestore: timeoutSeconds, 30 by default',
  },
  passwordMinLength: {
    usual: 6,
    least: 6,
    most: 30,
    source: 'platform specification: 6; Authentication, password policies: a minimum of 6 to 30',
  },
  configFetchIntervalMs: {
    usual: 43_200_000,
    least: 0,
    most: 31_536_000_000,
    source: 'Remote Config: minimumFetchIntervalMillis is 12 hours by default',
  },
  configFetchTimeoutMs: {
    usual: 60_000,
    least: 1,
    most: 3_600_000,
    source: 'Remote Config: fetchTimeoutMillis is 60 s by default',
  },
  uploadRetryMs: {
    usual: 600_000,
    least: 0,
    most: 86_400_000,
    source: 'Cloud Storage: maxUploadRetryTime is 10 minutes by default',
  },
  operationRetryMs: {
    usual: 120_000,
    least: 0,
    most: 86_400_000,
    source: 'Cloud Storage: maxOperationRetryTime is 2 minutes by default',
  },
};
