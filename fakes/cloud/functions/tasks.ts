/** Work to be done at a time, at least once. */
import { PortError } from '#ports/errors.ts';
import { toJson } from '#provider-kit/json.ts';
import type { ServerTasks } from '#ports/server/server.ts';
import type { Json } from '#ports/shared.ts';
import { type Part, RecordMap } from '../records.ts';
import type { Platform } from '../service.ts';
import { runOn } from './mortal.ts';

export interface QueuedTask {
  readonly id: string;
  readonly name: string;
  readonly payload: Json;
  /** Time of the next run, epoch milliseconds. */
  readonly at: number;
  /** Number of failed runs. */
  readonly failures: number;
}

export interface TaskState {
  readonly waiting: readonly QueuedTask[];
  /** Ids of tasks that are done, with the time, oldest first. */
  readonly done: readonly (readonly [id: string, at: number])[];
}

const second = 1000;
const hour = 3600 * second;
const rememberedMs = hour;
const furthestMs = 30 * 24 * hour;
const attempts = 100;
const shape = /^[A-Za-z0-9_-]{1,500}$/;

const backoff = (failures: number) => Math.min(second * 2 ** (failures - 1), hour);

/**
 * Tasks due at one moment start in the order they were enqueued. A task counts as waiting until its handler has resolved, so
 * a cloud that is restored from a snapshot taken meanwhile runs it again.
 */
export class Tasks implements ServerTasks {
  private readonly platform: Platform;
  private readonly waiting: RecordMap<QueuedTask>;
  private readonly done: RecordMap<number>;
  private readonly timers = new Map<string, () => void>();
  private readonly ids;
  private started = false;
  private era = 0;

  constructor(platform: Platform) {
    this.platform = platform;
    this.ids = platform.ids('task');
    this.waiting = new RecordMap((id) => platform.changed('functions', () => [`task/${id}`]));
    this.done = new RecordMap((id) => platform.changed('functions', () => [`done/${id}`]));
  }

  enqueue(
    name: string,
    payload: Json,
    options: { readonly at?: number; readonly id?: string } = {},
  ): Promise<void> {
    const { at, id = this.ids.id() } = options;
    if (!shape.test(id)) throw new TypeError(`"${id}" is no task id: 1 to 500 letters, digits, - and _.`);
    if (at !== undefined && !Number.isFinite(at)) throw new TypeError('`at` must be epoch milliseconds.');
    const copy = toJson(payload, 'payload');
    const now = this.platform.clock.now();
    if (!this.handler(name)) return refuse('not-found', `There is no handler for tasks named ${name}.`);
    if (at !== undefined && at > now + furthestMs)
      return refuse('out-of-range', 'A task can be at most 30 days ahead.');
    this.forget(now);
    if (this.waiting.has(id) || this.done.has(id)) return Promise.resolve();
    this.put({ id, name, payload: copy, at: Math.max(at ?? now, now), failures: 0 });
    return Promise.resolve();
  }

  start(): void {
    this.started = true;
    for (const task of this.waiting.values()) this.arm(task);
  }

  stop(): void {
    this.started = false;
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
  }

  snapshot(): TaskState {
    this.forget(this.platform.clock.now());
    return { waiting: [...this.waiting.values()], done: [...this.done] };
  }

  /** Replaces the tasks; takes effect at the next `start`. */
  restore(state: TaskState): void {
    this.stop();
    this.era++;
    this.waiting.replaceAll(state.waiting.map((task) => [task.id, task]));
    this.done.replaceAll(state.done);
  }

  parts(): { readonly task: Part; readonly done: Part } {
    return { task: this.waiting.part(), done: this.done.part() };
  }

  private handler(name: string) {
    const handlers = this.platform.functions()?.tasks ?? {};
    return Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  }

  private put(task: QueuedTask): void {
    this.waiting.set(task.id, task);
    if (this.started) this.arm(task);
  }

  private arm(task: QueuedTask): void {
    const wait = task.at - this.platform.clock.now();
    this.timers.set(
      task.id,
      this.platform.clock.setTimer(() => void this.run(task), wait),
    );
  }

  private async run(task: QueuedTask): Promise<void> {
    const { era } = this;
    this.timers.delete(task.id);
    try {
      const handler = this.handler(task.name);
      if (!handler) throw new PortError('not-found', `There is no handler for tasks named ${task.name}.`);
      const payload = structuredClone(task.payload);
      await runOn(this.platform, `task:${task.name}`, (server) => handler(payload, server));
      if (era === this.era) this.finish(task);
    } catch (error) {
      this.platform.options.onFailure?.({ kind: 'task', name: task.name, error });
      if (era === this.era) this.fail(task);
    }
  }

  private finish(task: QueuedTask): void {
    this.waiting.delete(task.id);
    this.done.set(task.id, this.platform.clock.now());
  }

  private fail(task: QueuedTask): void {
    const failures = task.failures + 1;
    if (failures >= attempts) this.finish(task);
    else this.put({ ...task, failures, at: this.platform.clock.now() + backoff(failures) });
  }

  /** Oldest first, so it stops at the first that is still to be remembered. */
  private forget(now: number): void {
    for (const [id, at] of this.done) {
      if (at + rememberedMs > now) return;
      this.done.delete(id);
    }
  }
}

const refuse = (code: 'not-found' | 'out-of-range', message: string) =>
  Promise.reject(new PortError(code, message));
