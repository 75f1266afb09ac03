/** Time, injected. Nothing in the embedded provider reads the machine's clock or sets its timers except through one of these. */
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { Clock } from '#provider-kit/clock.ts';

/** A clock that its owner can move. No timer is skipped: each fires at its own time on the way. */
export interface MovableClock extends Clock {
  advance(ms: number): Promise<void>;
}

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
}

/** Timers by the time they fall due, then by the order they were set. */
class TimerQueue {
  private readonly timers: Timer[] = [];
  private order = 0;

  /** Adds a timer at a whole millisecond, as timers of machines fire: a fraction would not survive storage. */
  add(moment: number, run: () => void): Timer {
    const due = Math.ceil(moment);
    const timer = { due, order: this.order++, run };
    let at = this.timers.length;
    while (at > 0 && isLater(this.timers[at - 1], timer)) at--;
    this.timers.splice(at, 0, timer);
    return timer;
  }

  remove(timer: Timer): void {
    const at = this.timers.indexOf(timer);
    if (at >= 0) this.timers.splice(at, 1);
  }

  first(): Timer | undefined {
    return this.timers[0];
  }
}

const isLater = (one: Timer | undefined, other: Timer) =>
  one !== undefined && (one.due > other.due || (one.due === other.due && one.order > other.order));

/** Lets every promise settle that needs no time to pass. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = guardListener(() => {
      port1.close();
      resolve();
    });
    port2.postMessage(null);
  });
}

/** Clock of tests: only a test moves it. */
export class ManualClock implements MovableClock {
  private readonly queue = new TimerQueue();
  private time: number;
  private readonly settle: () => Promise<void>;

  /**
   * `start`: default 2026-01-05T09:00:00Z, a Monday. `settled`: waits for all effects of a timer. Default: the effects within this
   * process.
   */
  constructor(start = Date.UTC(2026, 0, 5, 9), settled: () => Promise<void> = settle) {
    this.time = start;
    this.settle = settled;
  }

  now(): number {
    return this.time;
  }

  setTimer(run: () => void, delayMs: number): () => void {
    const timer = this.queue.add(this.time + Math.max(0, delayMs), run);
    return () => this.queue.remove(timer);
  }

  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    await this.settle();
    for (let next = this.queue.first(); next && next.due <= end; next = this.queue.first()) {
      this.queue.remove(next);
      this.time = Math.max(this.time, next.due);
      next.run();
      await this.settle();
    }
    this.time = end;
  }

  /** Moves on as the clock of a suspended machine: timers that fell due meanwhile fire afterwards, late. */
  async jump(ms: number): Promise<void> {
    await this.settle();
    this.time += ms;
    await this.advance(0);
  }
}

/** Time functions of the machine: the only access of the embedded provider to real time. */
export interface Host {
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

const longestTimeout = 2 ** 31 - 1;

/** Clock of the demonstration: follows the machine's clock, and can be moved ahead of it. */
export class RunningClock implements MovableClock {
  private readonly queue = new TimerQueue();
  private readonly host: Host;
  private aheadMs: number;
  /** Time of the timer that fires during a move. */
  private heldAt: number | null = null;
  private armed: unknown = null;

  constructor(host: Host, aheadMs = 0) {
    this.host = host;
    this.aheadMs = aheadMs;
  }

  now(): number {
    return this.heldAt ?? this.host.now() + this.aheadMs;
  }

  /** Lead over the machine's clock, for a restart. */
  ahead(): number {
    return this.aheadMs;
  }

  /** Restores the lead of an earlier clock; never moves back. */
  moveAheadTo(aheadMs: number): void {
    this.aheadMs = Math.max(this.aheadMs, aheadMs);
    this.arm();
  }

  setTimer(run: () => void, delayMs: number): () => void {
    const timer = this.queue.add(this.now() + Math.max(0, delayMs), run);
    this.arm();
    return () => {
      this.queue.remove(timer);
      this.arm();
    };
  }

  async advance(ms: number): Promise<void> {
    const end = this.now() + ms;
    this.heldAt = this.now();
    this.disarm();
    await settle();
    for (let next = this.queue.first(); next && next.due <= end; next = this.queue.first()) {
      this.queue.remove(next);
      this.heldAt = Math.max(this.heldAt, next.due);
      guardListener(next.run)();
      await settle();
    }
    this.heldAt = null;
    this.aheadMs = end - this.host.now();
    this.arm();
  }

  private arm(): void {
    if (this.heldAt !== null) return;
    this.disarm();
    const next = this.queue.first();
    if (!next) return;
    const wait = Math.min(Math.max(0, next.due - this.now()), longestTimeout);
    this.armed = this.host.setTimeout(
      guardListener(() => this.fire()),
      wait,
    );
  }

  private disarm(): void {
    if (this.armed !== null) this.host.clearTimeout(this.armed);
    this.armed = null;
  }

  private fire(): void {
    this.armed = null;
    const now = this.now();
    for (let next = this.queue.first(); next && next.due <= now; next = this.queue.first()) {
      this.queue.remove(next);
      // One that fails takes no other timer along, and the clock goes on.
      guardListener(next.run)();
    }
    this.arm();
  }
}
