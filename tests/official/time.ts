/**
 * Time in the test's hands, for client and part alike: both are in this process. The network stays real, so whoever moves time lets
 * it come to rest between the steps.
 */
import { vi } from 'vitest';
import { nextTurn } from '#tests/contracts/firebase/until.ts';
import { watchTraffic } from './traffic.ts';

export interface Time {
  /** Waits until no request is under way but those that are meant to wait, and nothing follows from the last one. */
  settle(): Promise<void>;
  advance(ms: number): Promise<void>;
  /** Time and network are as they were. */
  release(): void;
}

const turn = setImmediate;
const realNow = Date.now;
const realTimeout = setTimeout;
const steps = 60;
const calmTurns = 25;
const patienceMs = 50_000;
const mostAtOnceMs = 2;

/**
 * `waiting`: how many requests have arrived where they wait for something that needs time. `arrived`: what else there is to wait
 * for, such as what does not travel by `fetch`.
 */
export function takeTime(
  waiting: () => number = () => 0,
  arrived: () => Promise<void> = async () => {},
): Time {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const requests = watchTraffic();
  let mode: 'follows' | 'stands' | 'released' = 'follows';
  let before = realNow();
  let end = Infinity;
  // Short pauses pass by themselves, so that waiting for them equals waiting for nothing. Long pauses do not, however slow this machine is;
  // nor does time pass the point to which it is moved.
  const follow = () => {
    if (mode === 'released') return;
    const now = realNow();
    const passed = Math.min(now - before, mostAtOnceMs, end - Date.now());
    vi.advanceTimersByTime(mode === 'follows' ? Math.max(0, passed) : 0);
    before = now;
    realTimeout(follow, 1);
  };
  follow();

  const settle = async () => {
    const until = realNow() + patienceMs;
    for (let calm = 0, turns = 0; calm < calmTurns; turns++) {
      if (realNow() > until)
        throw new Error(
          `It does not come to rest: ${requests.addresses().join(', ')}; ${waiting()} of them are meant to wait.`,
        );
      await nextTurn(turns);
      calm = requests.underWay() <= waiting() ? calm + 1 : 0;
    }
    await arrived();
  };
  return {
    settle,
    async advance(ms) {
      end = Date.now() + ms;
      for (let step = 1; step < steps; step++) {
        const next = Math.min(end - ms / steps, Date.now() + ms / steps);
        if (next <= Date.now()) break;
        await vi.advanceTimersByTimeAsync(next - Date.now());
        await settle();
      }
      // Exact to the millisecond: a timer due one later does not run.
      mode = 'stands';
      await vi.advanceTimersByTimeAsync(Math.max(0, end - Date.now()));
      for (let calm = 0; calm < calmTurns; calm++) {
        vi.advanceTimersByTime(0);
        await aTurn();
      }
      mode = 'follows';
      end = Infinity;
    },
    release() {
      mode = 'released';
      requests.restore();
      vi.useRealTimers();
    },
  };
}

const aTurn = () => new Promise<void>((resolve) => turn(resolve));
