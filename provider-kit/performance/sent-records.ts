/** Measurements of a page: the newest are shown, all are sent to a server, in batches. */
import type { Complete } from '#ports/complete.ts';
import type { Performance, TraceRecord } from '#ports/performance/performance.ts';
import type { Clock } from '../clock.ts';
import type { PortClient } from '../live-subscriptions.ts';
import { automaticRecord, type BrowserTiming } from './automatic.ts';
import { createRecords } from './records.ts';
import { checkedRecord, createTrace } from './trace.ts';

export interface SentRecordsOptions {
  readonly client: PortClient;
  readonly clock: Clock;
  /** Publishes what the browser measures by itself. */
  readonly onTiming: (next: (timing: BrowserTiming) => void) => () => void;
  /** Sends a batch. Of one that rejects the records are sent again. */
  readonly send: (records: readonly TraceRecord[]) => Promise<unknown>;
  /** Records of a batch, at most. */
  readonly largestBatch: number;
  /** Prefixes of attributes' names that the provider keeps for itself. Default: none. */
  readonly reservedPrefixes?: readonly string[];
}

/** Milliseconds for which records are collected before they are sent. */
const gatherMs = 10_000;
/** Most records kept while they can't be sent; the newest stay. */
const mostUnsent = 1000;

export function sentRecords(options: SentRecordsOptions): Complete<Performance> {
  const { client, clock, largestBatch, reservedPrefixes = [] } = options;
  const records = createRecords(client);
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
      await options.send(batch);
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
  const endTimings = options.onTiming((timing) => {
    const record = automaticRecord(timing);
    if (record) keep(record);
  });
  client.onDispose(() => {
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
