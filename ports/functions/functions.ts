/** Calls to code that runs on the backend. */
import type { CancelSignal, Json } from '../shared.ts';
import { portToken } from '../token.ts';

export interface CallOptions {
  /** Default: the setting `callTimeoutMs` (70,000). On expiry `deadline-exceeded`; the server may still finish. */
  readonly timeoutMs?: number;
  /** Aborting it rejects with `cancelled`; the function is told, where the provider can cancel. */
  readonly signal?: CancelSignal;
}

export interface Stream<Result, Chunk> {
  /**
   * Parts in the order sent; ends with the result, and throws if the call fails. For one reader: a part is delivered once.
   * Leaving the loop early cancels the call.
   */
  readonly chunks: AsyncIterable<Chunk>;
  /** Settles whether or not the parts are read. */
  readonly result: Promise<Result>;
}

/** Functions that answer in parts. */
export interface FunctionStreams {
  /** As `call`. */
  open<Result = Json, Chunk = Json>(
    name: string,
    input?: unknown,
    options?: CallOptions,
  ): Stream<Result, Chunk>;
}

export interface Functions {
  /**
   * Sends `input` and resolves with what the function returns. Dates go as ISO strings; `undefined` fields are left out
   * (`undefined` elsewhere is `null`), both ways. The result is the caller's own copy.
   * @throws TypeError, at once, for what JSON can't hold (NaN, infinities, functions, instances of classes); PortError with
   * the code, message and `details` that the function threw; internal when it threw anything else or returned what JSON can't
   * hold; not-found for no such function; unavailable when offline (calls are never queued) and when the connection is lost
   * before the answer
   */
  call<Result = Json>(name: string, input?: unknown, options?: CallOptions): Promise<Result>;
  readonly stream: FunctionStreams | null;
}

export const functionsToken = portToken<Functions>('functions');
