/** The server's time, derived from this browser's clock. */
import { useCallback, useSyncExternalStore } from 'react';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { useLive } from '#react/live-query.ts';
import { usePort } from '#react/ports.tsx';
import { type LiveClock, useClock } from './clock.tsx';
import { createStore, type Store } from './store.ts';

/** Milliseconds to add to this browser's time for the server's. */
export function useServerOffset(): number {
  const realtime = usePort(realtimeToken);
  const { data } = useLive<number>(['server-offset'], (push) =>
    realtime.watchServerTimeOffset((offset) => push.next(offset)),
  );
  return data ?? 0;
}

/** Interval of the look at instants of change, and the most that this browser's idea of the server's time is wrong. */
const changeStepMs = 1000;
const noChanges: readonly number[] = [];

/**
 * The server's time, epoch milliseconds, renewed every `everyMs` (default one second) and rounded down to it. Screens count
 * with no other time.
 *
 * `changesAt`: instants at which what is shown changes, such as the beginning of an override. The time is never before one that
 * has been reached, so that a change is shown with its answer and not with the next renewal.
 */
export function useServerNow(everyMs = 1000, changesAt: readonly number[] = noChanges): number {
  const clock = useClock();
  const offset = useServerOffset();
  const stepMs = changesAt.length === 0 ? everyMs : Math.min(everyMs, changeStepMs);
  const subscribe = useCallback(
    (listener: () => void) => joinTicks(clock, stepMs, listener),
    [clock, stepMs],
  );
  return useSyncExternalStore(subscribe, () => {
    const now = clock.now();
    return withChanges(Math.floor(now / everyMs) * everyMs + offset, now + offset, changesAt);
  });
}

interface Ticks {
  /** Number of ticks so far. */
  readonly count: Store<number>;
  readonly end: () => void;
  readers: number;
}

/** Shared timer for all readers of a clock at one interval. */
const ticking = new WeakMap<LiveClock, Map<number, Ticks>>();

function joinTicks(clock: LiveClock, stepMs: number, listener: () => void): () => void {
  const ofClock = ticking.get(clock) ?? new Map<number, Ticks>();
  ticking.set(clock, ofClock);
  const ticks = ofClock.get(stepMs) ?? beginTicks(clock, stepMs);
  ofClock.set(stepMs, ticks);
  ticks.readers++;
  const leave = ticks.count.subscribe(listener);
  return () => {
    leave();
    if (--ticks.readers > 0) return;
    ticks.end();
    ofClock.delete(stepMs);
  };
}

function beginTicks(clock: LiveClock, stepMs: number): Ticks {
  const count = createStore(0);
  return { count, end: clock.every(stepMs, () => count.set(count.current() + 1)), readers: 0 };
}

function withChanges(rounded: number, now: number, changesAt: readonly number[]): number {
  let latest = rounded;
  for (const at of changesAt) if (at > latest && at <= now + changeStepMs) latest = at;
  return latest;
}
