/** Retries for as long as a setting allows, with the pauses of a back-off. */
import { disposedError, isPortError, PortError, type PortErrorCode } from '#ports/errors.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';
import { Backoff, filesBackoff } from './backoff.ts';
import { createCanceller } from './cancel.ts';
import type { Clock } from './clock.ts';
import { guardListener } from './guard-listener.ts';
import type { Random } from './random.ts';

export interface RetryContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly connection: {
    online(): boolean;
    /** Calls `next` at each change. */
    onOnline(next: (online: boolean) => void): Unsubscribe;
  };
}

/** Retries after a series of failures, by the client's clock; offline, the next one waits to be online. */
export class RetryPeriod {
  private readonly context: RetryContext;
  private readonly limitMs: number;
  private readonly backoff: Backoff;
  private since: number | null = null;

  constructor(context: RetryContext, limitMs: number) {
    this.context = context;
    this.limitMs = limitMs;
    this.backoff = new Backoff(context.clock, context.random.fork('files/retry'), filesBackoff);
  }

  /** Resets the series after a success. */
  restart(): void {
    this.since = null;
    this.backoff.calm();
  }

  /** Waits for the next attempt. False when the time is up; an abort of `signal` ends the wait at once. */
  async wait(signal: CancelSignal): Promise<boolean> {
    const now = this.context.clock.now();
    this.since ??= now;
    const left = this.since + this.limitMs - now;
    const pause = this.backoff.nextWaitMs();
    const online = this.context.connection.online();
    if (left > 0) await this.pass(online ? Math.min(pause, left) : left, !online, signal);
    return signal.aborted || this.context.clock.now() < this.since + this.limitMs;
  }

  private pass(ms: number, untilOnline: boolean, signal: CancelSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const over = guardListener(() => {
        cancel();
        leave();
        signal.removeEventListener('abort', over);
        resolve();
      });
      const cancel = this.context.clock.setTimer(over, ms);
      const leave = untilOnline
        ? this.context.connection.onOnline((online) => {
            if (online) over();
          })
        : () => {};
      signal.addEventListener('abort', over);
    });
  }
}

/** Failures of the connection, not of the request. */
export const isPassing = (error: unknown) =>
  isPortError(error, 'unavailable', 'internal', 'deadline-exceeded', 'resource-exhausted', 'aborted');

export const retryLimit = (cause: unknown) =>
  new PortError('storage/retry-limit-exceeded', 'It was tried again and again, and the time is up.', {
    cause,
  });

export interface RetriedRequest<T> {
  /**
   * A single attempt.
   * @throws PortError
   */
  attempt(): Promise<T>;
  /** Ends a wait; the attempt itself ends with it, too. */
  readonly signal?: CancelSignal | undefined;
  /** After an attempt whose answer was lost, this error means that it was done. */
  readonly doneBy?: PortErrorCode;
}

/** Requests that are repeated while they fail on the way, until `limitMs` is used up, or the client's end. */
export function retriedRequests(context: RetryContext, limitMs: number) {
  const ending = createCanceller();
  return {
    /** @throws PortError of the request; storage/retry-limit-exceeded; failed-precondition after the end */
    async request<T>({ attempt, signal, doneBy }: RetriedRequest<T>): Promise<T | undefined> {
      const retries = new RetryPeriod(context, limitMs);
      const waiting = createCanceller(signal);
      ending.signal.addEventListener('abort', waiting.cancel);
      try {
        for (let tries = 0; ; tries++) {
          if (ending.signal.aborted) throw disposedError();
          try {
            return await attempt();
          } catch (error) {
            if (tries > 0 && doneBy && isPortError(error, doneBy)) return undefined;
            if (!isPassing(error)) throw error;
            if (!(await retries.wait(waiting.signal))) throw retryLimit(error);
          }
        }
      } finally {
        ending.signal.removeEventListener('abort', waiting.cancel);
        waiting.release();
      }
    },
    end: () => ending.cancel(),
  };
}
