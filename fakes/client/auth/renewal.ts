/** When a token is renewed without being asked for: a while before it expires, and again and again after a failure. */
import type { Clock } from '#fakes/cloud/clock.ts';

/** A token is renewed so long before it expires. */
export const renewEarlyMs = 5 * 60_000;
/** After a failure it is tried again so much later, then twice as late, up to a most. */
const firstPauseMs = 30_000;
const longestPauseMs = 960_000;

export class RenewalTimer {
  private readonly clock: Clock;
  private cancel: () => void = () => {};
  private pauseMs = firstPauseMs;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** A new token: whatever was planned for the one before is off. */
  plan(leftMs: number, renew: () => void): void {
    this.stop();
    this.pauseMs = firstPauseMs;
    this.cancel = this.clock.setTimer(renew, Math.max(0, leftMs - renewEarlyMs));
  }

  /** It failed, and not for good. */
  planAgain(renew: () => void): void {
    this.stop();
    this.cancel = this.clock.setTimer(renew, this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
  }

  stop(): void {
    this.cancel();
  }
}
