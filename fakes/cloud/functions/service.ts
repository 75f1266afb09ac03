/** Placeholder until the functions service lands. */
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerTasks } from '#ports/server/server.ts';
import type { CloudService, Platform } from '../service.ts';

export interface FunctionsService extends CloudService {
  readonly server: ServerTasks;
  http(request: HttpRequest): Promise<HttpResponse>;
  /** Starts the schedules. */
  start(): void;
  stop(): void;
}

export function createFunctionsService(platform: Platform): FunctionsService {
  void platform;
  return {
    name: 'functions',
    requests: {},
    snapshot: () => null,
    restore: () => {},
    server: {} as ServerTasks,
    http: () => Promise.resolve({ status: 501, headers: {}, body: '' }),
    start: () => {},
    stop: () => {},
  };
}
