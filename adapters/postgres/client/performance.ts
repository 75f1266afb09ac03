/** Measurements of this page: the newest are shown, all are sent to the server, in batches. */
import type { Performance, TraceRecord } from '#ports/performance/performance.ts';
import { automaticRecord, type BrowserTiming } from '#provider-kit/performance/automatic.ts';
import { createRecords } from '#provider-kit/performance/records.ts';
import { checkedRecord, createTrace } from '#provider-kit/performance/trace.ts';
import type { HostClientContext } from './client-context.ts';

/** Milliseconds for which records are collected before they are sent. */
const gatherMs = 10_000;
const largestBatch = 100;
/** Most records kept while they can't be sent; the newest stay. */
const mostUnsent = 1000;

/** `onTiming` publishes what the browser measures by itself. */
export function wirePerformance(
  context: HostClientContext,
  onTiming: (next: (timing: BrowserTiming) => void) => () => void,
): Performance {
  const { clock, wire } = context;
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
    try {
      await wire.call('performance.collect', { records: batch });
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
  const endTimings = onTiming((timing) => {
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
    trace: (name) => createTrace(name, { now: () => clock.now(), keep }),
    record: (given) => keep(checkedRecord(given)),
    watchRecords: (next) => records.watch(next),
    collection: {
      setEnabled(next) {
        enabled = next;
      },
      enabled: () => enabled,
    },
  };
}
