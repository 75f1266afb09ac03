/** The services of one open app: ports, query client, clocks, outbox, notices. */
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { type Auth, authToken } from '#ports/auth/auth.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { performanceToken } from '#ports/performance/performance.ts';
import { type Realtime, realtimeToken } from '#ports/realtime/realtime.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { browserClock, type LiveClock } from '#src/data/client/clock.tsx';
import { followConnection } from '#src/data/client/connection.ts';
import { createEmptyMarks, markedBy } from '#src/data/client/empty-marks.ts';
import { isFirstPressAwaited } from '#src/data/client/first-input.ts';
import { attachLive } from '#react/live-query.ts';
import type { OutboxStorage } from '#src/data/client/outbox-storage.ts';
import type { Ports } from '#src/data/client/ports.tsx';
import { attachCommands } from '#src/data/client/sending.ts';
import type { TickingClock } from '#src/ui/clock.tsx';
import { createAppNotices, type AppNotices } from './app-notices.ts';
import { runLater } from './next-task.ts';
import { serverTicks } from './server-ticks.ts';
import { createStorageReport, type StorageReport } from './storage-report.ts';

export interface Runtime {
  readonly ports: Ports;
  readonly queries: QueryClient;
  readonly clock: LiveClock;
  /** Server time for every time shown on a screen. */
  readonly ticks: TickingClock;
  /** Storage of commands that wait for the connection. */
  readonly outbox: OutboxStorage;
  readonly notices: AppNotices;
  /** Lost or endangered data of the provider's storage in this browser. */
  readonly storage: StorageReport;
  /** Resolves when all ports can be used; `null` where they can from the start. Before that only auth and config are there. */
  readonly complete: (() => Promise<void>) | null;
  /** Whether all ports can be used now. */
  isComplete(): boolean;
  /** Runs a callback at the first call with its name; once for each page load. */
  once(name: string, run: () => void): void;
  /** Measures a render error as a trace of no duration, without its message: that may quote what a person typed. */
  reportRenderError(error: Error, componentStack: string): void;
  /** Ends its subscriptions. The caller disposes of the backend. */
  close(): void;
}

export interface RuntimeOptions {
  readonly clock?: LiveClock;
  readonly outbox?: OutboxStorage;
  readonly notices?: AppNotices;
  readonly storage?: StorageReport;
  readonly complete?: (() => Promise<void>) | null;
  /** Default: without `complete` they can. */
  readonly isComplete?: () => boolean;
}

export function openRuntime(ports: Ports, options: RuntimeOptions = {}): Runtime {
  const {
    clock = browserClock,
    outbox = browserStorage(),
    notices = createAppNotices(),
    storage = createStorageReport(outbox),
    complete = null,
    isComplete = () => complete === null,
  } = options;
  const realtime = () => ports.resolve(realtimeToken);
  const queries = new QueryClient({
    // Live queries update themselves: no refetch on focus or reconnection.
    defaultOptions: { queries: { refetchOnWindowFocus: false, refetchOnReconnect: false } },
  });
  attachCommands(queries, {
    now: () => clock.now(),
    functions: () => ports.resolve(functionsToken),
    performance: () => ports.resolve(performanceToken),
  });
  // Values reach the screen in the turn they arrive in, not after a timer.
  notifyManager.setScheduler(queueMicrotask);
  const endLive = attachLive(queries, {
    received: markedBy(createEmptyMarks(outbox)),
    rendersInSlices: isFirstPressAwaited,
    later: runLater,
  });
  const endConnection = followFromFirstPerson(ports.resolve(authToken), complete, realtime);
  const ticks = serverTicks(clock, realtime);
  const happened = new Set<string>();
  const report = (name: string, attributes: Readonly<Record<string, string>>) => {
    const record = () =>
      ports.resolve(performanceToken).record({
        name,
        startedAt: clock.now(),
        durationMs: 0,
        metrics: {},
        attributes,
      });
    void Promise.resolve(complete?.()).then(record, () => undefined);
  };
  storage.onFailure(({ operation, record, error }) =>
    report('storage_failure', { operation, record, error: nameOf(error) }),
  );
  return {
    ports,
    queries,
    clock,
    ticks,
    outbox,
    notices,
    storage,
    complete,
    isComplete,
    once(name, run) {
      if (happened.has(name)) return;
      happened.add(name);
      run();
    },
    reportRenderError(error, componentStack) {
      const component = /\bat (\w+)/.exec(componentStack)?.[1] ?? 'unknown';
      report('render_error', { error: nameOf(error), component: component.slice(0, 100) });
    },
    close() {
      endLive();
      endConnection();
      queries.clear();
    },
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown').slice(0, 100);

/** Follows the connection from the first sign-in on; the sign-in screen does not load the realtime service. */
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
    // A missing script is reported by the screens that need it.
    complete().then(follow, () => undefined);
  });
  return () => {
    ended = true;
    endPeople();
    endConnection?.();
  };
}

/** localStorage, or memory where the browser refuses it. */
export function browserStorage(): OutboxStorage {
  try {
    localStorage.getItem('muster');
  } catch {
    return pageStorage();
  }
  return {
    get length() {
      return localStorage.length;
    },
    key: (index) => localStorage.key(index),
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
    removeItem: (key) => localStorage.removeItem(key),
    watch(changed) {
      addEventListener('storage', changed);
      return () => removeEventListener('storage', changed);
    },
  };
}

/** In-memory storage. */
export function pageStorage(): OutboxStorage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    watch: () => () => undefined,
  };
}
