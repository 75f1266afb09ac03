/** Measurements of this page: the newest are shown, all are sent, in batches. */
import { type CollectPayload, largestBatch } from '#fakes/cloud/performance/protocol.ts';
import { automaticRecord } from '#provider-kit/performance/automatic.ts';
import type { Complete } from '#ports/complete.ts';
import type { Performance, TraceRecord } from '#ports/performance/performance.ts';
import { createRecords } from '#provider-kit/performance/records.ts';
import { checkedRecord, createTrace } from '#provider-kit/performance/trace.ts';
import type { ClientContext } from '../context.ts';

/** Time for which records are collected before they are sent. */
const gatherMs = 10_000;
/** Most records kept while they can't be sent; the newest stay. */
const mostUnsent = 1000;

/** Prefixes of attributes' names that production keeps for itself. */
const reservedPrefixes = ['firebase_', 'google_', 'ga_'];

export function createPerformance(context: ClientContext): Complete<Performance> {
  const { clock, link } = context;
  const records = createRecords(context);
  let enabled = true;
  let ended = false;
  let unsent: readonly TraceRecord[] = [];
  let cancelSending: (() => void) | null = null;

  const send = async () => {
    cancelSending = null;
    const batch = unsent.slice(0, largestBatch);
    if (batch.length === 0) return;
    unsent = unsent.slice(batch.length);
    const payload: CollectPayload = { records: batch };
    try {
      await link.request('performance', 'collect', payload);
    } catch {
      unsent = [...batch, ...unsent].slice(-mostUnsent);
    }
    planSending();
  };

  const planSending = () => {
    if (cancelSending || unsent.length === 0 || ended) return;
    cancelSending = clock.setTimer(() => void send(), gatherMs);
  };

  const keep = (record: TraceRecord) => {
    if (!enabled || ended) return;
    unsent = [...unsent, record].slice(-mostUnsent);
    planSending();
    records.add(record);
  };

  const endTimings = context.browser.onTiming((timing) => {
    const record = automaticRecord(timing);
    if (record) keep(record);
  });

  context.onDispose(() => {
    ended = true;
    endTimings();
    cancelSending?.();
    records.dispose();
    // The answer is not awaited: the connection is about to close.
    void send();
  });

  return {
    trace: (name) => createTrace(name, { now: () => clock.now(), keep, reservedPrefixes }),
    record: (given) => keep(checkedRecord(given, reservedPrefixes)),
    watchRecords: (next) => records.watch(next),
    collection: {
      setEnabled(next) {
        enabled = next;
      },
      enabled: () => enabled,
    },
  };
}
