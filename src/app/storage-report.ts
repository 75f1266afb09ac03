/** Reports of the provider about its storage in this browser: what a person would lose, and failures for the performance service. */
import { createStore, type Store } from '#src/data/client/store.ts';
import type { OutboxStorage } from '#src/data/client/outbox-storage.ts';
import type { StorageFailure, StorageObserver, StorageState } from '#provider-kit/storage-health.ts';

interface StorageNow extends StorageState {
  /** Number of unreadable writes whose notice was dismissed in this browser. */
  readonly dismissed: number;
  /** Number of changes in the outbox that the browser's storage refuses. */
  readonly unstoredChanges: number;
}

export interface StorageReport extends StorageObserver, Pick<Store<StorageNow>, 'current' | 'subscribe'> {
  /** Dismisses the notice of the unreadable writes, until there are more. */
  dismiss(): void;
  outboxChanged(unstoredChanges: number): void;
  /** Calls `next` with the failures so far and each further one: the first of a kind of record and operation. */
  onFailure(next: (failure: StorageFailure) => void): void;
}

const key = 'muster.unreadable-writes-seen';

/** `storage` outlasts the page; it may refuse. */
export function createStorageReport(storage: OutboxStorage): StorageReport {
  const { current, set, subscribe } = createStore<StorageNow>({
    unstoredWrites: 0,
    unreadableWrites: 0,
    unstoredChanges: 0,
    dismissed: dismissedIn(storage),
  });
  const failures = new Map<string, StorageFailure>();
  const listeners = new Set<(failure: StorageFailure) => void>();
  return {
    current,
    subscribe,
    changed: (state) => set({ ...current(), ...state }),
    outboxChanged(unstoredChanges) {
      if (unstoredChanges !== current().unstoredChanges) set({ ...current(), unstoredChanges });
    },
    failed(failure) {
      const kind = `${failure.operation} ${failure.record}`;
      if (failures.has(kind)) return;
      failures.set(kind, failure);
      for (const listener of listeners) listener(failure);
    },
    onFailure(next) {
      listeners.add(next);
      for (const failure of failures.values()) next(failure);
    },
    dismiss() {
      const dismissed = current().unreadableWrites;
      set({ ...current(), dismissed });
      try {
        storage.setItem(key, String(dismissed));
      } catch {
        // Then it is dismissed for this page alone.
      }
    },
  };
}

function dismissedIn(storage: OutboxStorage): number {
  try {
    return Number(storage.getItem(key) ?? 0) || 0;
  } catch {
    return 0;
  }
}
