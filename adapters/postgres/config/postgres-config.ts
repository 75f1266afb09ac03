/** Published configuration in PostgreSQL. */
import { PortError } from '#ports/errors.ts';
import type { ServerConfig } from '#ports/server/server.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import { utf8Length } from '#provider-kit/utf8.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import type { WireService } from '../wire/peer.ts';

export interface PublishedValues {
  /** Another one after each change. */
  readonly version: string;
  readonly values: Readonly<Record<string, string>>;
}

const configKey = /^[A-Za-z_][A-Za-z0-9_]{0,255}$/u;
const largestValue = 100_000;
const mostKeys = 1000;
const channel = 'config';

export class PostgresConfig implements ServerConfig {
  private readonly database: SqlDatabase;
  private readonly listeners = new Set<(version: string | null) => void>();

  constructor(database: SqlDatabase) {
    this.database = database;
  }

  /** Subscribes to publications of other processes. Returns the unsubscribe function. @throws PortError unavailable */
  start(): Promise<Unsubscribe> {
    return this.database.listen(channel, (version) =>
      runEach([...this.listeners], (listener) => listener(version)),
    );
  }

  async value(key: string): Promise<string | null> {
    if (!configKey.test(key)) return null;
    const [row] = await this.database.rows<{ value: string }>(
      'SELECT value FROM config_values WHERE key = $1',
      [key],
    );
    return row ? (JSON.parse(row.value) as string) : null;
  }

  published(): Promise<PublishedValues> {
    return this.database.read((sql) => publishedBy(sql));
  }

  /**
   * Publishes values for everyone; the others stay, and `null` removes one.
   * @throws PortError invalid-argument for a bad key, for a value of more than 100,000 bytes and for more than 1,000 keys
   */
  async publish(changes: Readonly<Record<string, string | null>>): Promise<PublishedValues> {
    for (const [key, value] of Object.entries(changes)) checkEntry(key, value);
    return this.database.write(async (sql) => {
      // Row lock: publications happen one after the other.
      await sql.rows('SELECT version FROM config_version FOR UPDATE');
      const before = await publishedBy(sql);
      const changed = Object.entries(changes).filter(
        ([key, value]) => (Object.hasOwn(before.values, key) ? before.values[key] : null) !== value,
      );
      if (changed.length === 0) return before;
      for (const [key, value] of changed)
        await (value === null
          ? sql.rows('DELETE FROM config_values WHERE key = $1', [key])
          : sql.rows(
              `INSERT INTO config_values VALUES ($1, $2)
              ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
              [key, JSON.stringify(value)],
            ));
      await sql.rows('UPDATE config_version SET version = version + 1');
      const after = await publishedBy(sql);
      if (Object.keys(after.values).length > mostKeys)
        throw new PortError('invalid-argument', `There may be at most ${mostKeys} published values.`);
      await sql.rows('SELECT pg_notify($1, $2)', [this.database.channel(channel), after.version]);
      return after;
    });
  }

  /** Publishes the version of each change, and `null` when some may have been missed. */
  watch(next: (version: string | null) => void): Unsubscribe {
    const own = (version: string | null) => next(version);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }
}

async function publishedBy(sql: Sql): Promise<PublishedValues> {
  const [row] = await sql.rows<{ version: string }>('SELECT version FROM config_version');
  const rows = await sql.rows<{ key: string; value: string }>(
    'SELECT key, value FROM config_values ORDER BY key',
  );
  return {
    version: row?.version ?? '',
    values: Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as string])),
  };
}

/** @throws PortError invalid-argument */
function checkEntry(key: string, value: unknown): void {
  if (!configKey.test(key))
    throw new PortError(
      'invalid-argument',
      `"${key}" is no key: a letter or _, then letters, digits and _, up to 256.`,
    );
  if (value !== null && (typeof value !== 'string' || utf8Length(value) > largestValue))
    throw new PortError(
      'invalid-argument',
      `The value of ${key} is a text of at most ${largestValue} bytes.`,
    );
}

/**
 * `config.fetch`, answered by `PublishedValues`. The stream `config.updates` of `{ version }` publishes `{ version }` of each later change, at
 * once where the given one is not the newest.
 */
export const configService = (config: PostgresConfig): WireService => ({
  calls: { 'config.fetch': () => config.published() },
  streams: {
    async 'config.updates'(input, _peer, observer) {
      const known = isPlainObject(input) ? input['version'] : null;
      let newest = 0;
      // An answer may be older than a notification.
      const tell = (version: string) => {
        if (Number(version) <= newest) return;
        newest = Number(version);
        if (version !== known) observer.next({ version });
      };
      const ask = async () => tell((await config.published()).version);
      const stop = config.watch((version) => {
        if (version !== null) tell(version);
        else void ask().catch((error: unknown) => observer.failed(error));
      });
      try {
        await ask();
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    },
  },
});
