/** Cancellation that contains what its listeners throw: on Node a listener of an `AbortSignal` that throws ends the process. */
import { guardListener, runEach } from './guard-listener.ts';
import type { CancelSignal } from '#ports/shared.ts';

export interface Canceller {
  readonly signal: CancelSignal;
  /** Tells the listeners, once. */
  cancel(): void;
}

/** A signal together with how to give it. Most are never listened to, and cost next to nothing. */
export class OwnSignal implements CancelSignal {
  private cancelled = false;
  private listeners: Set<() => void> | null = null;

  get aborted(): boolean {
    return this.cancelled;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners ??= new Set();
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners?.delete(listener);
  }

  /** Tells the listeners, once. */
  cancel(): void {
    if (this.cancelled) return;
    this.cancelled = true;
    const { listeners } = this;
    this.listeners = null;
    runEach(listeners ?? [], (listener) => listener());
  }
}

/** Cancelled by its own `cancel`, or when `parent` is. `release` lets go of the parent. */
export function createCanceller(parent?: CancelSignal): Canceller & { release(): void } {
  const signal = new OwnSignal();
  const cancel = guardListener(() => {
    parent?.removeEventListener('abort', cancel);
    signal.cancel();
  });
  if (parent?.aborted) signal.cancel();
  else parent?.addEventListener('abort', cancel);
  return { signal, cancel, release: () => parent?.removeEventListener('abort', cancel) };
}
