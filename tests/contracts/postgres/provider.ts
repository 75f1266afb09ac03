/** Documents in PostgreSQL on the contracts' stage: each stage has a schema of its own. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openDatabase } from '#adapters/postgres/database.ts';
import { type PostgresDocsOptions, openPostgresDocs } from '#adapters/postgres/docs/postgres-docs.ts';
import { hintingBackend } from '#adapters/postgres/docs/hinting-backend.ts';
import { postgresServerDocs } from '#adapters/postgres/docs/server-docs.ts';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import { type OwnServer, startOwnServer } from '#adapters/postgres/own-server.ts';
import {
  type HintingConnection,
  type HintingDatabase,
  type HintingProvider,
  hintingProvider,
} from '#contracts/hinting-stage.ts';
import { PortError } from '#ports/errors.ts';
import { manifestOf, syncCapabilities } from '#provider-kit/manifest.ts';
import { aroundRequests, type ChangeHint } from '#sync/hinting-backend.ts';
import { CurrentSignal } from '#sync/signal.ts';
import type { Connection } from '#sync/transport.ts';

let server: OwnServer | null = null;
let folder = '';
let schemas = 0;

const quick = { fsync: 'off', synchronous_commit: 'off' };
let settings: Readonly<Record<string, string>> = {};

/** `TEST_POSTGRES=postgres://…`: another server, which is not restarted. */
export const otherServer = process.env['TEST_POSTGRES'];

const whyNot = otherServer ? null : await whyNoOwnServer();

/**
 * Starts a PostgreSQL for the tests of a file. `asDeployed`: what it has acknowledged is on the disk. Default: nothing has to
 * outlast the machine.
 */
export function withPostgres(asDeployed = false): void {
  if (whyNot !== null) beforeEach(({ skip }) => skip(whyNot));
  beforeAll(async () => {
    if (otherServer || whyNot !== null) return;
    folder = await mkdtemp(path.join(tmpdir(), 'muster-pg-'));
    settings = asDeployed ? {} : quick;
    server = await startOwnServer(folder, { settings });
  }, 60_000);
  afterAll(async () => {
    if (whyNot !== null) return;
    if (otherServer) return dropSchemas();
    await server?.stop();
    await rm(folder, { recursive: true });
  });
}

/** Ends the server as a shutdown of its machine does, and starts it again. */
export async function restartPostgres(): Promise<void> {
  await server?.stop();
  server = await startOwnServer(folder, { settings });
}

/** Kills the server's first process, as the kernel does when memory runs out, and starts it again. */
export async function killPostgres(): Promise<void> {
  const noted = await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8');
  process.kill(Number.parseInt(noted, 10), 'SIGKILL');
  for (let tries = 1; ; tries++)
    try {
      server = await startOwnServer(folder, { settings });
      return;
    } catch (error) {
      // Its other processes end once they notice.
      if (tries === 100) throw error;
    }
}

const connection = (): string | pg.ClientConfig => {
  const known = otherServer ?? server?.connection;
  if (!known) throw new Error('PostgreSQL is not running: call withPostgres().');
  return known;
};

async function dropSchemas(): Promise<void> {
  const client = new pg.Client(connection());
  await client.connect();
  for (let number = 1; number <= schemas; number++)
    await client.query(`DROP SCHEMA IF EXISTS ${schemaOf(number)} CASCADE`);
  await client.end();
}

const schemaOf = (number: number) => `stage_${process.pid}_${number}`;

/** Ends all connections of a schema from outside. */
export async function endConnections(schema: string): Promise<void> {
  const client = new pg.Client(connection());
  await client.connect();
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
    `muster ${schema}`,
  ]);
  await client.end();
}

/** A database in a schema of its own, or in a given one. */
export async function openBareDatabase(schema: string = schemaOf(++schemas)) {
  // Idle connections that end are made again.
  const report = () => {};
  const database = await openDatabase({ connection: connection(), schema, connections: 4, report });
  return { database, schema };
}

/** The same with documents. */
export async function openStore(options: Omit<PostgresDocsOptions, 'database'>, schema?: string) {
  const opened = await openBareDatabase(schema);
  return { ...opened, store: await openPostgresDocs({ database: opened.database, ...options }) };
}

export const postgresProvider = (options: Partial<HintingProvider> = {}) =>
  hintingProvider({
    name: 'postgres',
    manifest: manifestOf('postgres', [...syncCapabilities, 'docs.groups', 'server']),
    open: openStage,
    ...options,
  });

async function openStage(now: () => number): Promise<HintingDatabase> {
  const { database, store } = await openStore({ now });
  const listeners = new Set<(hint: ChangeHint) => void>();
  const markers = new Map<string, () => void>();
  let heard = 0;
  await store.watch((hint) => {
    for (const name of hint ?? []) markers.get(name)?.();
    for (const next of listeners) next(hint);
  });
  const connect = (online: boolean): HintingConnection => {
    const connection = new CurrentSignal<Connection>(online ? 'online' : 'offline');
    const identity = new CurrentSignal<string | null>(null);
    const sent = () => {
      if (connection.current() !== 'online') throw new PortError('unavailable', 'There is no connection.');
    };
    const backend = hintingBackend(store, {
      caller: () => {
        const uid = identity.current();
        return uid === null ? null : { uid, claims: {} };
      },
      watch(next) {
        const own = (hint: ChangeHint) => {
          if (connection.current() === 'online') next(hint);
        };
        listeners.add(own);
        return () => listeners.delete(own);
      },
      connection,
      identity,
    });
    return {
      backend: aroundRequests(backend, async (_operation, run) => {
        sent();
        const answer = await run();
        sent();
        return answer;
      }),
      setNetwork: (on) => connection.set(on ? 'online' : 'offline'),
      become: (uid) => identity.set(uid),
    };
  };
  return {
    connect,
    async heard() {
      const marker = `marker/${++heard}`;
      const { promise, resolve } = Promise.withResolvers<void>();
      markers.set(marker, resolve);
      await database.rows('SELECT pg_notify($1, $2)', [database.channel('docs'), JSON.stringify([marker])]);
      await promise;
      markers.delete(marker);
    },
    serverDocs: (clock, random) => postgresServerDocs(store, clock, random),
    close: () => database.close(),
  };
}
