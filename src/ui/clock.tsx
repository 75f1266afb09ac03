import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';

/** Where the present comes from. `now` stays the same until listeners are told; a second apart is plenty. */
export interface TickingClock {
  /** Milliseconds since 1970, as of the last tick. */
  now(): number;
  /** Calls back on each tick. Returns the removal. */
  subscribe(listener: () => void): () => void;
}

interface Zones {
  readonly clock: TickingClock;
  readonly zone: string;
  readonly teamZone: string | undefined;
}

const ClockContext = createContext<Zones | null>(null);

export interface ClockProviderProps {
  readonly clock: TickingClock;
  /** An IANA name; default the reader's own. */
  readonly zone?: string | undefined;
  /** Shown beside the reader's zone where they differ. */
  readonly teamZone?: string | undefined;
  readonly children: ReactNode;
}

export function TickingClockProvider({ clock, zone, teamZone, children }: ClockProviderProps) {
  const value = useMemo(
    () => ({ clock, zone: zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone, teamZone }),
    [clock, zone, teamZone],
  );
  return <ClockContext value={value}>{children}</ClockContext>;
}

/** The reader's zone and the team's. */
export function useZones(): { readonly zone: string; readonly teamZone: string | undefined } {
  return useClock();
}

/**
 * What `read` makes of the present. Renders again only when the answer changes: a hundred times that say "2 h ago" stay still
 * for an hour. `read` returns a string, number or boolean.
 */
export function useClockText<T extends string | number | boolean>(read: (now: number) => T): T {
  const { clock } = useClock();
  return useSyncExternalStore(
    (listener) => clock.subscribe(listener),
    () => read(clock.now()),
  );
}

function useClock(): Zones {
  const value = useContext(ClockContext);
  if (!value) throw new TypeError('Times need a ClockProvider above them.');
  return value;
}
