/** `Workers` on the web workers of a browser. */
import { createWorkers, type WorkerAnswer } from '#provider-kit/workers/shell.ts';
import type { Workers } from '#ports/workers/workers.ts';

/**
 * `start`: a worker whose script calls `serveWebWorker`. Null where there are none: in Chromium's shared workers, and outside
 * of browsers.
 */
export function openWebWorkers(start: () => Worker): Workers | null {
  if (typeof Worker === 'undefined') return null;
  return createWorkers({
    start(request, answered) {
      const worker = start();
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        answered(null);
      });
      worker.addEventListener('messageerror', () => answered(null));
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => answered(data));
      worker.postMessage(request);
      return { end: () => worker.terminate() };
    },
    setTimer(run, delayMs) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  });
}
