/** Measurements of this page, sent over the link. */
import { type CollectPayload, largestBatch } from '#fakes/cloud/performance/protocol.ts';
import type { Complete } from '#ports/complete.ts';
import type { Performance } from '#ports/performance/performance.ts';
import { sentRecords } from '#provider-kit/performance/sent-records.ts';
import type { ClientContext } from '../context.ts';

/** Prefixes of attributes' names that production keeps for itself. */
const reservedPrefixes = ['firebase_', 'google_', 'ga_'];

export function createPerformance(context: ClientContext): Complete<Performance> {
  const { clock, link, browser } = context;
  return sentRecords({
    ...{ client: context, clock, largestBatch, reservedPrefixes },
    onTiming: (next) => browser.onTiming(next),
    send(records) {
      const payload: CollectPayload = { records };
      return link.request('performance', 'collect', payload);
    },
  });
}
