/** Placeholder until the messaging service lands. */
import type { ServerPush } from '#ports/server/server.ts';
import type { CloudService, Platform } from '../service.ts';

export interface MessagingService extends CloudService {
  readonly server: ServerPush;
}

export function createMessagingService(platform: Platform): MessagingService {
  void platform;
  return {
    name: 'messaging',
    requests: {},
    snapshot: () => null,
    restore: () => {},
    server: {} as ServerPush,
  };
}
