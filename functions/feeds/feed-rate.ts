/** Rate at which feeds are asked for, counted in this process: nothing is read or written for a request beyond it. */
import { constants, minute } from '#domain/constants.ts';
import type { ServerDocs } from '#ports/server/server.ts';

/** Addresses that are counted at once; others are counted together. */
const mostAddresses = 5_000;

class FeedRate {
  private minute = 0;
  private readonly counts = new Map<string, number>();

  /** Counts a request, good or not. False: it is one too many in this minute. */
  take(teamId: string, feedId: string, now: number): boolean {
    const current = Math.floor(now / minute);
    if (current !== this.minute) this.counts.clear();
    this.minute = current;
    const ofFeed = this.count(`feed ${feedId}`);
    const ofTeam = this.count(`team ${teamId}`);
    return ofFeed <= constants.feedReadsPerMinute && ofTeam <= constants.teamFeedReadsPerMinute;
  }

  private count(key: string): number {
    const counted = this.counts.has(key) || this.counts.size < mostAddresses ? key : 'others';
    const count = (this.counts.get(counted) ?? 0) + 1;
    this.counts.set(counted, count);
    return count;
  }
}

const byStore = new WeakMap<ServerDocs, FeedRate>();

export function feedRateOf(docs: ServerDocs): FeedRate {
  const known = byStore.get(docs) ?? new FeedRate();
  byStore.set(docs, known);
  return known;
}
