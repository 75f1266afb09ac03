/** Listeners of a value that changes: the value once it is known, then each change, always later, never after the end. */
import type { Unsubscribe } from '#ports/shared.ts';
import type { ClientContext } from './context.ts';

interface Listener<T> {
  readonly next: (value: T) => void;
  readonly release: () => void;
  started: boolean;
}

export class ValueListeners<T> {
  private readonly context: ClientContext;
  private readonly known: Promise<unknown>;
  private readonly current: () => T;
  private readonly listeners = new Set<Listener<T>>();
  private disposed = false;

  constructor(context: ClientContext, known: Promise<unknown>, current: () => T) {
    this.context = context;
    this.known = known;
    this.current = current;
  }

  add(next: (value: T) => void): Unsubscribe {
    if (this.disposed) return () => {};
    const listener = { next, release: this.context.trackSubscription(), started: false };
    this.listeners.add(listener);
    void this.known.then(() => {
      listener.started = true;
      this.call(listener, this.current());
    });
    return () => this.end(listener);
  }

  tell(value: T): void {
    for (const listener of this.listeners)
      if (listener.started) queueMicrotask(() => this.call(listener, value));
  }

  dispose(): void {
    this.disposed = true;
    for (const listener of this.listeners) this.end(listener);
  }

  private end(listener: Listener<T>): void {
    this.listeners.delete(listener);
    listener.release();
  }

  /** One listener's mistake is not the next one's. */
  private call(listener: Listener<T>, value: T): void {
    if (!this.listeners.has(listener)) return;
    try {
      listener.next(value);
    } catch (error) {
      console.error(error);
    }
  }
}
