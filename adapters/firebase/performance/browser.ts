/** Automatic measurements of the browser, as records to inspect. The SDK measures and sends the same on its own. */
import { automaticRecord } from '#provider-kit/performance/automatic.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { onTiming } from '#adapters/browser/timings.ts';

export const onAutomaticRecord = (next: (record: TraceRecord) => void): Unsubscribe =>
  onTiming((timing) => {
    const record = automaticRecord(timing);
    if (record) next(record);
  });
