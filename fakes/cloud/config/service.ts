/** Placeholder until the config service lands. */
import type { ServerConfig } from '#ports/server/server.ts';
import type { CloudService, Platform } from '../service.ts';

export interface ConfigService extends CloudService {
  readonly server: ServerConfig;
  publish(values: Readonly<Record<string, string | null>>): void;
}

export function createConfigService(platform: Platform): ConfigService {
  void platform;
  return {
    name: 'config',
    requests: {},
    snapshot: () => null,
    restore: () => {},
    server: {} as ServerConfig,
    publish: () => {},
  };
}
