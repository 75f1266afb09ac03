/** Counts the requests to a database that are under way, so that a clock can wait for them. */
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { WorkUnderWay } from '#contracts/work-under-way.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';

export class BusyDatabases {
  private readonly work = new WorkUnderWay();

  over(database: SqlDatabase): SqlDatabase {
    return {
      rows: (text, values) => this.work.during(() => database.rows(text, values)),
      read: (run) => this.work.during(() => database.read(run)),
      write: (run) => this.work.during(() => database.write(run)),
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
  rest(): Promise<void> {
    return this.work.rest();
  }
}
