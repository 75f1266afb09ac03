/** `npm run host`: Muster for a team over PostgreSQL, in this process, until it is told to end. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cryptoRandom } from '#adapters/node/crypto-random.ts';
import { openServerHttp } from '#adapters/node/http.ts';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { openNodeWorkers } from '#adapters/node/workers.ts';
import { serveSite, siteFiles } from '#adapters/node/site.ts';
import { PostgresConfig } from '#adapters/postgres/config/postgres-config.ts';
import { unfinishedMove } from '#adapters/postgres/move/database-move.ts';
import { indexesOfFile } from '#adapters/postgres/docs/index-file.ts';
import { type HttpServer, serveHttp } from '#adapters/postgres/host/http-server.ts';
import { listen, type ListeningServer } from '#adapters/postgres/host/listen.ts';
import { openPostgresHost, type PostgresHost } from '#adapters/postgres/host/postgres-host.ts';
import { projectRules } from '#demo/rules.ts';
import { endMemberships } from '#functions/account/end-memberships.ts';
import { createFunctions } from '#functions/index.ts';
import { isPortError } from '#ports/errors.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import indexes from '../../../firestore.indexes.json?raw';
import { isRoutePath, routeNames } from '../http-routes.ts';
import { mailerOf } from '../mailer.ts';
import { CommandLineError } from '../server-options.ts';
import { adminLink } from './admin-link.ts';
import { watchDiskSpace } from './disk-space.ts';
import { doctor } from './doctor/doctor.ts';
import { healthOf } from './health.ts';
import { logLine, logReport } from './log.ts';
import { metricsText } from './metrics.ts';
import { pageValues } from './page-values.ts';
import { signInProviders } from './sign-in-providers.ts';
import { type HostOptions, hostHelp, hostOptions } from './options.ts';
import { hostFigures } from './server-figures.ts';
import { scimTokenText } from './scim-token.ts';
import { publishSettings, settingsFile } from './settings-file.ts';
import { openStorage } from './storage.ts';
import { backUp, restore, upgrade } from './upkeep.ts';

/** `app`: the folder with the built app (`site`) and its HTTP headers. An invalid command line is printed and sets exit code 1. */
export async function runHost(args: readonly string[], app: string): Promise<void> {
  try {
    const options = hostOptions(args);
    if (!options) console.log(hostHelp);
    else if (options.task === 'serve') await serve(options, app);
    else if (options.task === 'doctor') process.exitCode = (await doctor(options)) ? 0 : 1;
    else if (options.task === 'scim-token') console.log(scimTokenText());
    else await tasks[options.task](options);
  } catch (error) {
    const isTold = error instanceof CommandLineError || isPortError(error);
    if (!isTold) throw error;
    console.error(error.message);
    // A PostgreSQL that was begun may keep the process.
    process.exit(1);
  }
}

/** Interval of the sweep, which sends the unsent messages of a killed process: over a shared database after 30 s of grace for sending. */
const sweepSeconds = 5;

/** Wait of the whole end for requests and tasks under way, and of each of its parts at least, in milliseconds. */
const [endWaitMs, partWaitMs] = [12_000, 1000] as const;

const tasks = { backup: backUp, restore, upgrade };

async function serve(options: HostOptions, app: string): Promise<void> {
  const site = path.join(app, 'site');
  const headers = JSON.parse(await readFile(path.join(app, 'headers.json'), 'utf8')) as Record<
    string,
    string
  >;
  // Files that are wrong are told before anything begins.
  const providers = await signInProviders(options.signIn);
  if (options.settings !== null) await settingsFile(options.settings);
  const storage = await openStorage(options);
  if (await unfinishedMove(storage.database)) {
    await storage.close();
    throw new CommandLineError(
      'A move into this host has not ended. Start that move again (npm run move), and the host after it.',
    );
  }
  let host: PostgresHost | null = null;
  let listening: ListeningServer | null = null;
  let server: HttpServer | null = null;
  let stopSettings = () => {};
  const disk = watchDiskSpace({
    folder: options.data,
    clock: machineClock,
    report: (error) => logReport(error, 'disk'),
  });
  const end = async () => {
    const endAt = machineClock.now() + endWaitMs;
    const waitMs = () => Math.max(endAt - machineClock.now(), partWaitMs);
    disk.stop();
    stopSettings();
    await listening?.close();
    await server?.stop(waitMs());
    await host?.stop(waitMs());
    await storage.close(waitMs());
  };
  try {
    listening = await listen(options.listen);
    const origin = options.url ?? `http://localhost:${listening.port}`;
    const functions = createFunctions({
      sweepSeconds,
      ...(storage.isSole && { soleSince: machineClock.now() }),
      serverFigures: hostFigures(storage.database, machineClock),
      ...(options.sweepMonitor !== null && { sweepMonitor: options.sweepMonitor }),
    });
    const mailer = mailerOf({
      ...options,
      origin,
      onUnsent: (reason) =>
        logLine({ level: 'error', from: 'mail', error: `A message of sign-in was not sent: ${reason}` }),
    });
    if (options.settings !== null)
      stopSettings = await publishSettings(new PostgresConfig(storage.database), options.settings);
    const opened = await openPostgresHost({
      application: { functions, rules: projectRules, indexes: indexesOfFile(indexes) },
      database: storage.database,
      isSole: storage.isSole,
      files: storage.files,
      origin,
      clock: machineClock,
      random: cryptoRandom,
      sendMail: mailer.send,
      sendNotice: mailer.deliver,
      providers,
      endMemberships,
      push: {
        contact: options.contact ?? 'mailto:muster@localhost.localdomain',
        services: options.pushServices,
      },
      mail: mailer.mail,
      http: openServerHttp({ allowedHosts: options.allowedHosts }),
      workers: openNodeWorkers(path.join(import.meta.dirname, 'worker-thread.cjs')),
      report: logReport,
    });
    host = opened;
    const startedAt = machineClock.now();
    const health = healthOf({
      ...{ database: storage.database, files: storage.files, disk },
      ...{ mailWorks: mailer.works, now: () => machineClock.now() },
    });
    server = serveHttp(listening, {
      origins: (port) => [
        origin,
        ...['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`),
      ],
      clock: machineClock,
      accept: (channel, network) => opened.wire.accept(channel, network),
      site: serveSite({ folder: site, headers, label: null, values: pageValues(providers) }),
      signIn: (query) => opened.signInPage(query),
      saml: opened.saml,
      scim: opened.auth.scim,
      files: (request, response, target) => opened.serveFiles(request, response, target),
      isRoute: isRoutePath,
      handleRoute: (request) => opened.functions.answerHttp(request),
      health: async () => {
        const { status, parts } = await health();
        const upSeconds = Math.round((machineClock.now() - startedAt) / 1000);
        return {
          ok: status !== 'down',
          facts: { status, parts, connections: opened.wire.connections(), upSeconds },
        };
      },
      metrics: () =>
        metricsText({
          ...{ host: opened, database: storage.database, disk, startedAt },
          now: machineClock.now(),
        }),
      loggedPaths: ['/', ...routeNames, ...siteFiles(site)],
      onRequest: (request) => logLine({ ...request }),
      onFailure: (what, error) => logReport(error, what),
    });
    await opened.start();
    const link = options.admin === null ? null : await adminLink(opened, origin, options.admin);
    const failed = () => process.exit(1);
    process.once('SIGINT', guardListener(end, failed));
    process.once('SIGTERM', guardListener(end, failed));
    console.log(greeting(options, origin, link));
  } catch (error) {
    await end();
    throw listenError(error, options);
  }
}

function listenError(error: unknown, { listen: { host, port } }: HostOptions): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error;
  const what = code === 'EADDRINUSE' ? 'is taken' : `can’t be listened at (${code})`;
  return new CommandLineError(
    `Port ${port} of ${host} ${what}. End what listens there, or choose another: npm run host -- --port=${port + 1}`,
    { cause: error },
  );
}

function greeting(
  { data, database, bucket, contact, smtp }: HostOptions,
  address: string,
  link: string | null,
): string {
  const lines = [
    `Muster: ${address}`,
    `Documents are kept in ${database === null ? `a PostgreSQL of its own in ${data}` : 'the database'}, files in ${bucket?.address ?? data}.`,
    ...(link === null ? [] : [`Signed in by this link, which is good once:\n  ${link}`]),
    ...(smtp === null ? ['Mail is printed here; --smtp URL sends it.'] : []),
    ...(contact === null && !address.startsWith('http://localhost')
      ? ['Apple’s push service refuses a sender without an address: start with --contact you@example.com.']
      : []),
    'Ready.',
  ];
  return lines.join('\n');
}
