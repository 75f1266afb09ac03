/** Placeholder until the realtime service lands. */
import type { ServerRealtime } from '#ports/server/server.ts';
import type { CloudService, Platform } from '../service.ts';

export interface RealtimeService extends CloudService {
  readonly server: ServerRealtime;
}

export function createRealtimeService(platform: Platform): RealtimeService {
  void platform;
  return {
    name: 'realtime',
    requests: {},
    snapshot: () => null,
    restore: () => {},
    server: {} as ServerRealtime,
  };
}
