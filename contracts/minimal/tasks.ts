/** Tasks and schedules, by timers. */
import { PortError } from '#ports/errors.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerPorts, ServerTasks } from '#ports/server/server.ts';
import type { Json } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { toJson } from '#provider-kit/json.ts';
import { valueOfOwnKey } from '#provider-kit/own-value.ts';
import type { Random } from '#provider-kit/random.ts';

interface PlainTask {
  readonly id: string;
  readonly name: string;
  readonly payload: Json;
  readonly failures: number;
}

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const furthestMs = 30 * 24 * hourMs;
const mostRuns = 100;
const shape = /^[A-Za-z0-9_-]{1,500}$/;

export class PlainTasks implements ServerTasks {
  private readonly set: FunctionSet;
  private readonly clock: Clock;
  private readonly random: Random;
  private readonly server: () => ServerPorts;
  /** Time at which the id may be used again; infinite while its task waits. */
  private readonly used = new Map<string, number>();
  private readonly timers = new Set<() => void>();
  private readonly running = new Set<string>();

  constructor(set: FunctionSet, clock: Clock, random: Random, server: () => ServerPorts) {
    this.set = set;
    this.clock = clock;
    this.random = random;
    this.server = server;
  }

  async enqueue(
    name: string,
    given: Json,
    { at, id = this.random.id() }: { readonly at?: number; readonly id?: string } = {},
  ): Promise<void> {
    if (!shape.test(id)) throw new TypeError(`"${id}" is no task id: 1 to 500 letters, digits, - and _.`);
    const payload = toJson(given, 'payload');
    const now = this.clock.now();
    if (!valueOfOwnKey(this.set.tasks, name))
      throw new PortError('not-found', `There is no handler of tasks named ${name}.`);
    if (at !== undefined && at > now + furthestMs)
      throw new PortError('out-of-range', 'A task can be at most 30 days ahead.');
    for (const [other, until] of this.used) if (until <= now) this.used.delete(other);
    if (this.used.has(id)) return;
    this.used.set(id, Infinity);
    this.after((at ?? now) - now, () => this.run({ id, name, payload, failures: 0 }));
  }

  /** Starts the schedules, each on a grid from now on. */
  start(): void {
    for (const name of Object.keys(this.set.schedules ?? {})) this.repeat(name, this.clock.now());
  }

  stop(): void {
    for (const cancel of this.timers) cancel();
    this.timers.clear();
  }

  private after(ms: number, run: () => Promise<void> | void): void {
    const cancel = this.clock.setTimer(
      () => {
        this.timers.delete(cancel);
        void run();
      },
      Math.max(0, ms),
    );
    this.timers.add(cancel);
  }

  private async run(task: PlainTask): Promise<void> {
    const { id, name, payload, failures } = task;
    try {
      await valueOfOwnKey(this.set.tasks, name)?.(toJson(payload), this.server());
    } catch (error) {
      this.server().background.report(error);
      const again = { ...task, failures: failures + 1 };
      const waitMs = Math.min(secondMs * 2 ** failures, hourMs);
      if (again.failures < mostRuns) return this.after(waitMs, () => this.run(again));
    }
    this.used.set(id, this.clock.now() + hourMs);
  }

  private repeat(name: string, from: number): void {
    const schedule = this.set.schedules?.[name];
    if (!schedule) return;
    const due = from + schedule.everyMs;
    this.after(due - this.clock.now(), async () => {
      // A page that slept leaves out what it has missed.
      const missed = Math.max(0, Math.floor((this.clock.now() - due) / schedule.everyMs));
      this.repeat(name, due + missed * schedule.everyMs);
      if (this.running.has(name)) return;
      this.running.add(name);
      await schedule.run(this.server()).catch((error: unknown) => this.server().background.report(error));
      this.running.delete(name);
    });
  }
}
