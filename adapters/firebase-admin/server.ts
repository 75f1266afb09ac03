/** The production provider for backend code: the server ports on the Admin SDK. Each service's module loads on first use. */
import type { ServerPorts } from '#ports/server/server.ts';
import { type AdminOptions, adminApp } from './app.ts';
import { createServerConfig } from './config.ts';
import { createServerClock, createServerRandom } from './machine.ts';
import { createServerDocs } from './docs/docs.ts';
import { createServerPush } from './push.ts';
import { createServerRealtime } from './realtime.ts';
import { createServerStorage } from './storage.ts';
import { createServerTasks } from './tasks.ts';
import { createServerUsers } from './users.ts';

export interface ServerOptions extends AdminOptions {
  /** Names of the handlers that tasks may be enqueued for. */
  readonly tasks?: readonly string[];
}

export function openServer(options: ServerOptions = {}): ServerPorts {
  const app = adminApp(options);
  const clock = createServerClock();
  return {
    docs: createServerDocs(app),
    users: createServerUsers(app),
    push: createServerPush(app, clock),
    storage: createServerStorage(app),
    realtime: createServerRealtime(app),
    config: createServerConfig(app, clock),
    clock,
    tasks: createServerTasks(app, clock, options),
    random: createServerRandom(),
  };
}
