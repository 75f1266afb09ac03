/** Schedules in PostgreSQL: each tick is run by one of the processes that have the database open. */
import type { TaskSchedule } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { leaseMs, type RunLeases, type RunLeasesOptions } from './run-leases.ts';

export interface PostgresSchedulesOptions extends RunLeasesOptions {
  readonly schedules: Readonly<Record<string, TaskSchedule>>;
  readonly server: () => ServerPorts;
  readonly leases: RunLeases;
}

const retryMs = 500;
/** Largest delay of a timer. */
const longestPauseMs = 24 * 3_600_000;

/**
 * Ticks lie on a grid that begins when a schedule is seen first, or with another interval. After a standstill one run replaces all that
 * were missed; then the grid goes on.
 */
export class PostgresSchedules {
  private readonly options: PostgresSchedulesOptions;
  private readonly timers = new Map<string, () => void>();
  private closed = false;

  /** @throws TypeError for an interval that is no whole number above 0 */
  constructor(options: PostgresSchedulesOptions) {
    this.options = options;
    for (const [name, { everyMs }] of Object.entries(options.schedules))
      if (!Number.isSafeInteger(everyMs) || everyMs <= 0)
        throw new TypeError(`The schedule ${name} must have an interval of whole milliseconds above 0.`);
  }

  /** @throws PortError unavailable */
  async start(): Promise<void> {
    for (const [name, { everyMs }] of Object.entries(this.options.schedules)) {
      await this.options.database.rows(
        `INSERT INTO schedules (name, every, due) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET every = $2, due = $3 WHERE schedules.every <> $2`,
        [name, everyMs, this.options.clock.now() + everyMs],
      );
      await this.armNext(name);
    }
  }

  /** Starts no more runs. Runs in progress continue. */
  close(): void {
    this.closed = true;
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
  }

  private async armNext(name: string): Promise<void> {
    const [row] = await this.options.database.rows<{ due: string }>(
      'SELECT due FROM schedules WHERE name = $1',
      [name],
    );
    this.arm(name, Number(row?.due) - this.options.clock.now());
  }

  private arm(name: string, delayMs: number): void {
    if (this.closed) return;
    this.timers.get(name)?.();
    const fire = guardListener(() =>
      this.tick(name).catch((error: unknown) => {
        this.options.report(error, `schedule:${name}`);
        this.arm(name, retryMs);
      }),
    );
    this.timers.set(name, this.options.clock.setTimer(fire, Math.min(Math.max(0, delayMs), longestPauseMs)));
  }

  private async tick(name: string): Promise<void> {
    if (this.closed) return;
    const { database, clock, leases, schedules, server } = this.options;
    const run = leases.newRun();
    const now = clock.now();
    // A tick during a run is left out.
    const [due] = await database.rows<{ run: string | null }>(
      `UPDATE schedules SET
        due = due + every * (($2 - due) / every + 1),
        run = CASE WHEN run IS NULL OR held_until <= $2 THEN $3 ELSE run END,
        held_until = CASE WHEN run IS NULL OR held_until <= $2 THEN $4 ELSE held_until END
      WHERE name = $1 AND due <= $2 RETURNING run`,
      [name, now, run, now + leaseMs],
    );
    await this.armNext(name);
    if (due?.run !== run) return;
    await leases.hold(run, `schedule:${name}`, async () => schedules[name]?.run(server()));
    await database.rows('UPDATE schedules SET run = NULL WHERE name = $1 AND run = $2', [name, run]);
  }
}
