import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';

/** The time that screens show. `now` stays the same between ticks; a tick a second is enough. */
export interface TickingClock {
  /** Milliseconds since 1970, as of the last tick. */
  now(): number;
  /** Calls back on each tick. Returns the removal. */
  subscribe(listener: () => void): () => void;
}

/** A second time zone, shown beside the reader's where they differ. */
export interface OtherZone {
  /** Name of the zone's owner: "Office". */
  readonly label: string;
  /** An IANA name. */
  readonly zone: string;
}

interface Zones {
  readonly clock: TickingClock;
  readonly zone: string;
  readonly otherZone: OtherZone | undefined;
}

const ClockContext = createContext<Zones | null>(null);

export interface ClockProviderProps {
  readonly clock: TickingClock;
  /** An IANA name; default the reader's own. */
  readonly zone?: string | undefined;
  readonly otherZone?: OtherZone | undefined;
  readonly children: ReactNode;
}

export function TickingClockProvider({ clock, zone, otherZone, children }: ClockProviderProps) {
  const value = useMemo(() => {
    let shown = zone;
    return {
      clock,
      otherZone,
      // Asked for by the first time that is shown: screens without one do not wait for the browser's data of zones.
      get zone() {
        return (shown ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
      },
    };
  }, [clock, zone, otherZone]);
  return <ClockContext value={value}>{children}</ClockContext>;
}

/** The reader's zone and the other one. */
export const useZones = (): Omit<Zones, 'clock'> => useClock();

/** A value read from the time. Renders again only when the value changes: a hundred times that say "2 h ago" render once an hour. */
export function useClockText<T extends string | number | boolean>(read: (now: number) => T): T {
  const { clock } = useClock();
  return useSyncExternalStore(
    (listener) => clock.subscribe(listener),
    () => read(clock.now()),
  );
}

/** Reads the time of the last tick, without rendering again at the next: for what is decided once. */
export const useReadClock = (): (() => number) => useClock().clock.now;

function useClock(): Zones {
  const value = useContext(ClockContext);
  if (!value) throw new TypeError('Times need a ClockProvider above them.');
  return value;
}
