/** Listener list: each listener is notified asynchronously and on its own. */
import type { PortError } from '#ports/errors.ts';
import { later } from './later.ts';
import type { Subscriptions, Unsubscribe } from '#ports/shared.ts';

interface Listener<T> {
  readonly next: (value: T) => void;
  readonly release: () => void;
}

/** Values reach every listener in the order they were sent; none is reached after it unsubscribed. */
export class Listeners<T> {
  private readonly client: Subscriptions;
  private readonly listeners = new Set<Listener<T>>();
  private disposed = false;

  constructor(client: Subscriptions) {
    this.client = client;
  }

  get size(): number {
    return this.listeners.size;
  }

  /** `initial`, when given, is asked for its value when it is delivered. */
  add(next: (value: T) => void, initial?: () => T): Unsubscribe {
    if (this.disposed) return () => {};
    const listener = { next, release: this.client.trackSubscription() };
    this.listeners.add(listener);
    if (initial)
      later(() => {
        if (this.listeners.has(listener)) next(initial());
      });
    return () => this.remove(listener);
  }

  emit(value: T): void {
    for (const listener of this.listeners)
      later(() => {
        if (this.listeners.has(listener)) listener.next(value);
      });
  }

  /** Lets go of everybody, and takes nobody in any more; what is on its way to them is not delivered. */
  dispose(): void {
    this.disposed = true;
    for (const listener of [...this.listeners]) this.remove(listener);
  }

  private remove(listener: Listener<T>): void {
    if (this.listeners.delete(listener)) listener.release();
  }
}

/** A subscription that can't be: says why, once and later, unless it is ended before. */
export function failedSubscription(
  error: PortError,
  tell: ((error: PortError) => void) | undefined,
): Unsubscribe {
  let ended = false;
  later(() => {
    if (!ended) tell?.(error);
  });
  return () => {
    ended = true;
  };
}
