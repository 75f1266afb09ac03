/** The world of functions over PostgreSQL: their ports, calls, HTTP door, tasks and schedules. */
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerHttp } from '#ports/server/http.ts';
import type { ServerMail } from '#ports/server/mail.ts';
import type { ServerDocs, ServerPorts, ServerRealtime, ServerUsers } from '#ports/server/server.ts';
import type { Workers } from '#ports/workers/workers.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { PostgresConfig } from '../config/postgres-config.ts';
import type { SqlDatabase } from '../database.ts';
import type { PostgresFiles } from '../files/postgres-files.ts';
import { postgresServerFiles } from '../files/server-files.ts';
import type { PostgresPush } from '../push/postgres-push.ts';
import { PostgresSchedules } from '../tasks/postgres-schedules.ts';
import { PostgresTasks } from '../tasks/postgres-tasks.ts';
import { RunLeases } from '../tasks/run-leases.ts';
import type { CallableRunner } from '../wire/function-service.ts';
import { BackgroundWork } from './background-work.ts';
import { FunctionCalls } from './function-calls.ts';
import { type AnswerHttp, httpDoor } from './http-door.ts';

export interface PostgresServerOptions {
  readonly database: SqlDatabase;
  readonly docs: ServerDocs;
  readonly users: ServerUsers;
  readonly realtime: ServerRealtime;
  readonly files: PostgresFiles;
  readonly push: PostgresPush;
  readonly config: PostgresConfig;
  readonly clock: Clock;
  /** Its ids can't be guessed. */
  readonly random: Random;
  readonly functions: FunctionSet;
  readonly http: ServerHttp | null;
  readonly mail: ServerMail | null;
  readonly workers: Workers | null;
  /** Gets errors that are in no answer, and where they are from: `call:NAME`, `task:NAME`, `schedule:NAME`, `http:METHOD`, say. */
  readonly report: (error: unknown, from: string) => void;
  /** Longest time without a look at the tasks, in milliseconds. Default: one minute. */
  readonly pollMs?: number;
  /** Whether no other process uses the database: the start releases the leases of killed processes. Default: false. */
  readonly isSole?: boolean;
}

export interface PostgresServer {
  /** Ports as functions have them. */
  readonly server: ServerPorts;
  /** For `functionService` of the wire. */
  readonly callFunction: CallableRunner;
  readonly answerHttp: AnswerHttp;
  readonly background: BackgroundWork;
  /** Begins to run tasks and schedules. @throws PortError unavailable */
  start(): Promise<void>;
  /**
   * Begins no more tasks and schedules, waits for those under way and for background work, up to so long (default 10 s), and gives back
   * what then still runs, for other processes to take.
   */
  stop(waitMs?: number): Promise<void>;
}

/** @throws TypeError for a schedule without a good interval */
export function postgresServer(options: PostgresServerOptions): PostgresServer {
  const { database, clock, random, functions, report, pollMs, isSole = false } = options;
  const shared = { database, clock, random, report, server: () => server };
  const leases = new RunLeases(shared);
  const tasks = new PostgresTasks({
    ...shared,
    leases,
    handlers: functions.tasks ?? {},
    ...(pollMs !== undefined && { pollMs }),
  });
  const schedules = new PostgresSchedules({ ...shared, leases, schedules: functions.schedules ?? {} });
  const background = new BackgroundWork(clock, report);
  const server: ServerPorts = {
    docs: options.docs,
    users: options.users,
    push: options.push,
    storage: postgresServerFiles(options.files),
    realtime: options.realtime,
    config: options.config,
    clock: { now: () => clock.now() },
    tasks,
    random: { id: () => random.id(), secret: () => random.id(32) },
    background,
    http: options.http,
    mail: options.mail,
    workers: options.workers,
  };
  return {
    server,
    callFunction: new FunctionCalls({ ...shared, callables: functions.callables }).call,
    answerHttp: httpDoor({ ...shared, handler: functions.http }),
    background,
    async start() {
      if (isSole) await leases.releaseLeft();
      await tasks.start();
      await schedules.start();
    },
    async stop(waitMs = 10_000) {
      tasks.close();
      schedules.close();
      await Promise.all([leases.idle(waitMs), background.idle(waitMs)]);
      await leases.giveBack();
    },
  };
}
