/** Rate of requests of one Slack user, counted in this process. */
import { minute } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import type { ServerDocs } from '#ports/server/server.ts';

/** Users that are counted at once; others are counted together. */
const mostUsers = 5_000;

class SlackRate {
  private window = 0;
  private readonly counts = new Map<string, number>();

  /** Counts a request; whether it is within the limit. */
  take(user: string, now: number): boolean {
    const current = Math.floor(now / minute);
    if (current !== this.window) this.counts.clear();
    this.window = current;
    const counted = this.counts.has(user) || this.counts.size < mostUsers ? user : 'others';
    const count = (this.counts.get(counted) ?? 0) + 1;
    this.counts.set(counted, count);
    return count <= settingsLimits.slackRequestsPerMinute;
  }
}

const byStore = new WeakMap<ServerDocs, SlackRate>();

export function slackRateOf(docs: ServerDocs): SlackRate {
  const known = byStore.get(docs) ?? new SlackRate();
  byStore.set(docs, known);
  return known;
}
