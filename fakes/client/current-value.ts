/** Listeners of a value that changes: the value once it is known, then each change, always later, never after the end. */
import type { Unsubscribe } from '#ports/shared.ts';
import type { ClientContext } from './context.ts';
import { later } from './listeners.ts';

interface Listener<T> {
  readonly next: (value: T) => void;
  readonly release: () => void;
  started: boolean;
}

export class CurrentValue<T> {
  private readonly context: ClientContext;
  private readonly known: Promise<unknown>;
  private readonly current: () => T;
  private readonly listeners = new Set<Listener<T>>();
  private disposed = false;

  /** Nobody is told before `known` has resolved. */
  constructor(context: ClientContext, known: Promise<unknown>, current: () => T) {
    this.context = context;
    this.known = known;
    this.current = current;
  }

  add(next: (value: T) => void): Unsubscribe {
    if (this.disposed) return () => {};
    const listener: Listener<T> = { next, release: this.context.trackSubscription(), started: false };
    this.listeners.add(listener);
    void this.known.then(() => {
      listener.started = true;
      this.call(listener, this.current());
    });
    return () => this.end(listener);
  }

  /** Whoever was not told of the first value yet is told of this one then. */
  tell(value: T): void {
    for (const listener of this.listeners) if (listener.started) this.call(listener, value);
  }

  dispose(): void {
    this.disposed = true;
    for (const listener of this.listeners) this.end(listener);
  }

  private call(listener: Listener<T>, value: T): void {
    later(() => {
      if (this.listeners.has(listener)) listener.next(value);
    });
  }

  private end(listener: Listener<T>): void {
    this.listeners.delete(listener);
    listener.release();
  }
}
