/** Documents in PostgreSQL on the contracts' stage: each stage has a schema of its own. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, inject, vi } from 'vitest';
import { openWire } from '#adapters/postgres/client/socket-wire.ts';
import { wireDocs } from '#adapters/postgres/client/docs-backend.ts';
import { type DatabaseOptions, openDatabase, type SqlDatabase } from '#adapters/postgres/database.ts';
import { docsService } from '#adapters/postgres/docs/docs-service.ts';
import { channelPair } from '#adapters/postgres/wire/channel.ts';
import { WireServer } from '#adapters/postgres/wire/wire-server.ts';
import type { Provider } from '#contracts/harness.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { type PostgresDocsOptions, openPostgresDocs } from '#adapters/postgres/docs/postgres-docs.ts';
import { postgresServerDocs } from '#adapters/postgres/docs/server-docs.ts';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import { type OwnServer, startOwnServer } from '#adapters/postgres/own-server.ts';
import { type HintingConnection, type HintingDatabase, hintingProvider } from '#contracts/hinting-stage.ts';
import { manifestOf, syncCapabilities } from '#provider-kit/manifest.ts';
import type { ChangeHint } from '#sync/hinting-backend.ts';
import { CurrentSignal } from '#sync/signal.ts';
import { HeardDatabase } from './heard-database.ts';
import { otherServer } from './other-server.ts';
import { ReusedSchemas } from './reused-schemas.ts';
import { waiting } from '#tests/time-limits.ts';

/** Server of a worker, for all files that leave it running, and its schemas. */
interface Shared {
  server: OwnServer;
  readonly schemas: ReusedSchemas;
}

const sharedKey = Symbol.for('muster.tests.postgres');
const schemasKey = Symbol.for('muster.tests.schemas');
const worker = globalThis as { [sharedKey]?: Promise<Shared>; [schemasKey]?: number };

let shared: Shared | null = null;
/** Server of this file alone. */
let server: OwnServer | null = null;
let folder = '';

/** Nothing has to outlast the machine, and the log stays small. */
const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '64MB' };

const whyNot = otherServer ? null : await whyNoOwnServer();

const startServer = () =>
  startOwnServer(path.join(inject('postgresFolder'), String(process.pid)), {
    settings: quick,
    report: () => {},
  });

/**
 * Gives the tests of a file the worker's PostgreSQL. `asDeployed`: one of its own, which they may restart and kill; what it has acknowledged is
 * on the disk.
 */
export function withPostgres(asDeployed = false): void {
  if (whyNot !== null) beforeEach(({ skip }) => skip(whyNot));
  beforeAll(async () => {
    if (otherServer || whyNot !== null) return;
    if (!asDeployed) {
      shared = await (worker[sharedKey] ??= startServer().then((started) => ({
        server: started,
        schemas: new ReusedSchemas(),
      })));
      return;
    }
    folder = await mkdtemp(path.join(tmpdir(), 'muster-pg-'));
    server = await startOwnServer(folder, { report: () => {} });
  });
  beforeEach(() => shared?.schemas.begin());
  afterEach(() => shared?.schemas.end());
  afterAll(async () => {
    if (otherServer) return dropSchemas();
    shared = null;
    if (server === null) return;
    await server.stop();
    server = null;
    await rm(folder, { recursive: true });
  });
}

/** Ends the server as a shutdown of its machine does, and starts it again. */
export async function restartPostgres(): Promise<void> {
  await shared?.server.stop();
  if (shared) shared.server = await startServer();
}

/** Kills the server's first process, as the kernel does when memory runs out. Resolves once it has been started again. */
export async function killPostgres(): Promise<void> {
  const noted = async () =>
    Number.parseInt(await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => ''), 10);
  const killed = await noted();
  process.kill(killed, 'SIGKILL');
  const isBack = async () => {
    const client = new pg.Client(testConnection());
    client.on('error', () => {});
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    return answers && (await noted()) !== killed;
  };
  await vi.waitUntil(isBack, waiting);
}

/** Of the server that is running. */
export const testConnection = (): string | pg.ClientConfig => {
  const known = otherServer ?? (server ?? shared?.server)?.connection;
  if (!known) throw new Error('PostgreSQL is not running: call withPostgres().');
  return known;
};

async function dropSchemas(): Promise<void> {
  const client = new pg.Client(testConnection());
  await client.connect();
  for (let number = 1; number <= (worker[schemasKey] ?? 0); number++)
    await client.query(`DROP SCHEMA IF EXISTS ${schemaOf(number)} CASCADE`);
  await client.end();
}

export const newSchema = (): string => schemaOf((worker[schemasKey] = (worker[schemasKey] ?? 0) + 1));

const schemaOf = (number: number) => `stage_${process.pid}_${number}`;

/** Ends all connections of a schema from outside. */
export async function endConnections(schema: string): Promise<void> {
  const client = new pg.Client(testConnection());
  await client.connect();
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
    `muster ${schema}`,
  ]);
  await client.end();
}

/** A database in a schema of its own, which is empty, or in a given one. */
export async function openBareDatabase(
  schema?: string,
  more: Pick<DatabaseOptions, 'purpose' | 'connections' | 'idleTransactionMs' | 'statementMs'> = {},
): Promise<{ readonly database: SqlDatabase; readonly schema: string }> {
  // Idle connections that end are made again.
  const report = () => {};
  const options = { connection: testConnection(), connections: 4, report, ...more };
  if (schema === undefined && shared) return shared.schemas.open(options, newSchema);
  const name = schema ?? newSchema();
  return { database: await openDatabase({ ...options, schema: name }), schema: name };
}

/** The same with documents. */
export async function openStore(options: Omit<PostgresDocsOptions, 'database'>, schema?: string) {
  const opened = await openBareDatabase(schema);
  return { ...opened, store: await openPostgresDocs({ database: opened.database, ...options }) };
}

/** Documents over connections between browsers and a server. */
export const postgresOverWire = (): Provider =>
  hintingProvider({
    name: 'postgres, over connections',
    manifest: manifestOf('postgres', [...syncCapabilities, 'docs.groups', 'server']),
    open: openWireStage,
  });

async function openWireStage(now: () => number): Promise<HintingDatabase> {
  const { database } = await openBareDatabase();
  const heard = new HeardDatabase(database);
  const store = await openPostgresDocs({ database: heard.database, now });
  const listeners = new Set<(hint: ChangeHint) => void>();
  await store.watch((hint) => runEach([...listeners], (next) => next(hint)));
  const clock: Clock = { now, setTimer: () => () => {} };
  let peers = 0;
  const server = new WireServer({
    services: [
      docsService(store, (next) => {
        const own = (hint: ChangeHint) => next(hint);
        listeners.add(own);
        return () => listeners.delete(own);
      }),
    ],
    clock,
    newId: () => `peer ${++peers}`,
    sessionOf: async (secret) => ({ id: secret, caller: { uid: secret, claims: {} } }),
    report: (error) => console.error(error),
  });
  const connect = (online: boolean): HintingConnection => {
    const identity = new CurrentSignal<string | null>(null);
    let session: string | null = null;
    const wire = openWire({
      connect() {
        const [browser, end] = channelPair();
        server.accept(end);
        return browser;
      },
      clock,
      random: seededRandom('wire'),
      session: () => session,
      sessionOver: () => {},
      online,
    });
    return {
      backend: wireDocs(wire, identity),
      setNetwork: (on) => wire.setNetwork(on),
      become(uid) {
        session = uid;
        wire.greet();
        identity.set(uid);
      },
    };
  };
  return {
    connect,
    heard: () => heard.rest(),
    serverDocs: (serverClock, random) => postgresServerDocs(store, serverClock, random),
    async close() {
      server.close();
      await database.close();
    },
  };
}
