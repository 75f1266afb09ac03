/** The worker's half of `workers.ts`: answers the one request that it gets. */
import { answerIn, type WorkerRequest } from '#provider-kit/workers/shell.ts';
import type { WorkerFunctions } from '#ports/workers/workers.ts';

export const serveWebWorker = (functions: WorkerFunctions): void =>
  addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
    postMessage(answerIn(functions, data));
  });
