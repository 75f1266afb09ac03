/** Counts the requests to a database that are under way, so that a clock can wait for them. */
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';

export class BusyDatabases {
  private requests = 0;

  over(database: SqlDatabase): SqlDatabase {
    return {
      rows: (text, values) => this.counted(() => database.rows(text, values)),
      read: (run) => this.counted(() => database.read(run)),
      write: (run) => this.counted(() => database.write(run)),
      listen: (channel, next) => database.listen(channel, next),
      channel: (name) => database.channel(name),
      close: () => database.close(),
    };
  }

  /** A clock whose timers have all their effects before time goes on. */
  clock(): ManualClock {
    return new ManualClock(undefined, () => this.rest());
  }

  /** Resolves once nothing is under way. */
  async rest(): Promise<void> {
    for (await settle(); this.requests > 0; await settle()) await new Promise((next) => setImmediate(next));
  }

  private async counted<R>(run: () => Promise<R>): Promise<R> {
    this.requests++;
    try {
      return await run();
    } finally {
      this.requests--;
    }
  }
}
