/** Connections to one PostgreSQL database: transactions, notifications, and its errors as errors of the ports. */
import pg from 'pg';
import { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { databaseErrorOf } from './database-errors.ts';
import { type NotificationListener, Notifications } from './notifications.ts';
import type { Sql } from './sql.ts';
import { migrations as programMigrations } from './migrations.ts';
import { lockTables, type Migrations, migrateTables, requireVersion, tableVersion } from './table-version.ts';

export interface DatabaseOptions {
  /** `postgres://…`, or the folder of a Unix socket with user and database. */
  readonly connection: string | pg.ClientConfig;
  /** Schema of the tables; lower-case letters, digits and `_`. Default: `muster`. */
  readonly schema?: string;
  /** Purpose, part of the name of its connections. Default: serving. */
  readonly purpose?: 'move';
  /** Connections at most, beside one for notifications. Default: 10. */
  readonly connections?: number;
  /**
   * `current`, the default: makes tables where there are none, and opens no others than the program's. `any`: opens the database as it is,
   * for its upkeep.
   */
  readonly tables?: 'current' | 'any';
  /** Default: the program's. */
  readonly migrations?: Migrations;
  /**
   * Longest pause of this process within a transaction of serving, in milliseconds, after which the database ends it. Default: 15,000. A
   * process that is gone without notice, or stands still, would keep its locks, and every commit locks one row.
   */
  readonly idleTransactionMs?: number;
  /** Longest time of one statement of serving, in milliseconds, after which the database ends it. Default: 30,000. */
  readonly statementMs?: number;
  /**
   * Longest wait for the answer to a statement of serving, in milliseconds, after which its connection is replaced. Default: 35,000. A
   * connection that was cut without notice would otherwise hang until TCP gives up, about 15 minutes.
   */
  readonly answerMs?: number;
  /** Gets errors that are in no answer. */
  readonly report: (error: unknown) => void;
}

export interface SqlDatabase extends Sql {
  /** Reads as of one moment. */
  read<T>(run: (sql: Sql) => Promise<T>): Promise<T>;
  /** All of `run` takes effect together, or nothing when it throws. */
  write<T>(run: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Publishes what others send on a channel of this schema; `null` after a connection was lost: anything may have been missed.
   * Resolves once it is connected.
   */
  listen(channel: string, next: NotificationListener): Promise<Unsubscribe>;
  /** Name of a channel in this schema, for `pg_notify`. */
  channel(name: string): string;
  /** Waits up to so many milliseconds (default 10,000) for requests under way, and ends those that still run. */
  close(waitMs?: number): Promise<void>;
}

/** An idle connection that was cut without notice is found after this and ten probes, one a second. */
const keepAliveMs = 10_000;
/** Wait for requests under way when the database is closed. */
const lastRequestsMs = 10_000;
/** Longest wait for a connection: a new one, or one that others give back. */
const connectMs = 30_000;

/** Name of connections of processes that serve, in `pg_stat_activity`. */
export const applicationName = (schema: string, purpose?: string): string =>
  `muster ${schema}${purpose === undefined ? '' : ` ${purpose}`}`;

/** As long as a lease: so much later another process goes on with what a killed one has left. */
const longestIdleMs = 15_000;

/** Above the longest wait for the row that each commit locks. */
const longestStatementMs = 30_000;
/** Above it, so that the database is the first to end a statement. */
const longestAnswerMs = 35_000;

const schemaName = /^[a-z][a-z0-9_]{0,39}$/u;

/**
 * Connects, and makes the tables where there are none. Tables that are there are not changed.
 * @throws PortError unavailable when the database can't be reached; failed-precondition for tables of another version; TypeError for a bad
 * schema
 */
export async function openDatabase(options: DatabaseOptions): Promise<SqlDatabase> {
  const { schema = 'muster', connections = 10, tables = 'current', purpose, report } = options;
  const {
    idleTransactionMs = longestIdleMs,
    statementMs = longestStatementMs,
    answerMs = longestAnswerMs,
  } = options;
  if (!schemaName.test(schema))
    throw new TypeError(`The schema “${schema}” must be lower-case letters, digits and “_”, at most 40.`);
  // Upkeep reads files or another database within its transactions.
  const serves = tables === 'current' && purpose === undefined;
  const limits = serves
    ? `-c idle_in_transaction_session_timeout=${idleTransactionMs} -c statement_timeout=${statementMs}`
    : '-c idle_in_transaction_session_timeout=0 -c statement_timeout=0';
  const settings: pg.ClientConfig = {
    ...(typeof options.connection === 'string'
      ? { connectionString: options.connection }
      : options.connection),
    application_name: applicationName(schema, tables === 'current' ? purpose : 'upkeep'),
    options: `-c search_path=${schema} ${limits}`,
    // TCP keep-alive: finds half-open connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: connectMs,
  };
  const pool = new pg.Pool({ ...settings, max: connections });
  pool.on('error', (error) => {
    // Connections that end with the server after they were closed here.
    if (!pool.ending) report(error);
  });
  // A connection that is lost in the middle of a transaction: its statements reject, and without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => {}));
  const limit: StatementLimit = serves ? { query_timeout: answerMs } : {};
  const notifications = new Notifications({ ...settings, ...limit }, report);
  const database = new PostgresDatabase(pool, schema, notifications, limit);
  try {
    await (tables === 'current'
      ? database.prepareTables(options.migrations ?? programMigrations)
      : database.rows('SELECT 1'));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return database;
}

/** Part of a statement's settings, in milliseconds. Absent: no limit. */
interface StatementLimit {
  readonly query_timeout?: number;
}

class PostgresDatabase implements SqlDatabase {
  private readonly pool: pg.Pool;
  private readonly schema: string;
  private readonly notifications: Notifications;
  private readonly limit: StatementLimit;
  /** Requests, each with a function that rejects it. */
  private readonly underWay = new Map<Promise<unknown>, () => void>();
  /** Connections that carry out a request. */
  private readonly inUse = new Set<pg.PoolClient>();

  constructor(pool: pg.Pool, schema: string, notifications: Notifications, limit: StatementLimit) {
    this.pool = pool;
    pool.on('acquire', (client) => this.inUse.add(client));
    pool.on('release', (_error, client) => this.inUse.delete(client));
    this.schema = schema;
    this.notifications = notifications;
    this.limit = limit;
  }

  /** Makes the tables where there are none. One process at a time; the others wait. */
  async prepareTables(migrations: Migrations): Promise<void> {
    // Another process may change the tables for longer than a statement of serving takes.
    await this.transaction('BEGIN', {}, async (sql) => {
      await sql.rows('SET LOCAL statement_timeout = 0');
      await lockTables(sql, this.schema);
      const version = await tableVersion(sql);
      if (version > 0) return requireVersion(version, migrations.length);
      await sql.rows(`CREATE SCHEMA IF NOT EXISTS ${this.schema}`);
      await migrateTables(sql, migrations, 0);
    });
  }

  rows<T extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly T[]> {
    return this.counted(async () => {
      try {
        return (await this.pool.query<T>({ ...this.limit, text, values: [...values] })).rows;
      } catch (error) {
        throw databaseErrorOf(error);
      }
    });
  }

  read<T>(run: (sql: Sql) => Promise<T>): Promise<T> {
    return this.counted(() =>
      this.transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', this.limit, run),
    );
  }

  write<T>(run: (sql: Sql) => Promise<T>): Promise<T> {
    return this.counted(() => this.transaction('BEGIN', this.limit, run));
  }

  channel(name: string): string {
    return `${this.schema}_${name}`;
  }

  listen(channel: string, next: NotificationListener): Promise<Unsubscribe> {
    return this.notifications.listen(this.channel(channel), next);
  }

  async close(waitMs = lastRequestsMs): Promise<void> {
    await this.notifications.close();
    await this.idle(waitMs);
    const ended = this.pool.end();
    // The pool waits for these without a limit.
    for (const client of this.inUse) void client.end();
    await ended;
    // The pool forgets requests that wait for a connection: they began after the last look, and their callers would keep the process.
    for (const endRequest of this.underWay.values()) endRequest();
  }

  private async counted<T>(run: () => Promise<T>): Promise<T> {
    const { promise: request, resolve, reject } = Promise.withResolvers<T>();
    this.underWay.set(request, () => reject(new PortError('unavailable', 'The database is closed.')));
    run().then(resolve, reject);
    try {
      return await request;
    } finally {
      this.underWay.delete(request);
    }
  }

  /** Resolves once nothing is under way: the pool forgets requests that wait for a connection when it ends. */
  private async idle(waitMs: number): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.resolve(), waitMs);
    const settled = async () => {
      while (this.underWay.size > 0) await Promise.allSettled(this.underWay.keys());
    };
    await Promise.race([settled(), late.promise]);
    clearTimeout(timer);
  }

  private async transaction<T>(
    begin: string,
    limit: StatementLimit,
    run: (sql: Sql) => Promise<T>,
  ): Promise<T> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw databaseErrorOf(error);
    });
    let broken: Error | undefined;
    const rows = async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      try {
        return (await client.query<R>({ ...limit, text, values: [...values] })).rows;
      } catch (error) {
        // Lost, or without an answer in time: a further statement would wait as long.
        if (!(error instanceof pg.DatabaseError))
          broken = error instanceof Error ? error : new Error(String(error));
        throw databaseErrorOf(error);
      }
    };
    try {
      await rows(begin);
      const result = await run({ rows });
      await rows('COMMIT');
      return result;
    } catch (error) {
      if (!broken)
        await client.query({ ...limit, text: 'ROLLBACK' }).catch((reason: unknown) => {
          broken = reason instanceof Error ? reason : new Error(String(reason));
        });
      throw error;
    } finally {
      client.release(broken);
    }
  }
}
