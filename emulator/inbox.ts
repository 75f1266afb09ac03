/** The messages of one client, one after the other, a few in each turn of the event loop. */
import { mostWaiting, mostWaitingBytes } from './bounds.ts';
import { type Later, Turns } from './turns.ts';

export interface InboxOptions<T> {
  /** The next one is handled once `done` was called, which may be at once. */
  handle(message: T, done: () => void): void;
  /** `false` while no more is to come, if that is in the hands of whoever brings it. */
  flow?(isOpen: boolean): void;
  readonly later?: Later;
}

interface Waiting<T> {
  readonly message: T;
  readonly size: number;
}

export class Inbox<T> {
  private readonly options: InboxOptions<T>;
  private readonly turns: Turns;
  private waiting: Waiting<T>[] = [];
  private bytes = 0;
  private busy = false;
  private running = false;
  private isOpen = true;
  private finished: (() => void) | null = null;

  constructor(options: InboxOptions<T>) {
    this.options = options;
    this.turns = new Turns(() => this.run(), options.later);
  }

  /** `size`: bytes, or characters of text. */
  push(message: T, size = 0): void {
    this.waiting.push({ message, size });
    this.bytes += size;
    this.run();
    this.steer();
  }

  /** Does so much more fit? A message that is alone always does. */
  hasRoom(count: number, size: number): boolean {
    if (this.waiting.length === 0) return true;
    return this.waiting.length + count <= mostWaiting && this.bytes + size <= mostWaitingBytes;
  }

  /** Is there a message that is only put off to a later turn? */
  isPutOff(): boolean {
    return this.waiting.length > 0 && !this.busy;
  }

  /** Called once everything that waits has been handled. */
  finish(finished: () => void): void {
    this.finished ??= finished;
    this.run();
  }

  /** Drops the waiting messages. */
  clear(): void {
    this.waiting = [];
    this.bytes = 0;
  }

  private run(): void {
    if (this.running) return;
    this.running = true;
    while (!this.busy && this.waiting.length > 0 && this.turns.take()) this.handleNext();
    this.running = false;
    if (this.busy || this.waiting.length > 0) return;
    const { finished } = this;
    this.finished = null;
    finished?.();
  }

  private handleNext(): void {
    const next = this.waiting.shift();
    if (!next) return;
    this.bytes -= next.size;
    this.busy = true;
    this.options.handle(next.message, () => {
      this.busy = false;
      this.steer();
      this.run();
    });
  }

  /** Stops at the bound, and goes on at half of it. */
  private steer(): void {
    const part = this.isOpen ? 1 : 0.5;
    const isOpen = this.waiting.length < mostWaiting * part && this.bytes < mostWaitingBytes * part;
    if (isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    this.options.flow?.(isOpen);
  }
}
