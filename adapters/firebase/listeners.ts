/** Values that reach every listener in the order they were sent; none is reached after it unsubscribed. */
import type { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { FirebaseContext } from './context.ts';
import { later } from './later.ts';

interface Listener<T> {
  readonly next: (value: T) => void;
  readonly release: () => void;
}

export class Listeners<T> {
  private readonly context: Pick<FirebaseContext, 'trackSubscription' | 'isDisposed'>;
  private readonly listeners = new Set<Listener<T>>();

  constructor(context: Pick<FirebaseContext, 'trackSubscription' | 'isDisposed'>) {
    this.context = context;
  }

  get size(): number {
    return this.listeners.size;
  }

  /** `initial`, when given, is asked for its value when it is delivered. */
  add(next: (value: T) => void, initial?: () => T): Unsubscribe {
    if (this.context.isDisposed()) return () => {};
    const listener = { next, release: this.context.trackSubscription() };
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

  /** Lets go of everybody; what is on its way to them is not delivered. */
  clear(): void {
    for (const listener of [...this.listeners]) this.remove(listener);
  }

  private remove(listener: Listener<T>): void {
    if (this.listeners.delete(listener)) listener.release();
  }
}

/** A subscription that can't be: says why, once and later, unless it is ended before. */
export function refusedSubscription(
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
