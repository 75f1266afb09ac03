/** Work of unknown duration on input from outside, in a thread of its own that is ended at a deadline. */
import type { Json } from '../shared.ts';
import { portToken } from '../token.ts';

export interface Workers {
  /**
   * Runs the application's worker function `name` with an input that JSON can hold, and resolves with its answer. Only so many run at
   * once; the others wait for their turn, and the deadline counts from its beginning.
   * @throws deadline-exceeded when it takes longer; resource-exhausted when too many wait already; not-found for no such function;
   * internal when it fails, or its memory does not suffice
   */
  run(name: string, input: Json, options: { readonly timeoutMs: number }): Promise<Json>;
}

/** Null where there are no threads. */
export const workersToken = portToken<Workers | null>('workers');

/** A function that a worker runs. Without a side effect: a thread may end at any time. */
export type WorkerFunctions = ReadonlyMap<string, (input: Json) => Json>;
