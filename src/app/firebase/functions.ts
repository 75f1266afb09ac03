/** Muster's server code on Firebase: what `npm run build:functions` bundles. Firebase deploys each exported name as one function. */
import path from 'node:path';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import { wrapHandlers } from '#adapters/firebase-admin/handlers/handlers.ts';
import { openServer } from '#adapters/firebase-admin/server.ts';
import { openNodeWorkers } from '#adapters/node/workers.ts';
import { createFunctions } from '#functions/index.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { firebaseMail, secretsOf } from './mail.ts';

const { project, region = 'us-central1', appCheckKey }: FirebaseOptions = import.meta.env.VITE_INSTALLATION;

const { projectId, storageBucket, databaseURL } = project;
const ofServer = { projectId, storageBucket, databaseURL };

/** Web address requested after each sweep, from the functions' environment. */
const sweepMonitor = process.env['MUSTER_SWEEP_MONITOR'] || undefined;

const set = createFunctions({ sweepMonitor });

const secrets = secretsOf({ MUSTER_MAIL_BY: import.meta.env.VITE_MAIL_BY });

/** Opens the server with the mail of the environment, which only running functions have. */
function open(): ServerPorts {
  const mail = firebaseMail(process.env, projectId);
  return openServer({
    project: ofServer,
    region,
    tasks: Object.keys(set.tasks),
    workers: openNodeWorkers(path.join(import.meta.dirname, 'worker-thread.cjs')),
    ...(mail && { mail }),
  });
}

let opened: ServerPorts | null = null;
/** Opened by the first request: deployment tools load this file without a project. */
const server = () => (opened ??= open());

export default wrapHandlers(set, server, {
  region,
  enforceAppCheck: appCheckKey !== undefined,
  httpName: 'ingest',
  secrets,
});
