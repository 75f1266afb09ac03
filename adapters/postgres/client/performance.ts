/** Measurements of this page, sent over the connection. */
import type { Performance } from '#ports/performance/performance.ts';
import { sentRecords, type SentRecordsOptions } from '#provider-kit/performance/sent-records.ts';
import type { HostClientContext } from './client-context.ts';

const largestBatch = 100;

export const wirePerformance = (
  context: HostClientContext,
  onTiming: SentRecordsOptions['onTiming'],
): Performance =>
  sentRecords({
    ...{ client: context, clock: context.clock, largestBatch, onTiming },
    send: (records) => context.wire.call('performance.collect', { records }),
  });
