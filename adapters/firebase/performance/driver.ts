/** The part that needs the SDK; loaded with the first record. */
import { type FirebaseApp, initializeApp } from 'firebase/app';
import { getInstallations, getToken } from 'firebase/installations';
import { initializePerformance, trace } from 'firebase/performance';
import { PortError } from '#ports/errors.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import type { FirebaseContext } from '../context.ts';

/** A measurement without length is none to the SDK; a microsecond is the shortest that it can tell. */
const shortestMs = 0.001;

/**
 * Rejects while the page is offline and has no installation token: `initializePerformance` asks for one and leaves a rejection
 * unhandled, so it is asked for here first, and the SDK finds it kept.
 */
export async function openPerformanceDriver(context: FirebaseContext) {
  const app = defaultApp(context);
  await getToken(getInstallations(app));
  const measuring = initializePerformance(app);
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
