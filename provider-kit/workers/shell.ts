/** The shell of `Workers`: turns, deadlines and errors, over a provider's threads. */
import { PortError } from '#ports/errors.ts';
import type { Json } from '#ports/shared.ts';
import type { WorkerFunctions, Workers } from '#ports/workers/workers.ts';

export interface WorkerRequest {
  readonly name: string;
  readonly input: Json;
}

export type WorkerAnswer =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly code: 'not-found' | 'internal'; readonly message: string };

/** A thread that handles a single request. */
export interface WorkerThread {
  /** Ends the thread, in the middle of whatever it does. Does nothing after its end. */
  end(): void;
}

export interface WorkerHost {
  /** Starts a thread for a request. Calls `answered` once, with null if it ends without an answer. */
  start(request: WorkerRequest, answered: (answer: WorkerAnswer | null) => void): WorkerThread;
  setTimer(run: () => void, delayMs: number): () => void;
}

/** Threads at once, and requests that wait for one. */
const [mostThreads, mostWaiting] = [2, 50];

export function createWorkers(host: WorkerHost): Workers {
  let threads = 0;
  const waiting: (() => void)[] = [];
  const begin = (job: () => void) => {
    threads += 1;
    job();
  };
  const finish = () => {
    threads -= 1;
    const next = waiting.shift();
    if (next) begin(next);
  };
  return {
    run: (name, input, { timeoutMs }) =>
      new Promise((resolve, reject) => {
        const job = () => {
          runThread(host, { name, input }, timeoutMs).then(resolve, reject).finally(finish);
        };
        if (threads < mostThreads) begin(job);
        else if (waiting.length < mostWaiting) waiting.push(job);
        else reject(new PortError('resource-exhausted', 'Too much waits for a worker.'));
      }),
  };
}

function runThread(host: WorkerHost, request: WorkerRequest, timeoutMs: number): Promise<Json> {
  return new Promise<Json>((resolve, reject) => {
    let thread: WorkerThread | null = null;
    const stopTimer = host.setTimer(
      () => settle(() => reject(new PortError('deadline-exceeded', 'The work took too long.'))),
      timeoutMs,
    );
    const settle = (end: () => void) => {
      stopTimer();
      thread?.end();
      end();
    };
    try {
      thread = host.start(request, (answer) =>
        settle(() => {
          if (answer === null) reject(new PortError('internal', 'The worker ended without an answer.'));
          else if (answer.ok) resolve(answer.output);
          else reject(new PortError(answer.code, answer.message));
        }),
      );
    } catch (error) {
      settle(() => reject(new PortError('internal', 'The worker did not start.', { cause: error })));
    }
  });
}

/** The thread's half: the answer to a request. Never throws. */
export function answerIn(functions: WorkerFunctions, { name, input }: WorkerRequest): WorkerAnswer {
  const run = functions.get(name);
  if (run === undefined) return { ok: false, code: 'not-found', message: `No worker function ${name}.` };
  try {
    return { ok: true, output: run(input) };
  } catch {
    return { ok: false, code: 'internal', message: `The worker function ${name} failed.` };
  }
}
