/** Placeholder until the docs service lands. */
import type { ServerDocs } from '#ports/server/server.ts';
import type { CloudService, Platform } from '../service.ts';

export interface DocsService extends CloudService {
  readonly server: ServerDocs;
}

export function createDocsService(platform: Platform): DocsService {
  void platform;
  return {
    name: 'docs',
    requests: {},
    snapshot: () => null,
    restore: () => {},
    server: {} as ServerDocs,
  };
}
