/** The production provider for backend code: the server ports on the Admin SDK. Each service's module loads on first use. */
import { checkOptions, type OptionNames } from '#ports/options.ts';
import type { ServerDocs, ServerPorts } from '#ports/server/server.ts';
import { type AdminOptions, adminApp, adminOptions } from './app.ts';
import { createServerBackground } from './background.ts';
import { createServerConfig } from './config.ts';
import { createServerClock, createServerRandom } from './machine.ts';
import { createAdminDocs } from './docs/docs.ts';
import { createServerPush } from './push.ts';
import { createServerRealtime } from './realtime.ts';
import { createServerStorage } from './storage.ts';
import { createServerTasks } from './tasks.ts';
import { createServerUsers } from './users.ts';
import type { ServerMail } from '#ports/server/mail.ts';
import type { Workers } from '#ports/workers/workers.ts';
import { openServerHttp } from '../node/http.ts';

export interface ServerOptions extends AdminOptions {
  /** Names of the handlers that tasks may be enqueued for. */
  readonly tasks?: readonly string[];
  /** Threads of backend code. Default: none. */
  readonly workers?: Workers;
  /** Sender of mail, made of the documents. Default: none. */
  readonly mail?: (docs: ServerDocs) => ServerMail;
}

export const serverOptions = {
  ...adminOptions,
  tasks: true,
  workers: true,
  mail: true,
} as const satisfies OptionNames<ServerOptions>;

/** @throws TypeError for an option that there is not */
export function openServer(options: ServerOptions = {}): ServerPorts {
  checkOptions('openServer', options, serverOptions);
  const app = adminApp(options);
  const clock = createServerClock();
  const docs = createAdminDocs(app);
  return {
    docs,
    users: createServerUsers(app),
    push: createServerPush(app, clock),
    storage: createServerStorage(app),
    realtime: createServerRealtime(app),
    config: createServerConfig(app, clock),
    clock,
    tasks: createServerTasks(app, clock, options),
    random: createServerRandom(),
    background: createServerBackground(),
    http: openServerHttp(),
    mail: options.mail?.(docs) ?? null,
    workers: options.workers ?? null,
  };
}
