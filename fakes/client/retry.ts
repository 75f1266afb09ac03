/** Retries for as long as a setting allows, with the pauses of a back-off. */
import { isPortError, PortError } from '#ports/errors.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { Backoff, filesBackoff } from '#provider-kit/backoff.ts';
import type { ClientContext } from './context.ts';

/** Retries after a series of failures, by the client's clock; offline, the next one waits to be online. */
export class RetryPeriod {
  private readonly context: ClientContext;
  private readonly limitMs: number;
  private readonly backoff: Backoff;
  private since: number | null = null;

  constructor(context: ClientContext, limitMs: number) {
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
  async wait(signal: AbortSignal): Promise<boolean> {
    const now = this.context.clock.now();
    this.since ??= now;
    const left = this.since + this.limitMs - now;
    const pause = this.backoff.nextWaitMs();
    const online = this.context.link.online();
    if (left > 0) await this.pass(online ? Math.min(pause, left) : left, !online, signal);
    return signal.aborted || this.context.clock.now() < this.since + this.limitMs;
  }

  private pass(ms: number, untilOnline: boolean, signal: AbortSignal): Promise<void> {
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
