/** Storage of this tab's client that survives a reload. */
import { createStore, del, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import type { KeyValueStore } from '#provider-kit/tab-store.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import type { BrowserStore } from '#provider-kit/tab-store.ts';
import { openTab, type TabValues } from './browser-tabs.ts';

/** Shared by all tabs of this browser with the same `name`; in memory where the browser refuses storage. */
export async function localStore(name: string): Promise<BrowserStore> {
  try {
    const store = createStore(name, 'values');
    await get('probe', store);
    return {
      get: (key) => get(key, store),
      set: (key, value) => set(key, value, store),
      remove: (key) => del(key, store),
      openTab: () => openTab(indexedDbValues(store), name),
    };
  } catch {
    return memoryStore();
  }
}

const indexedDbValues = (store: UseStore): TabValues => ({
  get: (key) => get(key, store),
  list: (prefix) =>
    store('readonly', async (values) => {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const [keys, found] = await Promise.all([
        promisifyRequest<IDBValidKey[]>(values.getAllKeys(range)),
        promisifyRequest<unknown[]>(values.getAll(range)),
      ]);
      return keys.map((key, at): [string, unknown] => [String(key), found[at]]);
    }),
  write: (changes) =>
    store('readwrite', (values) => {
      for (const [key, value] of changes)
        if (value === undefined) values.delete(key);
        else values.put(value, key);
      return promisifyRequest<undefined>(values.transaction);
    }),
});

const prefix = 'muster.session.';

/** Id of this tab while it is open; without storage, until it is reloaded. */
export function tabName(): string {
  const key = `${prefix}tab`;
  try {
    const kept = sessionStorage.getItem(key) ?? crypto.randomUUID();
    sessionStorage.setItem(key, kept);
    return kept;
  } catch {
    return crypto.randomUUID();
  }
}

/** Storage of this tab alone. */
export function tabStore(): KeyValueStore {
  try {
    sessionStorage.getItem(prefix);
  } catch {
    return memoryStore();
  }
  return {
    async get(key) {
      const kept = sessionStorage.getItem(prefix + key);
      return kept === null ? undefined : (JSON.parse(kept) as unknown);
    },
    async set(key, value) {
      sessionStorage.setItem(prefix + key, JSON.stringify(value));
    },
    async remove(key) {
      sessionStorage.removeItem(prefix + key);
    },
  };
}
