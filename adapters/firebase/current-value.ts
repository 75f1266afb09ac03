/** Listeners of a value that changes: the value once it is known, then each change; always later, never after the end. */
import type { Unsubscribe } from '#ports/shared.ts';
import type { FirebaseContext } from './context.ts';
import { later } from './later.ts';

interface Listener<T> {
  readonly next: (value: T) => void;
  readonly release: () => void;
  started: boolean;
}

export class CurrentValue<T> {
  private readonly context: Pick<FirebaseContext, 'trackSubscription'>;
  private readonly current: () => T;
  private readonly listeners = new Set<Listener<T>>();
  private disposed = false;

  constructor(context: Pick<FirebaseContext, 'trackSubscription'>, current: () => T) {
    this.context = context;
    this.current = current;
  }

  /** Told of nothing before what `known` gives has resolved; should it reject, never. */
  add(next: (value: T) => void, known: () => Promise<unknown>): Unsubscribe {
    if (this.disposed) return () => {};
    const listener: Listener<T> = { next, release: this.context.trackSubscription(), started: false };
    this.listeners.add(listener);
    known().then(
      () => {
        listener.started = true;
        this.call(listener, this.current());
      },
      () => {},
    );
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
