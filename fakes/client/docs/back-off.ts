/** Waiting before trying again: longer each time, never at the same moment as everyone else. */
import type { Clock } from '#fakes/cloud/clock.ts';
import type { Random } from '#fakes/cloud/random.ts';
import { type PortError, type PortErrorCode } from '#ports/errors.ts';

const firstMs = 1000;
const longestMs = 60_000;
const factor = 1.5;

/** Codes that may go away by themselves; after any other, trying again is of no use. */
const passing: ReadonlySet<PortErrorCode> = new Set<PortErrorCode>([
  'aborted',
  'cancelled',
  'deadline-exceeded',
  'internal',
  'resource-exhausted',
  'unauthenticated',
  'unavailable',
  'unknown',
]);

export const mayPass = (error: PortError): boolean => passing.has(error.code);

/** 1 s to 60 s, give or take half; `atOnce`: the first time not at all. */
export class BackOff {
  private readonly clock: Clock;
  private readonly random: Random;
  private readonly startMs: number;
  private nextMs: number;
  private cancelTimer: (() => void) | null = null;

  constructor(clock: Clock, random: Random, start: 'at once' | 'after a while' = 'after a while') {
    this.clock = clock;
    this.random = random;
    this.startMs = start === 'at once' ? 0 : firstMs;
    this.nextMs = this.startMs;
  }

  /** Runs `run` after the next wait and cancels an earlier wait. `waitedMs` of the wait are over already. */
  schedule(run: () => void, waitedMs = 0): void {
    this.cancel();
    this.cancelTimer = this.clock.setTimer(
      () => {
        this.cancelTimer = null;
        run();
      },
      Math.max(0, this.nextMs * (0.5 + this.random.next()) - waitedMs),
    );
    this.nextMs = Math.min(longestMs, Math.max(firstMs, this.nextMs * factor));
  }

  waiting(): boolean {
    return this.cancelTimer !== null;
  }

  wait(waitedMs = 0): Promise<void> {
    return new Promise((resolve) => this.schedule(resolve, waitedMs));
  }

  /** Resets the back-off after a success: the next wait is the shortest. A wait under way stays. */
  calm(): void {
    this.nextMs = this.startMs;
  }

  reset(): void {
    this.cancel();
    this.calm();
  }

  /** The server has more to do than it can: the next wait is the longest. */
  overload(): void {
    this.nextMs = longestMs;
  }

  cancel(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
  }
}
