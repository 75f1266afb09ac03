/**
 * Time controlled by the test, with real sockets. `Date` and every timer with a delay stand still until time is moved; callbacks
 * “as soon as possible” run. So the test waits for no pause of the SDK’s, and none expires on a slow machine.
 */
import type { MovableClock } from '#provider-kit/movable-clock.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
  /** Interval of a repeated timer; null: it runs once. */
  readonly every: number | null;
}

const real = { setTimeout, clearTimeout, setInterval, clearInterval, Date };

const Immediate = setImmediate(() => {}).constructor as new () => NodeJS.Immediate;

/** Timer handle like Node's. */
class Handle {
  private readonly start: () => () => void;
  private stop: () => void;
  private cancelled = false;
  /** `start`: installs it from now on; returns the function that removes it. */
  constructor(start: () => () => void) {
    this.start = start;
    this.stop = start();
  }
  cancel(): void {
    this.cancelled = true;
    this.stop();
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return false;
  }
  refresh(): this {
    this.stop();
    if (!this.cancelled) this.stop = this.start();
    return this;
  }
  [Symbol.dispose](): void {
    this.cancel();
  }
}

/** Moves time for the cloud, whose clock it is, and for the SDKs, which know only the machine's. */
export class StageTime implements MovableClock {
  private readonly timers = new Set<Timer>();
  private readonly settle: () => Promise<void>;
  private time: number;
  private order = 0;

  /** `settle`: waits for all effects of a timer. */
  constructor(settle: () => Promise<void>) {
    this.settle = settle;
    this.time = real.Date.now();
  }

  install(): void {
    const now = () => this.time;
    globalThis.Date = class extends real.Date {
      constructor(...given: readonly unknown[]) {
        super(...((given.length === 0 ? [now()] : given) as [number]));
      }
      static override now = now;
    } as DateConstructor;
    const later = (every: boolean) =>
      ((run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
        const call = () => run(...given);
        if (!every && !(ms > 0)) return setImmediate(call);
        return new Handle(() => this.add(call, ms, every ? Math.max(1, ms) : null));
      }) as unknown as typeof setTimeout;
    const clear = ((handle: unknown) => {
      if (handle instanceof Handle) handle.cancel();
      else if (handle instanceof Immediate) clearImmediate(handle);
      else real.clearTimeout(handle as number);
    }) as typeof clearTimeout;
    globalThis.setTimeout = later(false);
    globalThis.setInterval = later(true) as unknown as typeof setInterval;
    globalThis.clearTimeout = clear;
    globalThis.clearInterval = clear;
  }

  uninstall(): void {
    Object.assign(globalThis, real);
    this.timers.clear();
  }

  now(): number {
    return this.time;
  }

  setTimer(run: () => void, delayMs: number): () => void {
    return this.add(run, Math.max(0, delayMs), null);
  }

  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    await this.settle();
    for (let next = this.first(); next && next.due <= end; next = this.first()) {
      this.timers.delete(next);
      this.time = Math.max(this.time, next.due);
      if (next.every !== null) this.timers.add({ ...next, due: next.due + next.every });
      next.run();
      await this.settle();
    }
    this.time = end;
  }

  private add(run: () => void, ms: number, every: number | null): () => void {
    const timer = { due: Math.ceil(this.time + ms), order: this.order++, run, every };
    this.timers.add(timer);
    return () => {
      for (const one of this.timers) if (one.order === timer.order) this.timers.delete(one);
    };
  }

  private first(): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.timers)
      if (!first || timer.due < first.due || (timer.due === first.due && timer.order < first.order))
        first = timer;
    return first;
  }
}
