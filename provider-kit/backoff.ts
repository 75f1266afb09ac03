/** Waiting before trying again: longer each time, never at the same moment as everyone else. */
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';
import { type PortError, type PortErrorCode } from '#ports/errors.ts';

const firstMs = 1000;
const factor = 1.5;

export interface BackoffTiming {
  /** The first wait; the second is at least 1 s. */
  readonly startMs: number;
  readonly longestMs: number;
  /** Each wait is multiplied by a random factor from half to this. */
  readonly mostJitter: number;
}

/** Of connections and subscriptions: no wait is longer than 30 s. */
export const connectionBackoff: BackoffTiming = { startMs: firstMs, longestMs: 30_000, mostJitter: 1 };

/** Of documents, as the SDK of Firestore does it. */
export const documentsBackoff: BackoffTiming = { startMs: firstMs, longestMs: 60_000, mostJitter: 1.5 };

/** Of files: requests and uploads. */
export const filesBackoff: BackoffTiming = { startMs: firstMs, longestMs: 64_000, mostJitter: 1.5 };

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

/** Waits that grow by half each time, each with jitter. */
export class Backoff {
  private readonly clock: Clock;
  private readonly random: Random;
  private readonly timing: BackoffTiming;
  private nextMs: number;
  private cancelTimer: (() => void) | null = null;

  constructor(clock: Clock, random: Random, timing: BackoffTiming) {
    this.clock = clock;
    this.random = random;
    this.timing = timing;
    this.nextMs = timing.startMs;
  }

  /** Runs `run` after the next wait and cancels an earlier wait. `waitedMs` of the wait are over already. */
  schedule(run: () => void, waitedMs = 0): void {
    this.cancel();
    this.cancelTimer = this.clock.setTimer(
      () => {
        this.cancelTimer = null;
        run();
      },
      Math.max(0, this.nextWaitMs() - waitedMs),
    );
  }

  /** The next wait, for a caller that does the waiting. */
  nextWaitMs(): number {
    const waitMs = this.nextMs * this.jitter();
    this.nextMs = Math.min(this.timing.longestMs, Math.max(firstMs, this.nextMs * factor));
    return waitMs;
  }

  waiting(): boolean {
    return this.cancelTimer !== null;
  }

  wait(waitedMs = 0): Promise<void> {
    return new Promise((resolve) => this.schedule(resolve, waitedMs));
  }

  /** Resets the back-off after a success: the next wait is the shortest. A wait under way stays. */
  calm(): void {
    this.nextMs = this.timing.startMs;
  }

  reset(): void {
    this.cancel();
    this.calm();
  }

  /** The server has more to do than it can: the next wait is the longest. */
  overload(): void {
    this.nextMs = this.timing.longestMs;
  }

  cancel(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
  }

  private jitter(): number {
    return 0.5 + this.random.next() * (this.timing.mostJitter - 0.5);
  }
}
