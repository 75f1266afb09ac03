/** A client's clock that may be wrong: the fault `clock-skew`. Durations pass as they should; only the time of day differs. */
import type { Clock } from '#provider-kit/clock.ts';

export class SkewedClock implements Clock {
  private readonly clock: Clock;
  private skewMs = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  now(): number {
    return this.clock.now() + this.skewMs;
  }

  setTimer(run: () => void, delayMs: number): () => void {
    return this.clock.setTimer(run, delayMs);
  }

  /** Ahead by so much; behind when negative. */
  setSkew(ms: number): void {
    this.skewMs = ms;
  }
}
