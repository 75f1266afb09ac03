/** Measurements of this page: the newest are shown, all are sent, in batches. */
import { type CollectPayload, largestBatch } from '#fakes/cloud/performance/protocol.ts';
import { Listeners } from '#ports/listeners.ts';
import type { Performance, TraceRecord } from '#ports/performance/performance.ts';
import type { ClientContext } from '../context.ts';
import { automaticRecord } from './automatic.ts';
import { checkedRecord, createTrace } from '#ports/performance/trace.ts';

const shown = 200;
/** How long records are gathered before they are sent. */
const gatherMs = 10_000;
/** While they can't be sent, the newest so many are kept. */
const mostUnsent = 1000;

export function createPerformance(context: ClientContext): Performance {
  const { clock, link } = context;
  const listeners = new Listeners<readonly TraceRecord[]>(context);
  let enabled = true;
  let ended = false;
  let records: readonly TraceRecord[] = [];
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
    records = Object.freeze([...records, record].slice(-shown));
    unsent = [...unsent, record].slice(-mostUnsent);
    planSending();
    listeners.emit(records);
  };

  const endTimings = context.browser.onTiming((timing) => {
    const record = automaticRecord(timing);
    if (record) keep(record);
  });

  context.onDispose(() => {
    ended = true;
    endTimings();
    cancelSending?.();
    listeners.dispose();
    // Nobody waits for the answer: the connection is about to be closed.
    void send();
  });

  return {
    trace: (name) => createTrace(name, () => clock.now(), keep),
    record: (given) => keep(checkedRecord(given)),
    setEnabled(next) {
      enabled = next;
    },
    enabled: () => enabled,
    watchRecords: (next) => listeners.add(next, () => records),
  };
}
