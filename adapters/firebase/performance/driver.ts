/** The part that needs the SDK; loaded with the first record. */
import { type FirebaseApp, initializeApp } from 'firebase/app';
import { initializePerformance, trace } from 'firebase/performance';
import { PortError } from '#ports/errors.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import type { FirebaseContext } from '../context.ts';

export type Driver = ReturnType<typeof openDriver>;

/** A measurement without length is none to the SDK; a microsecond is the shortest that it can tell. */
const shortestMs = 0.001;

export function openDriver(context: FirebaseContext) {
  const measuring = initializePerformance(defaultApp(context));
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

/**
 * The SDK measures for a page's default app only, and so for one project a page. The app is made for that, and stays as long as the
 * page. @throws failed-precondition where another project has it
 */
function defaultApp({ app }: FirebaseContext): FirebaseApp {
  try {
    return initializeApp({ ...app.options });
  } catch (cause) {
    throw new PortError('failed-precondition', 'this page measures for another project', { cause });
  }
}
