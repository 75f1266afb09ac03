/** This browser's clock and timers, injected so that tests control them. */
import { createContext, type ReactNode, use } from 'react';

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
