/** Calls to code that runs on the backend. */
import type { CancelSignal, Json } from '../shared.ts';
import { portToken } from '../token.ts';

export interface CallOptions {
  /** Default 70,000. On expiry `deadline-exceeded`; the server may still finish. */
  readonly timeoutMs?: number;
  /** Aborting it rejects with `cancelled`. */
  readonly signal?: CancelSignal;
}

export interface Stream<Result, Chunk> {
  /** Parts in the order sent; ends with the result, and throws if the call fails. */
  readonly chunks: AsyncIterable<Chunk>;
  readonly result: Promise<Result>;
}

export interface Functions {
  /**
   * Sends `input` and resolves with what the function returns. Dates go as ISO strings; `undefined` fields are left out.
   * @throws TypeError for what JSON can't hold (NaN, infinities, functions); PortError with the code and `details` that the
   * function threw; not-found for no such function; unavailable when offline (calls are never queued)
   */
  call<Result = Json>(name: string, input?: unknown, options?: CallOptions): Promise<Result>;
  /** The same for a function that answers in parts. */
  stream<Result = Json, Chunk = Json>(
    name: string,
    input?: unknown,
    options?: CallOptions,
  ): Stream<Result, Chunk>;
}

export const functionsToken = portToken<Functions>('functions');
