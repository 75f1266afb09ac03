/** Clocks that can be moved: for tests, and for a cloud whose operator moves its time. */
import type { Clock } from './clock.ts';
import { guardListener } from './guard-listener.ts';

/** In browsers, workers and Node; the libraries of this module's compilation don't have it. */
declare const MessageChannel: new () => { readonly port1: Port; readonly port2: Port };
interface Port {
  onmessage: (() => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

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
export class TimerQueue {
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
