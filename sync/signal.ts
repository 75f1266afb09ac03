import { runEach } from '#provider-kit/guard-listener.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { StateSignal } from './transport.ts';

/** A signal whose owner sets it. */
export class CurrentSignal<T> implements StateSignal<T> {
  private value: T;
  private readonly listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.value = value;
  }

  current(): T {
    return this.value;
  }

  set(value: T): void {
    if (value === this.value) return;
    this.value = value;
    runEach([...this.listeners], (listener) => listener(value));
  }

  onChange(next: (value: T) => void): Unsubscribe {
    const own = (value: T) => next(value);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }
}
