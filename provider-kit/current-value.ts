/** Listeners of a value that changes: the value once it is known, then each change; always later, never after the end. */
import { later } from './later.ts';
import type { Subscriptions, Unsubscribe } from '#ports/shared.ts';

interface Listener<T> {
  readonly next: (value: T) => void;
  readonly release: () => void;
  started: boolean;
}

export class CurrentValue<T> {
  private readonly client: Subscriptions;
  private readonly known: () => Promise<unknown>;
  private readonly current: () => T;
  private readonly listeners = new Set<Listener<T>>();
  private disposed = false;

  /** A listener is told of nothing before what `known` gives it has resolved; should that reject, never. */
  constructor(client: Subscriptions, known: () => Promise<unknown>, current: () => T) {
    this.client = client;
    this.known = known;
    this.current = current;
  }

  add(next: (value: T) => void): Unsubscribe {
    if (this.disposed) return () => {};
    const listener: Listener<T> = { next, release: this.client.trackSubscription(), started: false };
    this.listeners.add(listener);
    this.known().then(
      () => {
        listener.started = true;
        this.call(listener, this.current());
      },
      () => {},
    );
    return () => this.end(listener);
  }

  /** Listeners that were not told of the first value yet are told of this one then. */
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
