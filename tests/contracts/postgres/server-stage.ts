/** Backend code over PostgreSQL on the contracts' stage, without clients. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PostgresConfig } from '#adapters/postgres/config/postgres-config.ts';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { openPostgresDocs } from '#adapters/postgres/docs/postgres-docs.ts';
import { postgresServerDocs } from '#adapters/postgres/docs/server-docs.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { PostgresFiles } from '#adapters/postgres/files/postgres-files.ts';
import { type PostgresServer, postgresServer } from '#adapters/postgres/functions/postgres-server.ts';
import { openPostgresPush } from '#adapters/postgres/push/postgres-push.ts';
import type { Provider } from '#contracts/harness.ts';
import { off, offStage } from '#contracts/off-stage.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerMail } from '#ports/server/mail.ts';
import type { ServerRealtime, ServerUsers } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { manifestOf } from '#provider-kit/manifest.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { BusyDatabases } from './busy-database.ts';
import { openBareDatabase } from './provider.ts';

const noClients = 'This stage has no clients.';

export interface OpenedTestServer extends PostgresServer {
  readonly push: Awaited<ReturnType<typeof openPostgresPush>>;
  readonly config: PostgresConfig;
  readonly files: PostgresFiles;
}

export interface TestServerOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly functions: FunctionSet;
  /** Of the contents of files. */
  readonly folder: string;
  /** Of ids: another one for each process. */
  readonly seed: string;
  readonly report: (error: unknown, from?: string) => void;
  /** Default: none. */
  readonly mail?: ServerMail;
  /** Default: false. */
  readonly isSole?: boolean;
}

/** Server of a process. */
export async function openTestServer(options: TestServerOptions): Promise<OpenedTestServer> {
  const { database, clock, functions, folder, seed, report, mail = null, isSole = false } = options;
  const random = seededRandom(seed);
  const store = await openPostgresDocs({ database, now: () => clock.now() });
  const files = new PostgresFiles({ database, store: diskFileStore(folder), clock, random, report });
  const push = await openPostgresPush({
    database,
    clock,
    random,
    contact: 'mailto:test@example.com',
    report,
  });
  const config = new PostgresConfig(database);
  const opened = postgresServer({
    ...{ database, files, push, config, clock, random, functions, report, isSole },
    // Days pass in scenarios, and notifications are not lost.
    pollMs: 7 * 24 * 3_600_000,
    docs: postgresServerDocs(store, clock, random),
    users: offStage<ServerUsers>(noClients),
    realtime: offStage<ServerRealtime>(noClients),
    http: null,
    mail,
    workers: null,
  });
  return { ...opened, push, config, files };
}

export const postgresServerProvider: Provider = {
  name: 'postgres, backend code',
  manifest: manifestOf('postgres', ['server']),
  stage: ({ functions }) => openStage(functions),
};

async function openStage(functions: FunctionSet): Promise<ProviderStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-server-'));
  const { database } = await openBareDatabase();
  const busy = new BusyDatabases();
  const clock = busy.clock();
  const opened = await openTestServer({
    ...{ clock, functions, folder, seed: folder },
    database: busy.over(database),
    report: () => {},
  });
  await opened.start();
  return {
    connect: off(noClients),
    setNetwork: off(noClients),
    kill: off(noClients),
    advance: (ms) => clock.advance(ms),
    settle: () => busy.rest(),
    openSubscriptions: () => 0,
    async dispose() {
      await opened.stop();
      opened.push.close();
      await busy.rest();
      await database.close();
      await rm(folder, { recursive: true });
    },
    server: opened.server,
    lacks: noClients,
  };
}
