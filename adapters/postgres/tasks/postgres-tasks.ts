/** Tasks in PostgreSQL: each is run by one of the processes that have the database open. */
import { PortError } from '#ports/errors.ts';
import type { TaskHandler } from '#ports/server/handlers.ts';
import type { ServerPorts, ServerTasks } from '#ports/server/server.ts';
import type { Json, Unsubscribe } from '#ports/shared.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { toJson } from '#provider-kit/json.ts';
import { valueOfOwnKey } from '#provider-kit/own-value.ts';
import { leaseMs, type RunLeases, type RunLeasesOptions, tasksChannel } from './run-leases.ts';

export interface PostgresTasksOptions extends RunLeasesOptions {
  readonly handlers: Readonly<Record<string, TaskHandler>>;
  readonly server: () => ServerPorts;
  readonly leases: RunLeases;
  /**
   * Longest time without a look at the table, in milliseconds: notifications are lost where a connection breaks without notice.
   * Default: one minute.
   */
  readonly pollMs?: number;
}

interface TaskRow {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly payload: string;
  readonly runs: number;
}

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const furthestMs = 30 * 24 * hourMs;
const mostRuns = 100;
const taskId = /^[A-Za-z0-9_-]{1,500}$/u;

/** Runs of one name at a time in one process. There is no limit over all names: handlers that hang would hold up those of other names. */
const mostOfName = 10;
/** Pause while the database can't be reached, and where a task that is due is just being taken by another process. */
const retryMs = 500;
const cleanUpMs = hourMs;

/** Pause after a run that threw. */
const backoffMs = (runs: number) => Math.min(secondMs * 2 ** (runs - 1), hourMs);

export class PostgresTasks implements ServerTasks {
  private readonly options: PostgresTasksOptions;
  private readonly running = new Map<string, number>();
  private wakeAt = Infinity;
  private cancelWake: () => void = () => {};
  private isLooking = false;
  private lookAgain = false;
  private stopListening: Unsubscribe = () => {};
  private cancelCleanUp: () => void = () => {};
  private state: 'new' | 'started' | 'closed' = 'new';

  constructor(options: PostgresTasksOptions) {
    this.options = options;
  }

  async enqueue(
    name: string,
    payload: Json,
    { at, id = this.options.random.id() }: { readonly at?: number; readonly id?: string } = {},
  ): Promise<void> {
    if (!taskId.test(id)) throw new TypeError(`"${id}" is no task id: 1 to 500 letters, digits, - and _.`);
    if (at !== undefined && !Number.isFinite(at)) throw new TypeError('`at` must be epoch milliseconds.');
    const text = JSON.stringify(toJson(payload, 'payload'));
    const now = this.options.clock.now();
    if (!valueOfOwnKey(this.options.handlers, name))
      throw new PortError('not-found', `There is no handler for tasks named ${name}.`);
    if (at !== undefined && at > now + furthestMs)
      throw new PortError('out-of-range', 'A task can be at most 30 days ahead.');
    const due = Math.ceil(Math.max(at ?? now, now));
    const { database } = this.options;
    const isNew = await database.write(async (sql) => {
      const [added] = await sql.rows(
        `INSERT INTO tasks (id, name, payload, due) VALUES ($1, $2, $3, $4)
        ON CONFLICT (id) DO UPDATE
          SET name = $2, payload = $3, due = $4, number = DEFAULT, runs = 0, run = NULL, done = NULL
          WHERE tasks.done <= $5
        RETURNING id`,
        [id, name, text, due, now - hourMs],
      );
      if (added) await sql.rows('SELECT pg_notify($1, $2)', [database.channel(tasksChannel), String(due)]);
      return added !== undefined;
    });
    if (isNew) this.wake(due);
  }

  /** Begins to run tasks. Resolves once it hears of those that other processes enqueue. @throws PortError unavailable */
  async start(): Promise<void> {
    this.state = 'started';
    this.stopListening = await this.options.database.listen(tasksChannel, (due) =>
      this.wake(due === null ? 0 : Number(due)),
    );
    this.wake(0);
    this.cleanUpLater();
  }

  /** Starts no more runs. Runs in progress continue. */
  close(): void {
    this.state = 'closed';
    this.cancelWake();
    this.cancelCleanUp();
    this.stopListening();
  }

  /** Looks for tasks at that time. */
  private wake(at: number): void {
    if (this.state !== 'started' || Number.isNaN(at) || at >= this.wakeAt) return;
    this.cancelWake();
    this.wakeAt = at;
    this.cancelWake = this.options.clock.setTimer(
      guardListener(() => {
        this.wakeAt = Infinity;
        return this.look();
      }),
      Math.max(0, at - this.options.clock.now()),
    );
  }

  /** Poll of due tasks; a single one at a time. */
  private async look(): Promise<void> {
    if (this.isLooking) {
      this.lookAgain = true;
      return;
    }
    this.isLooking = true;
    try {
      do {
        this.lookAgain = false;
        await this.takeDue();
      } while (this.lookAgain && this.state === 'started');
    } catch (error) {
      this.options.report(error, 'tasks');
      this.wake(this.options.clock.now() + retryMs);
    } finally {
      this.isLooking = false;
    }
  }

  private async takeDue(): Promise<void> {
    const { database, clock, leases, pollMs = 60_000 } = this.options;
    const names = this.takeable();
    // The end of a run looks again.
    if (this.state !== 'started' || names.length === 0) return;
    const [first] = await database.rows<{ due: string }>(
      'SELECT due FROM tasks WHERE done IS NULL AND name = ANY($1) ORDER BY due, number LIMIT 1',
      [names],
    );
    const due = first ? Number(first.due) : Infinity;
    const now = clock.now();
    if (due > now) return this.wake(Math.min(due, now + pollMs));
    const run = leases.newRun();
    const taken = await database.rows<TaskRow>(
      `UPDATE tasks SET run = $1 || '.' || tasks.number, runs = runs + 1, due = $2
      WHERE id IN (
        SELECT id FROM tasks WHERE done IS NULL AND due <= $3 AND name = ANY($4)
        ORDER BY due, number LIMIT $5 FOR UPDATE SKIP LOCKED
      ) RETURNING id, number, name, payload, runs`,
      [run, now + leaseMs, now, names, mostOfName],
    );
    if (taken.length === 0) return this.wake(now + retryMs);
    for (const task of taken.toSorted((one, other) => Number(one.number) - Number(other.number)))
      this.begin(task, `${run}.${task.number}`);
    this.lookAgain = true;
  }

  /** Names of which more may run. */
  private takeable(): readonly string[] {
    const names = Object.keys(this.options.handlers);
    return names.filter((name) => (this.running.get(name) ?? 0) < mostOfName);
  }

  private begin(task: TaskRow, run: string): void {
    const { name } = task;
    this.count(name, 1);
    void this.carryOut(task, run)
      .catch((error: unknown) => this.options.report(error, `task:${name}`))
      .finally(() => {
        this.count(name, -1);
        this.wake(0);
      });
  }

  private count(name: string, change: number): void {
    const count = (this.running.get(name) ?? 0) + change;
    if (count > 0) this.running.set(name, count);
    else this.running.delete(name);
  }

  private async carryOut({ id, name, payload, runs }: TaskRow, run: string): Promise<void> {
    const { database, clock, handlers, server, leases, report } = this.options;
    const from = `task:${name}`;
    const isDone =
      // Its last run has ended its process.
      runs > mostRuns ||
      (await leases.hold(run, from, async () => {
        await valueOfOwnKey(handlers, name)?.(JSON.parse(payload) as Json, server());
      }));
    const now = clock.now();
    if (!isDone && runs < mostRuns) {
      await database.rows('UPDATE tasks SET due = $3, run = NULL WHERE id = $1 AND run = $2', [
        ...[id, run],
        now + backoffMs(runs),
      ]);
      return;
    }
    if (!isDone || runs > mostRuns)
      report(new PortError('aborted', `A task was given up after ${mostRuns} runs.`), from);
    await database.rows('UPDATE tasks SET done = $3, run = NULL WHERE id = $1 AND run = $2', [id, run, now]);
  }

  private cleanUpLater(): void {
    if (this.state !== 'started') return;
    this.cancelCleanUp = this.options.clock.setTimer(
      guardListener(() => {
        this.cleanUpLater();
        return this.cleanUp().catch((error: unknown) => this.options.report(error, 'tasks'));
      }),
      cleanUpMs,
    );
  }

  /** Forgets ids of the last hour, and tasks for which no program has had a handler for 30 days. */
  private async cleanUp(): Promise<void> {
    const { database, clock } = this.options;
    await database.rows('DELETE FROM tasks WHERE done <= $1', [clock.now() - hourMs]);
    await database.rows('DELETE FROM tasks WHERE done IS NULL AND due <= $1', [clock.now() - furthestMs]);
  }
}
