/** Placeholder until the auth service lands. */
import type { InboxMessage } from '#ports/control.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import type { CloudService, Platform } from '../service.ts';

export interface AuthService extends CloudService {
  readonly server: ServerUsers;
  /** Who a token stands for; `null` when it has expired or was revoked. */
  verify(token: string): Caller | null;
  inbox(): readonly InboxMessage[];
}

export function createAuthService(platform: Platform): AuthService {
  void platform;
  return {
    name: 'auth',
    requests: {},
    snapshot: () => null,
    restore: () => {},
    server: {} as ServerUsers,
    verify: () => null,
    inbox: () => [],
  };
}
