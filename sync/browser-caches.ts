/** Persistent caches in the storage of a browser. */
import type { StorageHealth } from '#provider-kit/storage-health.ts';
import type { TabStore } from '#provider-kit/tab-store.ts';
import { browserName } from './browser-name.ts';
import type { BrowserCaches } from './caches.ts';
import { PersistentCache } from './persistent-cache.ts';

export const browserCaches = (tab: TabStore, health: StorageHealth): BrowserCaches => ({
  browserName: (random) => browserName(tab, random, health),
  open: (replica, name, context) => new PersistentCache(replica, name, { ...context, tab, health }),
});
