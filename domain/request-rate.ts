/**
 * Rate of requests with one API key, or of one Slack user, shared by all processes over a database. A process leases requests of the present
 * minute in blocks from the stored counter, so that most requests write nothing.
 */
import * as v from 'valibot';
import { epochMsSchema, wholeNumberSchema } from './base.ts';
import { minute } from './constants.ts';
import { windowOf } from './ingest/group.ts';

export const requestRateSchema = v.object({
  /** Beginning of the minute that is counted. */
  windowAt: epochMsSchema,
  /** Requests of that minute that processes have leased. */
  leased: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
});
export type RequestRate = v.InferOutput<typeof requestRateSchema>;

export interface RequestRateLimits {
  /** Requests in a minute. */
  readonly perMinute: number;
  /** Requests that a process leases at once. */
  readonly perLease: number;
}

export interface RequestLease {
  readonly state: RequestRate;
  /** Requests that the lease allows; 0: all of the minute are leased. */
  readonly granted: number;
}

/** A counter of the next minute is kept, because the clock of the process that wrote it may be ahead; a later one is not. */
export function leaseRequests(
  before: RequestRate | null,
  { perMinute, perLease }: RequestRateLimits,
  now: number,
): RequestLease {
  const windowAt = windowOf(now);
  const counted =
    before !== null && before.windowAt >= windowAt && before.windowAt <= windowAt + minute
      ? before
      : { windowAt, leased: 0 };
  const granted = Math.max(0, Math.min(perLease, perMinute - counted.leased));
  return { state: { ...counted, leased: counted.leased + granted }, granted };
}
