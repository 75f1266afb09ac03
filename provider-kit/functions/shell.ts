/** Functions port above a driver: checks arguments, encodes input, and turns parts into an iterable. */
import type { Complete } from '#ports/complete.ts';
import { complete } from '../complete.ts';
import { createCanceller } from '../cancel.ts';
import { PortError } from '#ports/errors.ts';
import { toJson } from '../json.ts';
import type { CancelSignal, Json } from '#ports/shared.ts';
import type { CallOptions, Functions, Stream } from '#ports/functions/functions.ts';
import { partQueue } from './parts.ts';

/** Driver of a provider. Rejections are `PortError`s; `cancelled` once the signal is aborted. */
export interface FunctionsDriver {
  call(name: string, input: Json, timeoutMs: number, signal: CancelSignal | undefined): Promise<Json>;
}

export interface StreamDriver {
  /** Hands over the parts in order, all of them before it settles. */
  stream(
    name: string,
    input: Json,
    timeoutMs: number,
    signal: CancelSignal,
    onPart: (part: Json) => void,
  ): Promise<Json>;
}

/** Shell of a provider whose functions answer in parts. */
export const wholeFunctionsShell = (
  driver: FunctionsDriver & StreamDriver,
  defaultTimeoutMs: number,
): Complete<Functions> => complete(createFunctionsShell(driver, defaultTimeoutMs, driver));

/** `streams`: of a provider whose functions answer in parts. */
export function createFunctionsShell(
  driver: FunctionsDriver,
  defaultTimeoutMs: number,
  streams: StreamDriver | null = null,
): Functions {
  const timeoutOf = (options: CallOptions | undefined): number => {
    const timeoutMs = options?.timeoutMs ?? defaultTimeoutMs;
    if (typeof timeoutMs !== 'number' || !(timeoutMs > 0))
      throw new TypeError(`timeoutMs must be a number above 0; ${String(timeoutMs)} was given.`);
    return timeoutMs;
  };
  return {
    call<Result>(name: string, input?: unknown, options?: CallOptions): Promise<Result> {
      checkName(name);
      const answer = driver.call(name, toJson(input), timeoutOf(options), options?.signal);
      return answer as Promise<Result>;
    },

    stream: streams ? { open: (...given) => openStream(streams, timeoutOf, ...given) } : null,
  };
}

function openStream<Result, Chunk>(
  streams: StreamDriver,
  timeoutOf: (options: CallOptions | undefined) => number,
  name: string,
  input?: unknown,
  options?: CallOptions,
): Stream<Result, Chunk> {
  checkName(name);
  const canceller = createCanceller(options?.signal);
  const parts = partQueue<Json>(() => canceller.cancel());
  const result = streams.stream(name, toJson(input), timeoutOf(options), canceller.signal, parts.push);
  result.then(
    () => parts.end(null),
    (error: unknown) => parts.end(error),
  );
  result.then(canceller.release, canceller.release);
  return {
    chunks: parts.iterable as unknown as AsyncIterable<Chunk>,
    result: result as Promise<unknown> as Promise<Result>,
  };
}

function checkName(name: string): void {
  if (typeof name !== 'string' || name === '') throw new TypeError('A function is called by its name.');
}

/** Rejection of a call that exceeds its time limit. */
export const callTimedOut = (name: string, timeoutMs: number): PortError =>
  new PortError('deadline-exceeded', `${name} did not answer within ${timeoutMs} ms.`);
