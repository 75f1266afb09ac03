/** Cancellation made by hand, where no `AbortController` is to be had. */
import type { CancelSignal } from './shared.ts';

export interface Canceller {
  readonly signal: CancelSignal;
  /** Tells the listeners, once. */
  cancel(): void;
}

/** Cancelled by its own `cancel`, or when `parent` is. `release` lets go of the parent. */
export function createCanceller(parent?: CancelSignal): Canceller & { release(): void } {
  const listeners = new Set<() => void>();
  let aborted = false;
  const cancel = () => {
    if (aborted) return;
    aborted = true;
    parent?.removeEventListener('abort', cancel);
    for (const listener of [...listeners]) listener();
    listeners.clear();
  };
  if (parent?.aborted) aborted = true;
  else parent?.addEventListener('abort', cancel);
  return {
    signal: {
      get aborted() {
        return aborted;
      },
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    },
    cancel,
    release: () => parent?.removeEventListener('abort', cancel),
  };
}
