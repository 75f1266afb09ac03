/** The SDK's documents of one client, set up: where it keeps its cache, how large that may grow, and how it reaches the server. */
import type { FirebaseApp } from 'firebase/app';
import {
  clearIndexedDbPersistence,
  connectFirestoreEmulator,
  type Firestore,
  type FirestoreSettings,
  initializeFirestore,
  memoryLocalCache,
  memoryLruGarbageCollector,
  persistentLocalCache,
  persistentMultipleTabManager,
} from 'firebase/firestore';
import type { ClientSettings } from '#ports/defaults.ts';

/** Where it lasts: in a browser that has a database. */
const canKeep = () => typeof globalThis.indexedDB !== 'undefined' && typeof globalThis.window !== 'undefined';

/** Deletes the cache of a terminated Firestore, where it lasts. */
export async function clearPersistence(db: Firestore): Promise<void> {
  if (canKeep()) await clearIndexedDbPersistence(db);
}

/** `local`: `host:port` of a local part. */
export function openFirestore(
  app: FirebaseApp,
  settings: ClientSettings,
  local: string | undefined,
): Firestore {
  const db = initializeFirestore(app, firestoreSettings(settings));
  if (local !== undefined) {
    const at = local.lastIndexOf(':');
    connectFirestoreEmulator(db, local.slice(0, at), Number(local.slice(at + 1)));
  }
  return db;
}

/** The number for a cache that is never collected is the same on both sides. */
export function firestoreSettings(
  { cacheBytes, longPollingTimeoutMs }: ClientSettings,
  lasting = canKeep(),
): FirestoreSettings {
  return {
    localCache: lasting
      ? persistentLocalCache({ cacheSizeBytes: cacheBytes, tabManager: persistentMultipleTabManager() })
      : memoryLocalCache({ garbageCollector: memoryLruGarbageCollector({ cacheSizeBytes: cacheBytes }) }),
    experimentalAutoDetectLongPolling: true,
    experimentalLongPollingOptions: { timeoutSeconds: longPollingTimeoutMs / 1000 },
  };
}
