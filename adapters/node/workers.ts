/** `Workers` on the threads of Node. */
import { Worker } from 'node:worker_threads';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { WorkerAnswer } from '#provider-kit/workers/shell.ts';
import { createWorkers } from '#provider-kit/workers/shell.ts';
import type { Workers } from '#ports/workers/workers.ts';

/** Memory of one thread: more ends the thread, and not the process. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/** `script`: file whose module calls `serveWorkerThread`. */
export const openNodeWorkers = (script: string): Workers =>
  createWorkers({
    start(request, answered) {
      const thread = new Worker(script, { workerData: request, env: {}, execArgv: [], resourceLimits });
      let open = true;
      const end = () => void thread.terminate();
      const settle = (answer: WorkerAnswer | null) => {
        if (!open) return;
        open = false;
        answered(answer);
      };
      const fail = guardListener(() => settle(null), end);
      // A thread that fails must not end the process: without a listener the event would.
      thread.on('error', fail);
      thread.on('exit', fail);
      thread.on('message', guardListener(settle, end));
      return {
        end() {
          open = false;
          end();
        },
      };
    },
    setTimer(run, delayMs) {
      const timer = setTimeout(guardListener(run), delayMs);
      return () => clearTimeout(timer);
    },
  });
