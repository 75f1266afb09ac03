/** Messages of one connection: as many as its share allows are handled, the others wait, and so does the sender. */
import type { Clock } from '#provider-kit/clock.ts';
import { messagesPerSecond, mostAtOnce } from './bounds.ts';

export interface InflowOptions {
  readonly clock: Clock;
  handle(text: string): void;
  /** `false` while nothing more is to be read. */
  flow(isOpen: boolean): void;
}

/** Milliseconds between two looks at what waits. */
const pauseMs = 20;

export class Inflow {
  private readonly options: InflowOptions;
  private readonly waiting: string[] = [];
  private allowed = mostAtOnce;
  private filledAt: number;
  private cancel: (() => void) | null = null;
  private ended = false;

  constructor(options: InflowOptions) {
    this.options = options;
    this.filledAt = options.clock.now();
  }

  push(text: string): void {
    if (this.ended) return;
    if (this.cancel) this.waiting.push(text);
    else if (this.take()) this.options.handle(text);
    else {
      this.waiting.push(text);
      this.options.flow(false);
      this.later();
    }
  }

  end(): void {
    this.ended = true;
    this.waiting.length = 0;
    this.cancel?.();
  }

  private later(): void {
    this.cancel = this.options.clock.setTimer(() => this.drain(), pauseMs);
  }

  private drain(): void {
    this.cancel = null;
    let done = 0;
    while (!this.ended && done < this.waiting.length && this.take())
      this.options.handle(this.waiting[done++] ?? '');
    this.waiting.splice(0, done);
    if (this.ended) return;
    if (this.waiting.length > 0) this.later();
    else this.options.flow(true);
  }

  private take(): boolean {
    const now = this.options.clock.now();
    const since = Math.max(0, now - this.filledAt) / 1000;
    this.allowed = Math.min(mostAtOnce, this.allowed + since * messagesPerSecond);
    this.filledAt = now;
    if (this.allowed < 1) return false;
    this.allowed--;
    return true;
  }
}
