/** Measurements of this page: the newest are shown, all are handed to the SDK, which sends them when that is convenient. */
import type { Complete } from '#ports/complete.ts';
import type { Performance, TraceRecord } from '#ports/performance/performance.ts';
import { createRecords } from '#provider-kit/performance/records.ts';
import { checkedRecord, createTrace } from '#provider-kit/performance/trace.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { FirebaseContext } from '../context.ts';
import { once } from '#provider-kit/once.ts';
import { onAutomaticRecord } from './browser.ts';
import { performanceError } from './errors.ts';

/** Records that wait for the SDK (offline at the start). The oldest give way. */
const waitingLimit = 200;

/** Prefixes of attributes' names that Performance Monitoring keeps for itself. */
const reservedPrefixes = ['firebase_', 'google_', 'ga_'] as const;

/** Whether the page's inability to measure (no database, no cookies, another project's page) has been logged: once. */
let told = false;

export function createFirebasePerformance(context: FirebaseContext): Complete<Performance> {
  const records = createRecords(context);
  let enabled = true;
  let endAutomatic: Unsubscribe | null = null;
  /** Nothing that could be done again would help. */
  let unmeasured = false;

  const driver = once(async () => {
    await context.calm?.();
    const { openPerformanceDriver } = await import('./driver.ts');
    const opened = await openPerformanceDriver(context);
    opened.setEnabled(enabled);
    return opened;
  });

  const waiting: TraceRecord[] = [];

  const handOver = async (record: TraceRecord) => {
    if (unmeasured) return;
    waiting.push(record);
    if (waiting.length > waitingLimit) waiting.shift();
    try {
      const opened = await driver();
      for (let next = waiting.shift(); next; next = waiting.shift()) opened.send(next);
    } catch (error) {
      const { code, message } = performanceError(error);
      // The next record tries again.
      if (code === 'unavailable') return;
      unmeasured = code === 'failed-precondition' || code === 'unimplemented';
      if (!told) console.warn(`Measurements are not sent: ${message}`);
      told = true;
    }
  };

  const show = (record: TraceRecord): boolean => {
    if (!enabled || context.isDisposed()) return false;
    records.add(record);
    return true;
  };

  const keep = (record: TraceRecord) => {
    if (show(record)) void handOver(record);
  };

  /** The port is in use: from now on the browser's own measurements are looked at. */
  const begin = () => {
    if (!context.isDisposed()) endAutomatic ??= onAutomaticRecord(show);
  };

  context.onDispose(() => {
    endAutomatic?.();
    records.dispose();
  });

  return {
    trace(name) {
      begin();
      return createTrace(name, { now: () => Date.now(), keep, reservedPrefixes });
    },
    record(given) {
      begin();
      keep(checkedRecord(given, reservedPrefixes));
    },
    watchRecords(next) {
      begin();
      return records.watch(next);
    },
    collection: {
      setEnabled(next) {
        enabled = next;
        if (endAutomatic)
          driver()
            .then((opened) => opened.setEnabled(enabled))
            .catch(() => {});
      },
      enabled: () => enabled,
    },
  };
}
