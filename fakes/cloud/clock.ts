/** Time, injected. Nothing in the embedded provider reads the machine's clock or sets its timers except through one of these. */
import { guardListener } from '#provider-kit/guard-listener.ts';
import { type MovableClock, settle, TimerQueue } from '#provider-kit/movable-clock.ts';

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
      // A timer that throws affects neither other timers nor the clock.
      guardListener(next.run)();
    }
    this.arm();
  }
}
