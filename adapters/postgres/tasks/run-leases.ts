/** Runs of tasks and schedules in this process: bounded in time, and held by leases that other processes respect. */
import { PortError } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { Random } from '#provider-kit/random.ts';
import type { SqlDatabase } from '../database.ts';

/** How long a run is held without renewal: so much later another process goes on with what a killed one has left. */
export const leaseMs = 15_000;
const renewalMs = 5000;
/** Longest run. A longer one is no longer waited for. */
const longestRunMs = 10 * 60_000;

/** Notification channel: times at which tasks are due, in epoch milliseconds. */
export const tasksChannel = 'tasks';

export interface RunLeasesOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly random: Random;
  /** Gets errors that are in no answer, and where they are from: `task:NAME`, say. */
  readonly report: (error: unknown, from: string) => void;
}

export class RunLeases {
  private readonly options: RunLeasesOptions;
  private readonly process: string;
  private runs = 0;
  private readonly held = new Set<string>();
  private cancelRenewal: (() => void) | null = null;
  private readonly waiting: (() => void)[] = [];

  constructor(options: RunLeasesOptions) {
    this.options = options;
    this.process = options.random.id();
  }

  /** Name of a run to come, unique over all processes. */
  newRun(): string {
    return `${this.process}.${++this.runs}`;
  }

  /** Runs `work`, with its lease renewed. Whether it succeeded; a failure is reported. */
  async hold(run: string, from: string, work: () => Promise<void>): Promise<boolean> {
    this.held.add(run);
    this.renewLater();
    try {
      await this.bounded(work);
      return true;
    } catch (error) {
      this.options.report(error, from);
      return false;
    } finally {
      this.held.delete(run);
      if (this.held.size === 0) {
        this.stopRenewal();
        for (const resolve of this.waiting.splice(0)) resolve();
      }
    }
  }

  /** Resolves once nothing runs, or after so long. */
  async idle(waitMs: number): Promise<void> {
    if (this.held.size === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = this.options.clock.setTimer(resolve, waitMs);
      this.waiting.push(() => {
        cancel();
        resolve();
      });
    });
  }

  /** Gives back what still runs, for other processes to take at once. */
  async giveBack(): Promise<void> {
    this.stopRenewal();
    if (this.held.size === 0) return;
    const { database, clock } = this.options;
    const now = clock.now();
    await this.setLeases(now);
    await database.rows('SELECT pg_notify($1, $2)', [database.channel(tasksChannel), String(now)]);
  }

  /**
   * Releases what killed processes have held, where no other process uses the database. A task that was interrupted before keeps its lease,
   * and a schedule waits for an interval: the run may be what ends the process, which has other work to do.
   */
  async releaseLeft(): Promise<void> {
    const { database, clock } = this.options;
    const values = [clock.now()];
    await database.rows(
      'UPDATE tasks SET due = least(due, $1), run = NULL WHERE run IS NOT NULL AND done IS NULL AND runs = 1',
      values,
    );
    await database.rows(
      'UPDATE schedules SET due = greatest(due, $1 + every), run = NULL WHERE run IS NOT NULL',
      values,
    );
  }

  private async bounded(work: () => Promise<void>): Promise<void> {
    const late = Promise.withResolvers<never>();
    const cancel = this.options.clock.setTimer(
      () => late.reject(new PortError('deadline-exceeded', 'The run took too long.')),
      longestRunMs,
    );
    try {
      await Promise.race([work(), late.promise]);
    } finally {
      cancel();
    }
  }

  private renewLater(): void {
    this.cancelRenewal ??= this.options.clock.setTimer(
      guardListener(() => {
        this.cancelRenewal = null;
        if (this.held.size === 0) return;
        this.renewLater();
        return this.setLeases(this.options.clock.now() + leaseMs).catch((error: unknown) =>
          this.options.report(error, 'leases'),
        );
      }),
      renewalMs,
    );
  }

  private stopRenewal(): void {
    this.cancelRenewal?.();
    this.cancelRenewal = null;
  }

  private async setLeases(until: number): Promise<void> {
    const values = [until, [...this.held]];
    const { database } = this.options;
    await database.rows('UPDATE tasks SET due = $1 WHERE run = ANY($2) AND done IS NULL', values);
    await database.rows('UPDATE schedules SET held_until = $1 WHERE run = ANY($2)', values);
  }
}
