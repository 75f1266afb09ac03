/** The thread's half of `workers.ts`: answers the one request that it was started with. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerIn, type WorkerRequest } from '#provider-kit/workers/shell.ts';
import type { WorkerFunctions } from '#ports/workers/workers.ts';

export const serveWorkerThread = (functions: WorkerFunctions): void =>
  parentPort?.postMessage(answerIn(functions, workerData as WorkerRequest));
