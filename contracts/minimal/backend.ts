/** The smallest backend: the core of each port, every extension `null`. */
import type { Backend } from '#ports/backend.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import { defaultsShell } from '#provider-kit/config/shell.ts';
import { manifestOf } from '#provider-kit/manifest.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import { countSubscriptions } from '#provider-kit/subscriptions.ts';
import { syncDocs } from '#sync/docs.ts';
import { refetching } from '#sync/refetching.ts';
import { minimalAuth, newSessionStore, type SessionStore } from './auth.ts';
import type { ClientParts } from './client-parts.ts';
import type { MinimalCloud } from './cloud.ts';
import { connectStore } from './docs-backend.ts';
import { minimalFunctions } from './functions.ts';
import { Line } from './line.ts';
import { minimalMessaging, minimalPerformance } from './measuring.ts';
import { minimalStorage } from './storage.ts';
import { minimalRealtime } from './realtime.ts';

declare const console: { error(what: unknown): void };

export const minimalManifest = manifestOf('minimal', [
  'auth.password',
  'realtime',
  'functions',
  'functions.cancellation',
  'storage',
  'messaging',
  'config',
  'performance',
  'server',
]);

export interface MinimalOptions {
  readonly settings?: Partial<ClientSettings>;
  /** The session of the browser. Default: a new browser. */
  readonly session?: SessionStore;
  /** Default: true. */
  readonly online?: boolean;
}

export interface MinimalClient {
  readonly backend: Backend;
  setNetwork(on: boolean): void;
  /** Number of subscriptions that have not ended. */
  openSubscriptions(): number;
}

/** Receives the errors that subscribers throw. */
const logError = (error: unknown) => console.error(error);

/** @throws TypeError for a setting that there is not; PortError out-of-range */
export function minimalBackend(cloud: MinimalCloud, options: MinimalOptions = {}): MinimalClient {
  const settings = resolveSettings(options.settings);
  const { clock, report } = cloud;
  const subscriptions = countSubscriptions();
  const ending: (() => void)[] = [];
  let disposed: Promise<void> | null = null;
  const client: PortClient = {
    trackSubscription: subscriptions.trackSubscription,
    onDispose: (run) => void ending.push(run),
    isDisposed: () => disposed !== null,
  };
  const connection = connectStore(cloud.docs, options.online);
  const line = new Line(connection.backend.connection, client, clock);
  const parts: ClientParts = { client, clock, line, settings };
  const session = options.session ?? newSessionStore();
  const auth = minimalAuth(cloud, session, connection.become, parts);
  const synced = syncDocs(
    {
      transport: refetching(connection.backend, { clock, report }),
      ...{ clock, random: cloud.random.fork(cloud.random.id()), settings, caches: null, report: logError },
    },
    client,
  );
  const { storage, endUploads } = minimalStorage(cloud.files, parts);
  const dispose = (): Promise<void> => {
    if (disposed) return disposed;
    const end = Promise.withResolvers<void>();
    disposed = end.promise;
    for (const run of ending) run();
    end.resolve(Promise.all([synced.dispose(), endUploads()]).then(() => {}));
    return disposed;
  };
  return {
    backend: {
      auth,
      docs: { ...synced.docs, offline: null, aggregates: null, transactions: null, sync: null },
      realtime: minimalRealtime(cloud.tree, parts),
      functions: minimalFunctions(cloud.call, auth, parts),
      storage,
      messaging: minimalMessaging(parts),
      config: defaultsShell(),
      performance: minimalPerformance(parts),
      capabilities: minimalManifest,
      settings,
      control: null,
      dispose,
    },
    setNetwork: connection.setNetwork,
    openSubscriptions: subscriptions.open,
  };
}
