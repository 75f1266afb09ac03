/** A database whose requests and notifications are known to be over, so that a clock can wait for them. */
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import type { Sql } from '#adapters/postgres/sql.ts';
import { WorkUnderWay } from '#contracts/work-under-way.ts';

const prefix = 'marker:';

interface HeardListen {
  readonly channel: string;
  /** Resolves the wait for a marker. */
  readonly markers: Map<string, () => void>;
}

export class HeardDatabase {
  /** Database of the provider. */
  readonly database: SqlDatabase;
  private readonly inner: SqlDatabase;
  private readonly listens = new Set<HeardListen>();
  private readonly work = new WorkUnderWay();
  private isNotified = false;
  private sent = 0;

  constructor(inner: SqlDatabase) {
    this.inner = inner;
    const watched = (sql: Sql): Sql => ({
      rows: (text, values) => {
        if (text.includes('pg_notify')) this.isNotified = true;
        return sql.rows(text, values);
      },
    });
    this.database = {
      rows: (text, values) => this.work.during(() => watched(inner).rows(text, values)),
      read: (run) => this.work.during(() => inner.read(run)),
      write: (run) => this.work.during(() => inner.write((sql) => run(watched(sql)))),
      channel: (name) => inner.channel(name),
      close: () => inner.close(),
      listen: (channel, next) => this.work.during(() => this.listen(channel, next)),
    };
  }

  /** Resolves once nothing is under way, and what was notified has been heard. */
  async rest(): Promise<void> {
    for (await this.work.rest(); this.isNotified; await this.work.rest()) {
      this.isNotified = false;
      await Promise.all(Array.from(this.listens, (listen) => this.hear(listen)));
    }
  }

  private async listen(channel: string, next: (payload: string | null) => void): Promise<() => void> {
    const listen: HeardListen = { channel, markers: new Map() };
    const stop = await this.inner.listen(channel, (payload) => {
      if (payload?.startsWith(prefix)) listen.markers.get(payload)?.();
      else next(payload);
    });
    this.listens.add(listen);
    return () => {
      this.listens.delete(listen);
      stop();
    };
  }

  private async hear({ channel, markers }: HeardListen): Promise<void> {
    const marker = `${prefix}${++this.sent}`;
    const { promise, resolve } = Promise.withResolvers<void>();
    markers.set(marker, resolve);
    await this.inner.rows('SELECT pg_notify($1, $2)', [this.inner.channel(channel), marker]);
    await promise;
    markers.delete(marker);
  }
}
