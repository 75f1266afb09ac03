/**
 * Copy of the outbox in IndexedDB. Browsers write localStorage to the disk seconds later, so that one that is killed, as phones do, loses
 * the last changes; a transaction of IndexedDB is on its way to the disk when it completes. An entry that is sent again because only its
 * removal was lost does no harm: each carries an id.
 */
import { createStore, del, entries, set, type UseStore } from 'idb-keyval';
import type { OutboxStorage } from './outbox-storage.ts';

/** Beginnings of the keys that are copied: `storedChanges` and `storedFailures`. */
const copied = ['muster.outbox.', 'muster.failed-commands.'];

export interface CopiedStorage extends OutboxStorage {
  /** Puts entries back that the storage has lost, and copies what the last page did not. Never rejects. To be awaited before the storage is read. */
  restore(): Promise<void>;
}

/** `storage` with a copy; without one where the browser refuses IndexedDB. */
export function withCopy(storage: OutboxStorage, database = 'muster-outbox'): CopiedStorage {
  const store = openStore(database);
  const isCopied = (key: string) => copied.some((beginning) => key.startsWith(beginning));
  const copy = (key: string, work: (open: UseStore) => Promise<void>) => {
    // A refused copy leaves the entry in the storage.
    if (store && isCopied(key)) void work(store).catch(() => undefined);
  };
  return {
    get length() {
      return storage.length;
    },
    key: (index) => storage.key(index),
    getItem: (key) => storage.getItem(key),
    setItem(key, value) {
      copy(key, (open) => set(key, value, open));
      storage.setItem(key, value);
    },
    removeItem(key) {
      copy(key, (open) => del(key, open));
      storage.removeItem(key);
    },
    watch: (changed) => storage.watch(changed),
    async restore() {
      if (!store) return;
      try {
        const copies = new Map(await entries<string, string>(store));
        for (const [key, value] of copies) if (storage.getItem(key) === null) storage.setItem(key, value);
        // A page that was left right after a change did not copy it.
        for (let at = 0; at < storage.length; at++) {
          const key = storage.key(at) ?? '';
          const value = storage.getItem(key);
          if (value !== null && value !== copies.get(key)) copy(key, (open) => set(key, value, open));
        }
      } catch {
        // Then the storage is all there is.
      }
    },
  };
}

function openStore(database: string): UseStore | null {
  try {
    return createStore(database, 'entries');
  } catch {
    return null;
  }
}
