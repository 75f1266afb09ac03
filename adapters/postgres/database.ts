/** Connections to one PostgreSQL database: transactions, notifications, and its errors as errors of the ports. */
import pg from 'pg';
import { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { databaseErrorOf } from './database-errors.ts';
import { migrations } from './migrations.ts';

export interface DatabaseOptions {
  /** `postgres://…`, or the folder of a Unix socket with user and database. */
  readonly connection: string | pg.ClientConfig;
  /** Schema of the tables; lower-case letters, digits and `_`. Default: `muster`. */
  readonly schema?: string;
  /** Connections at most, beside one for notifications. Default: 10. */
  readonly connections?: number;
  /** Gets errors that are in no answer. */
  readonly report: (error: unknown) => void;
}

/** Rows by SQL with `$1`, `$2`, … for values. */
export interface Sql {
  rows<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly T[]>;
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
  listen(channel: string, next: (payload: string | null) => void): Promise<Unsubscribe>;
  /** Name of a channel in this schema, for `pg_notify`. */
  channel(name: string): string;
  close(): Promise<void>;
}

const reconnectMs = 500;
const keepAliveMs = 30_000;
/** Longest wait for requests under way when the database is closed. */
const lastRequestsMs = 10_000;
/** Longest wait for a connection: a new one, or one that others give back. */
const connectMs = 30_000;
const schemaName = /^[a-z][a-z0-9_]{0,39}$/u;

/**
 * Connects, and makes or updates the tables.
 * @throws PortError unavailable when the database can't be reached; failed-precondition for tables of a newer version; TypeError for a bad
 * schema
 */
export async function openDatabase(options: DatabaseOptions): Promise<SqlDatabase> {
  const { schema = 'muster', connections = 10, report } = options;
  if (!schemaName.test(schema))
    throw new TypeError(`The schema “${schema}” must be lower-case letters, digits and “_”, at most 40.`);
  const settings: pg.ClientConfig = {
    ...(typeof options.connection === 'string'
      ? { connectionString: options.connection }
      : options.connection),
    application_name: `muster ${schema}`,
    options: `-c search_path=${schema}`,
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
  const database = new PostgresDatabase(pool, settings, schema, report);
  try {
    await database.migrate();
  } catch (error) {
    await pool.end();
    throw error;
  }
  return database;
}

class PostgresDatabase implements SqlDatabase {
  private readonly pool: pg.Pool;
  private readonly settings: pg.ClientConfig;
  private readonly schema: string;
  private readonly report: (error: unknown) => void;
  private readonly listening = new Set<Listening>();
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(pool: pg.Pool, settings: pg.ClientConfig, schema: string, report: (error: unknown) => void) {
    this.pool = pool;
    this.settings = settings;
    this.schema = schema;
    this.report = report;
  }

  /** One process at a time; the others wait. */
  async migrate(): Promise<void> {
    await this.transaction('BEGIN', async (sql) => {
      await sql.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [`${this.schema}.migrations`]);
      await sql.rows(`CREATE SCHEMA IF NOT EXISTS ${this.schema}`);
      await sql.rows(
        'CREATE TABLE IF NOT EXISTS migrations (number int PRIMARY KEY, at timestamptz NOT NULL)',
      );
      const [done] = await sql.rows<{ number: number | null }>(
        'SELECT max(number) AS number FROM migrations',
      );
      const from = done?.number ?? 0;
      if (from > migrations.length)
        throw new PortError(
          'failed-precondition',
          `The tables are of version ${from}; this program knows ${migrations.length}. Start the newer program.`,
        );
      for (const [at, statements] of migrations.entries()) {
        if (at < from) continue;
        for (const statement of statements) await sql.rows(statement);
        await sql.rows('INSERT INTO migrations VALUES ($1, now())', [at + 1]);
      }
    });
  }

  rows<T extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly T[]> {
    return this.counted(async () => {
      try {
        return (await this.pool.query<T>(text, [...values])).rows;
      } catch (error) {
        throw databaseErrorOf(error);
      }
    });
  }

  read<T>(run: (sql: Sql) => Promise<T>): Promise<T> {
    return this.counted(() => this.transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', run));
  }

  write<T>(run: (sql: Sql) => Promise<T>): Promise<T> {
    return this.counted(() => this.transaction('BEGIN', run));
  }

  channel(name: string): string {
    return `${this.schema}_${name}`;
  }

  async listen(channel: string, next: (payload: string | null) => void): Promise<Unsubscribe> {
    const listening = new Listening(this.settings, this.channel(channel), next, this.report);
    await listening.connect();
    this.listening.add(listening);
    return () => {
      this.listening.delete(listening);
      void listening.close();
    };
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.listening, (listening) => listening.close()));
    this.listening.clear();
    await this.idle();
    await this.pool.end();
  }

  private async counted<T>(run: () => Promise<T>): Promise<T> {
    const request = run();
    this.underWay.add(request);
    try {
      return await request;
    } finally {
      this.underWay.delete(request);
    }
  }

  /** Resolves once nothing is under way: the pool forgets requests that wait for a connection when it ends. */
  private async idle(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.resolve(), lastRequestsMs);
    const settled = async () => {
      while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
    };
    await Promise.race([settled(), late.promise]);
    clearTimeout(timer);
  }

  private async transaction<T>(begin: string, run: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw databaseErrorOf(error);
    });
    let broken: Error | undefined;
    const rows = async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      try {
        return (await client.query<R>(text, [...values])).rows;
      } catch (error) {
        throw databaseErrorOf(error);
      }
    };
    try {
      await rows(begin);
      const result = await run({ rows });
      await rows('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((reason: unknown) => {
        broken = reason instanceof Error ? reason : new Error(String(reason));
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** A connection that listens to one channel, made again when it is lost. */
class Listening {
  private readonly settings: pg.ClientConfig;
  private readonly channel: string;
  private readonly next: (payload: string | null) => void;
  private readonly report: (error: unknown) => void;
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    settings: pg.ClientConfig,
    channel: string,
    next: (payload: string | null) => void,
    report: (error: unknown) => void,
  ) {
    this.settings = settings;
    this.channel = channel;
    this.next = next;
    this.report = report;
  }

  async connect(): Promise<void> {
    const client = new pg.Client(this.settings);
    client.on('notification', ({ payload }) => this.publish(payload || null));
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, null));
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(this.channel)}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw databaseErrorOf(error);
    }
    if (this.closed) await client.end();
    else this.client = client;
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => {});
  }

  private publish(payload: string | null): void {
    try {
      this.next(payload);
    } catch (error) {
      this.report(error);
    }
  }

  private lost(client: pg.Client, error: Error | null): void {
    if (client !== this.client) return;
    this.client = null;
    if (error) this.report(error);
    this.retry();
  }

  private retry(): void {
    if (this.closed) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.connect().then(
        () => this.publish(null),
        () => this.retry(),
      );
    }, reconnectMs);
  }
}
