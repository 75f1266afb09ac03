/** Rate of requests with one API key, counted in this process: nothing is read or written for a request beyond it. */
import { minute } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import type { ServerDocs } from '#ports/server/server.ts';

/** Keys that are counted at once; others are counted together. */
const mostKeys = 5_000;

/** State of the rate limit, as the headers of an answer give it. */
export interface ApiAllowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the next window. */
  readonly resetSeconds: number;
}

class ApiRate {
  private window = 0;
  private readonly counts = new Map<string, number>();

  /** Counts a request, good or not. */
  take(digest: string, now: number): ApiAllowance {
    const current = Math.floor(now / minute);
    if (current !== this.window) this.counts.clear();
    this.window = current;
    const counted = this.counts.has(digest) || this.counts.size < mostKeys ? digest : 'others';
    const count = (this.counts.get(counted) ?? 0) + 1;
    this.counts.set(counted, count);
    const limit = settingsLimits.apiRequestsPerMinute;
    return {
      allowed: count <= limit,
      limit,
      remaining: Math.max(0, limit - count),
      resetSeconds: Math.ceil(((current + 1) * minute - now) / 1000),
    };
  }
}

const byStore = new WeakMap<ServerDocs, ApiRate>();

export function apiRateOf(docs: ServerDocs): ApiRate {
  const known = byStore.get(docs) ?? new ApiRate();
  byStore.set(docs, known);
  return known;
}

export const allowanceHeaders = ({ limit, remaining, resetSeconds }: ApiAllowance) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
});
