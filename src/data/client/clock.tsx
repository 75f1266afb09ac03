/** This browser's clock and timers, injected so that tests control them; and the server's time derived from it. */
import { createContext, type ReactNode, use, useCallback, useSyncExternalStore } from 'react';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { useLive } from './live-query.ts';
import { usePort } from './ports.tsx';

export interface LiveClock {
  /** Epoch milliseconds, this browser's. */
  now(): number;
  /** Returns a cancel. */
  every(ms: number, run: () => void): () => void;
}

export const browserClock: LiveClock = {
  now: () => Date.now(),
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

const ClockContext = createContext<LiveClock>(browserClock);

export function ClockProvider({
  clock,
  children,
}: {
  readonly clock: LiveClock;
  readonly children: ReactNode;
}) {
  return <ClockContext value={clock}>{children}</ClockContext>;
}

export const useClock = (): LiveClock => use(ClockContext);

/** Milliseconds to add to this browser's time for the server's. */
export function useServerOffset(): number {
  const realtime = usePort(realtimeToken);
  const { data } = useLive<number>(['server-offset'], (push) =>
    realtime.watchServerTimeOffset((offset) => push.next(offset)),
  );
  return data ?? 0;
}

/**
 * The server's time, epoch milliseconds, renewed every `everyMs` (default one second) and cut down to it. Screens count
 * with no other time.
 */
export function useServerNow(everyMs = 1000): number {
  const clock = useClock();
  const offset = useServerOffset();
  const subscribe = useCallback((told: () => void) => clock.every(everyMs, told), [clock, everyMs]);
  const now = useSyncExternalStore(subscribe, () => Math.floor(clock.now() / everyMs) * everyMs);
  return now + offset;
}
