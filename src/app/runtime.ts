/** What one open app consists of beside its screens: the ports, the live cache over them, and the time. */
import { QueryClient } from '@tanstack/react-query';
import { type Auth, authToken } from '#ports/auth/auth.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { performanceToken } from '#ports/performance/performance.ts';
import { type Realtime, realtimeToken } from '#ports/realtime/realtime.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { browserClock, type LiveClock } from '#src/data/client/clock.tsx';
import { followConnection } from '#src/data/client/connection.ts';
import { attachLive } from '#src/data/client/live-query.ts';
import type { OutboxStorage } from '#src/data/client/outbox.ts';
import type { Ports } from '#src/data/client/ports.tsx';
import { attachCommands } from '#src/data/client/sending.ts';
import type { TickingClock } from '#src/ui/clock.tsx';
import { createNotices, type Notices } from './notices.ts';
import { serverTicks } from './server-ticks.ts';

export interface Runtime {
  readonly ports: Ports;
  readonly queries: QueryClient;
  readonly clock: LiveClock;
  /** Server time for every time shown on a screen. */
  readonly ticks: TickingClock;
  /** Where commands wait for the connection. */
  readonly outbox: OutboxStorage;
  readonly notices: Notices;
  /** Resolves when all ports can be used; `null` where they can from the start. Before that only auth and config are there. */
  readonly complete: (() => Promise<void>) | null;
  /** Runs it the first time that name is given, on this page. */
  once(name: string, run: () => void): void;
  /** Ends what it subscribed to; the backend is the caller's to dispose of. */
  close(): void;
}

export interface RuntimeOptions {
  readonly clock?: LiveClock;
  readonly outbox?: OutboxStorage;
  readonly notices?: Notices;
  readonly complete?: (() => Promise<void>) | null;
}

export function openRuntime(ports: Ports, options: RuntimeOptions = {}): Runtime {
  const {
    clock = browserClock,
    outbox = browserStorage(),
    notices = createNotices(),
    complete = null,
  } = options;
  const realtime = () => ports.resolve(realtimeToken);
  const queries = new QueryClient({
    // Live queries bring their own news; nothing is asked again because a window got the focus.
    defaultOptions: { queries: { refetchOnWindowFocus: false, refetchOnReconnect: false } },
  });
  attachCommands(queries, {
    functions: () => ports.resolve(functionsToken),
    performance: () => ports.resolve(performanceToken),
  });
  const endLive = attachLive(queries);
  const endConnection = followFromFirstPerson(ports.resolve(authToken), complete, realtime);
  const ticks = serverTicks(clock, realtime);
  const happened = new Set<string>();
  return {
    ports,
    queries,
    clock,
    ticks,
    outbox,
    notices,
    complete,
    once(name, run) {
      if (happened.has(name)) return;
      happened.add(name);
      run();
    },
    close() {
      endLive();
      endConnection();
      queries.clear();
    },
  };
}

/** From the first person on: before that no command goes out, and a sign-in screen fetches nothing of the realtime service. */
function followFromFirstPerson(
  auth: Auth,
  complete: (() => Promise<void>) | null,
  realtime: () => Realtime,
): Unsubscribe {
  let endConnection: Unsubscribe | null = null;
  let ended = false;
  const follow = () => {
    if (!ended) endConnection ??= followConnection(realtime());
  };
  const endPeople = auth.onUserChange((user) => {
    if (!user) return;
    if (!complete) return follow();
    // Should its script not come, the screens that wait for it say so.
    complete().then(follow, () => undefined);
  });
  return () => {
    ended = true;
    endPeople();
    endConnection?.();
  };
}

/** The browser's storage, or one for this page only where the browser refuses. */
function browserStorage(): OutboxStorage {
  try {
    localStorage.getItem('muster');
    return localStorage;
  } catch {
    return pageStorage();
  }
}

/** Lasts as long as the page. */
export function pageStorage(): OutboxStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
