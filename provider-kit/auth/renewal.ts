/** Renewal of a token without a request for it: some time before it expires, and repeatedly after a failure. */
import type { Clock } from '../clock.ts';

/** A token is renewed so long before it expires. */
export const renewEarlyMs = 5 * 60_000;
/** Pause after the first failed renewal; doubled after each further one, up to `longestPauseMs`. */
const firstPauseMs = 30_000;
const longestPauseMs = 960_000;

export class RenewalTimer {
  private readonly clock: Clock;
  private cancel: () => void = () => {};
  private pauseMs = firstPauseMs;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Plans the renewal of a new token, and cancels an earlier plan. */
  plan(leftMs: number, renew: () => void): void {
    this.stop();
    this.pauseMs = firstPauseMs;
    this.cancel = this.clock.setTimer(renew, Math.max(0, leftMs - renewEarlyMs));
  }

  /** Plans a renewal after one that failed for a transient reason. */
  planAgain(renew: () => void): void {
    this.stop();
    this.cancel = this.clock.setTimer(renew, this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
  }

  stop(): void {
    this.cancel();
  }
}
