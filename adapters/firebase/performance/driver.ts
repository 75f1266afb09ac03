/** The part that needs the SDK; loaded with the first record. */
import { initializeApp } from 'firebase/app';
import { initializePerformance, trace } from 'firebase/performance';
import type { TraceRecord } from '#ports/performance/performance.ts';
import type { FirebaseContext } from '../context.ts';

export type Driver = ReturnType<typeof openDriver>;

/** A measurement without length is none to the SDK; a microsecond is the shortest that it can tell. */
const shortestMs = 0.001;

/**
 * The SDK measures for a page's default app only, and for one project a page. The app is made for that, and stays as long as the
 * page. @throws the SDK's error where another project has it
 */
export function openDriver({ app }: FirebaseContext) {
  const measuring = initializePerformance(initializeApp({ ...app.options }));
  return {
    setEnabled(enabled: boolean): void {
      measuring.dataCollectionEnabled = enabled;
      measuring.instrumentationEnabled = enabled;
    },
    send({ name, startedAt, durationMs, metrics, attributes }: TraceRecord): void {
      trace(measuring, name).record(startedAt, Math.max(durationMs, shortestMs), {
        metrics: { ...metrics },
        attributes: { ...attributes },
      });
    },
  };
}
