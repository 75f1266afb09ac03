/** Periodic runs of scheduled functions. */
import { type Part, RecordMap } from '../records.ts';
import type { Platform } from '../service.ts';
import { runOn } from './mortal.ts';

/** Next due time of each schedule, epoch milliseconds. */
export type ScheduleState = Readonly<Record<string, number>>;

/**
 * Due times lie on a grid that starts when the schedule is first seen, so runs do not drift. After a standstill (the cloud was not
 * running) one run replaces all missed ones, soon; then the grid goes on.
 */
export class Schedules {
  private readonly platform: Platform;
  private readonly due: RecordMap<number>;
  private readonly timers = new Map<string, () => void>();
  private readonly running = new Set<string>();
  /** Number of restores: runs begun before the last one are ignored, and delay nothing. */
  private era = 0;

  constructor(platform: Platform) {
    this.platform = platform;
    this.due = new RecordMap((name) => platform.changed('functions', () => [`schedule/${name}`]));
  }

  start(): void {
    const now = this.platform.clock.now();
    for (const [name, { everyMs }] of this.all()) {
      if (!(everyMs > 0)) throw new TypeError(`The schedule ${name} must have an interval above 0.`);
      if (!this.due.has(name)) this.due.set(name, now + everyMs);
      this.arm(name, everyMs);
    }
  }

  stop(): void {
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
  }

  snapshot(): ScheduleState {
    return Object.fromEntries(this.due);
  }

  /** Sets the due times; takes effect at the next `start`. */
  restore(state: ScheduleState): void {
    this.stop();
    this.due.replaceAll(Object.entries(state));
    this.running.clear();
    this.era++;
  }

  part(): Part {
    return this.due.part();
  }

  private all() {
    return Object.entries(this.platform.functions()?.schedules ?? {});
  }

  private arm(name: string, everyMs: number): void {
    const wait = (this.due.get(name) ?? 0) - this.platform.clock.now();
    this.timers.set(
      name,
      this.platform.clock.setTimer(() => this.fire(name, everyMs), wait),
    );
  }

  private fire(name: string, everyMs: number): void {
    const now = this.platform.clock.now();
    const due = this.due.get(name) ?? now;
    this.due.set(name, due + everyMs * (Math.floor((now - due) / everyMs) + 1));
    this.arm(name, everyMs);
    void this.run(name);
  }

  private async run(name: string): Promise<void> {
    const schedule = this.platform.functions()?.schedules?.[name];
    if (!schedule || this.running.has(name)) return;
    const { era } = this;
    this.running.add(name);
    try {
      await runOn(this.platform, `schedule:${name}`, (server) => schedule.run(server));
    } catch (error) {
      this.platform.options.onFailure?.({ kind: 'schedule', name, error });
    }
    if (era === this.era) this.running.delete(name);
  }
}
