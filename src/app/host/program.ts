/** `npm run host`: Muster for a team over PostgreSQL, in this process, until it is told to end. */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { cryptoRandom } from '#adapters/node/crypto-random.ts';
import { openServerHttp } from '#adapters/node/http.ts';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { openNodeWorkers } from '#adapters/node/workers.ts';
import { serveSite, siteFiles } from '#adapters/node/site.ts';
import { restoreBackup } from '#adapters/postgres/backup/restore-backup.ts';
import { writeBackup } from '#adapters/postgres/backup/write-backup.ts';
import { openDatabase, type SqlDatabase } from '#adapters/postgres/database.ts';
import { indexesOfFile } from '#adapters/postgres/docs/index-file.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { type HttpServer, startHttpServer } from '#adapters/postgres/host/http-server.ts';
import { openPostgresHost, type PostgresHost } from '#adapters/postgres/host/postgres-host.ts';
import { type OwnServer, startOwnServer } from '#adapters/postgres/own-server.ts';
import { projectRules } from '#demo/rules.ts';
import { createFunctions } from '#functions/index.ts';
import { isPortError } from '#ports/errors.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import indexes from '../../../firestore.indexes.json?raw';
import { isRoutePath, routeNames } from '../http-routes.ts';
import { CommandLineError } from '../server-options.ts';
import { adminLink } from './admin-link.ts';
import { watchDiskSpace } from './disk-space.ts';
import { logLine, logReport } from './log.ts';
import { mailerOf } from './mailer.ts';
import { metricsText } from './metrics.ts';
import { type HostOptions, hostHelp, hostOptions } from './options.ts';

/** `app`: the folder with the built app (`site`) and its HTTP headers. An invalid command line is printed and sets exit code 1. */
export async function runHost(args: readonly string[], app: string): Promise<void> {
  try {
    const options = hostOptions(args);
    if (!options) console.log(hostHelp);
    else if (options.task === 'serve') await serve(options, app);
    else await copy(options, options.task);
  } catch (error) {
    const isTold = error instanceof CommandLineError || isPortError(error);
    if (!isTold) throw error;
    console.error(error.message);
    // A PostgreSQL that was begun may keep the process.
    process.exit(1);
  }
}

/** What a killed process has not sent is sent by the sweep: so much later, after the grace of 30 s that sending has. */
const sweepSeconds = 5;

/** Where everything is kept. */
interface Storage {
  readonly database: SqlDatabase;
  close(): Promise<void>;
}

const reportDatabase = (error: unknown) => logReport(error, 'database');

async function openStorage({ data, database: address }: HostOptions): Promise<Storage> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const own: OwnServer | null =
    address === null ? await startOwnServer(data, { report: reportDatabase }) : null;
  try {
    const database = await openDatabase({
      connection: own ? own.connection : String(address),
      connections: 20,
      report: reportDatabase,
    });
    return {
      database,
      async close() {
        await database.close();
        await own?.stop();
      },
    };
  } catch (error) {
    await own?.stop();
    throw error;
  }
}

/** Writes a backup, or restores one. */
async function copy(options: HostOptions, task: 'backup' | 'restore'): Promise<void> {
  const file = options.file ?? '';
  const { database, close } = await openStorage(options);
  const files = diskFileStore(path.join(options.data, 'files'));
  try {
    const { rows, contents } = await (task === 'backup'
      ? writeBackup({ database, files, file, now: () => machineClock.now() })
      : restoreBackup({ database, files, file }));
    const counted = `${rows} rows and ${contents} files`;
    console.log(
      task === 'backup' ? `${counted} are copied into ${file}.` : `${counted} are restored from ${file}.`,
    );
  } finally {
    await close();
  }
}

async function serve(options: HostOptions, app: string): Promise<void> {
  const site = path.join(app, 'site');
  const headers = JSON.parse(await readFile(path.join(app, 'headers.json'), 'utf8')) as Record<
    string,
    string
  >;
  const storage = await openStorage(options);
  let host: PostgresHost | null = null;
  let server: HttpServer | null = null;
  const disk = watchDiskSpace({
    folder: options.data,
    clock: machineClock,
    report: (error) => logReport(error, 'disk'),
  });
  const end = async () => {
    disk.stop();
    await server?.stop();
    await host?.stop();
    await storage.close();
  };
  try {
    const functions = createFunctions({
      sweepSeconds,
      ...(options.sweepMonitor !== null && { sweepMonitor: options.sweepMonitor }),
    });
    const origin = options.url ?? `http://localhost:${options.listen.port}`;
    const opened = await openPostgresHost({
      application: { functions, rules: projectRules, indexes: indexesOfFile(indexes) },
      database: storage.database,
      files: diskFileStore(path.join(options.data, 'files')),
      origin,
      clock: machineClock,
      random: cryptoRandom,
      sendMail: await mailerOf(options),
      push: {
        contact: options.contact ?? 'mailto:muster@localhost.localdomain',
        services: options.pushServices,
      },
      http: openServerHttp({ allowedHosts: options.allowedHosts }),
      workers: openNodeWorkers(path.join(import.meta.dirname, 'worker-thread.cjs')),
      report: logReport,
    });
    host = opened;
    const startedAt = machineClock.now();
    server = await startHttpServer({
      ...options.listen,
      origins: (port) => [
        origin,
        ...['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`),
      ],
      clock: machineClock,
      accept: (channel, network) => opened.wire.accept(channel, network),
      site: serveSite({ folder: site, headers, label: null }),
      files: (request, response, target) => opened.serveFiles(request, response, target),
      isRoute: isRoutePath,
      handleRoute: (request) => opened.functions.answerHttp(request),
      health: async () => {
        const isReachable = await storage.database.rows('SELECT 1').then(
          () => true,
          () => false,
        );
        const isFull = await disk.isFull();
        const facts = {
          status: !isReachable ? 'database can’t be reached' : isFull ? 'disk is full' : 'ok',
          connections: opened.wire.connections(),
          upSeconds: Math.round((machineClock.now() - startedAt) / 1000),
        };
        return { ok: isReachable && !isFull, facts };
      },
      metrics: () => metricsText(opened, storage.database, disk, startedAt),
      loggedPaths: ['/', ...routeNames, ...siteFiles(site)],
      onRequest: (request) => logLine({ ...request }),
      onFailure: (what, error) => logReport(error, what),
    });
    await opened.start();
    const link = options.admin === null ? null : await adminLink(opened, origin, options.admin);
    const failed = () => process.exit(1);
    process.once('SIGINT', guardListener(end, failed));
    process.once('SIGTERM', guardListener(end, failed));
    console.log(greeting(options, options.url ?? `http://localhost:${server.port}`, link));
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
  { data, database, contact, smtp }: HostOptions,
  address: string,
  link: string | null,
): string {
  const lines = [
    `Muster: ${address}`,
    database === null
      ? `Everything is kept in ${data}, with a PostgreSQL of its own.`
      : `Documents are kept in the database, files in ${data}.`,
    ...(link === null ? [] : [`Signed in by this link, which is good once:\n  ${link}`]),
    ...(smtp === null ? ['Mail is printed here; --smtp URL sends it.'] : []),
    ...(contact === null && !address.startsWith('http://localhost')
      ? ['Apple’s push service refuses a sender without an address: start with --contact you@example.com.']
      : []),
    'Ready.',
  ];
  return lines.join('\n');
}
