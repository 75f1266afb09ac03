/** Files of the build that the service worker came with, and what is shared with them. */
import type { WorkerScope } from '#adapters/browser/worker-scope.ts';
import { attachCaching } from './caching.ts';
import type { FileManifest } from './manifest.ts';
import { attachShares } from './share.ts';

/** Written by the build; null in development, where files change and none is kept. */
declare const MUSTER_FILES: FileManifest | null;

export function attachFiles(scope: WorkerScope): void {
  if (MUSTER_FILES) {
    attachShares(scope);
    return attachCaching(scope, MUSTER_FILES);
  }
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
}
