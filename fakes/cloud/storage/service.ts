/** Placeholder until the storage service lands. */
import type { ServerStorage } from '#ports/server/server.ts';
import type { CloudService, Platform } from '../service.ts';

export interface StorageService extends CloudService {
  readonly server: ServerStorage;
}

export function createStorageService(platform: Platform): StorageService {
  void platform;
  return {
    name: 'storage',
    requests: {},
    snapshot: () => null,
    restore: () => {},
    server: {} as ServerStorage,
  };
}
