/** Where this tab's client keeps what must survive a reload. */
import { createStore, del, get, set } from 'idb-keyval';
import { type KeyValueStore, memoryStore } from '#fakes/client/store.ts';

/** Shared by all tabs of this browser; for this page only where the browser refuses storage. */
export async function localStore(): Promise<KeyValueStore> {
  try {
    const store = createStore('muster-client', 'values');
    await get('probe', store);
    return {
      get: (key) => get(key, store),
      set: (key, value) => set(key, value, store),
      remove: (key) => del(key, store),
    };
  } catch {
    return memoryStore();
  }
}

const prefix = 'muster.session.';

/** Names this tab for as long as it is open; where the browser refuses storage, until it is reloaded. */
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

/** This tab's own. */
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
