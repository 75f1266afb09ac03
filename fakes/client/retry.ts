/** Trying again, with growing pauses, for as long as that was allowed. */
import { isPortError, PortError } from '#ports/errors.ts';
import type { ClientContext } from './context.ts';

const second = 1000;
const longestPause = 64 * second;

/**
 * Retries after a series of failures. Pauses are 1 s, doubled up to 64 s, by the client's clock; offline, it waits to be online.
 */
export class Patience {
  private readonly context: ClientContext;
  private readonly limitMs: number;
  private since: number | null = null;
  private failures = 0;

  constructor(context: ClientContext, limitMs: number) {
    this.context = context;
    this.limitMs = limitMs;
  }

  /** Resets the series after a success. */
  renew(): void {
    this.since = null;
    this.failures = 0;
  }

  /** Waits for the next attempt. False when the time is up; an abort of `signal` ends the wait at once. */
  async wait(signal: AbortSignal): Promise<boolean> {
    const now = this.context.clock.now();
    this.since ??= now;
    const left = this.since + this.limitMs - now;
    const pause = Math.min(second * 2 ** this.failures++, longestPause);
    const online = this.context.link.online();
    if (left > 0) await this.pass(online ? Math.min(pause, left) : left, !online, signal);
    return signal.aborted || this.context.clock.now() < this.since + this.limitMs;
  }

  private pass(ms: number, untilOnline: boolean, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const over = () => {
        cancel();
        leave();
        signal.removeEventListener('abort', over);
        resolve();
      };
      const cancel = this.context.clock.setTimer(over, ms);
      const leave = untilOnline
        ? this.context.link.onOnline((online) => {
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
