import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertProperty } from '../../tests/property.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { ManualClock, type MovableClock } from '#provider-kit/movable-clock.ts';
import { type Host, RunningClock } from './clock.ts';

/** A machine whose time and timers a test holds. */
class TestHost implements Host {
  time = 1_000_000;
  private timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  setTimeout(run: () => void, ms: number): unknown {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return timer;
  }

  clearTimeout(handle: unknown): void {
    this.timers = this.timers.filter((timer) => timer !== handle);
  }

  /** Advances real time. */
  pass(ms: number): void {
    this.time += ms;
    const due = this.timers.filter((timer) => timer.at <= this.time);
    this.timers = this.timers.filter((timer) => timer.at > this.time);
    for (const timer of due) timer.run();
  }
}

const clocks: readonly (readonly [string, () => MovableClock])[] = [
  ['a manual clock', () => new ManualClock(1_000_000)],
  ['a running clock', () => new RunningClock(new TestHost())],
];

describe.each(clocks)('%s', (_name, make) => {
  it('fires at whole milliseconds and never too early', async () => {
    const clock = make();
    const start = clock.now();
    const fired: number[] = [];
    for (const delay of [1.2, 0.5, 2]) clock.setTimer(() => fired.push(clock.now() - start), delay);
    await clock.advance(10);
    expect(fired).toEqual([1, 2, 2]);
  });

  it('fires timers by time, then by creation, each at its own time', async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(fc.nat(1000), { maxLength: 30 }), fc.nat(1000), async (delays, advance) => {
        const clock = make();
        const start = clock.now();
        const fired: { index: number; at: number }[] = [];
        delays.forEach((delay, index) =>
          clock.setTimer(() => fired.push({ index, at: clock.now() - start }), delay),
        );
        await clock.advance(advance);
        const expected = delays
          .map((delay, index) => ({ index, at: delay }))
          .filter(({ at }) => at <= advance)
          .toSorted((a, b) => a.at - b.at || a.index - b.index);
        expect(fired).toEqual(expected);
        expect(clock.now() - start).toBe(advance);
      }),
    );
  });

  it('fires a timer set while advancing in the same advance, including promises', async () => {
    const clock = make();
    const fired: number[] = [];
    const start = clock.now();
    const again = (clock_: Clock) =>
      clock_.setTimer(() => {
        fired.push(clock.now() - start);
        void Promise.resolve().then(() => again(clock_));
      }, 10);
    again(clock);
    await clock.advance(35);
    expect(fired).toEqual([10, 20, 30]);
  });

  it('does not fire a cancelled timer', async () => {
    const clock = make();
    let fired = 0;
    const cancel = clock.setTimer(() => fired++, 5);
    cancel();
    cancel();
    await clock.advance(10);
    expect(fired).toBe(0);
  });
});

describe('a running clock', () => {
  it('follows the machine’s clock and stays ahead after an advance', async () => {
    const host = new TestHost();
    const clock = new RunningClock(host);
    await clock.advance(60_000);
    expect(clock.now()).toBe(host.time + 60_000);
    host.pass(500);
    expect(clock.now()).toBe(host.time + 60_000);
    expect(clock.ahead()).toBe(60_000);
  });

  it('fires at the machine’s time, also beyond the longest machine timer', () => {
    const host = new TestHost();
    const clock = new RunningClock(host);
    const month = 31 * 24 * 3600 * 1000;
    let fired = 0;
    clock.setTimer(() => fired++, month);
    host.pass(2 ** 31 - 1);
    expect(fired).toBe(0);
    host.pass(month - (2 ** 31 - 1));
    expect(fired).toBe(1);
  });

  it('continues at the time of an earlier clock and never goes back', () => {
    const host = new TestHost();
    const clock = new RunningClock(host, 5000);
    clock.moveAheadTo(3000);
    expect(clock.ahead()).toBe(5000);
    let fired = 0;
    clock.setTimer(() => fired++, 1000);
    clock.moveAheadTo(6000);
    host.pass(0);
    expect(fired).toBe(1);
  });
});

it('a manual clock that jumps fires due timers late and in order', async () => {
  const clock = new ManualClock(0);
  const fired: string[] = [];
  for (const delay of [20, 10, 40]) clock.setTimer(() => fired.push(`${delay} at ${clock.now()}`), delay);
  await clock.jump(30);
  expect(fired).toEqual(['10 at 30', '20 at 30']);
  await clock.advance(10);
  expect(fired.at(-1)).toBe('40 at 40');
});
