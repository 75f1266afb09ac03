/** The eight ports in a browser tab, over one connection to a server of `adapters/postgres`. */
import type { Backend } from '#ports/backend.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import type { BrowserTiming } from '#provider-kit/performance/automatic.ts';
import type { Random } from '#provider-kit/random.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import { StorageHealth, type StorageObserver } from '#provider-kit/storage-health.ts';
import { countSubscriptions } from '#provider-kit/subscriptions.ts';
import type { BrowserStore, KeyValueStore } from '#provider-kit/tab-store.ts';
import { browserCaches } from '#sync/browser-caches.ts';
import { syncDocs } from '#sync/docs.ts';
import { syncRealtime } from '#sync/realtime/driver.ts';
import { refetching } from '#sync/refetching.ts';
import type { TextChannel } from '../wire/channel.ts';
import { wireAuth } from './auth/auth.ts';
import type { PasskeyBrowser } from './auth/passkeys.ts';
import type { SocialBrowser } from './auth/social.ts';
import { postgresCapabilities } from './capabilities.ts';
import type { HostClientContext } from './client-context.ts';
import { wireConfig } from './config.ts';
import { wireDocs } from './docs-backend.ts';
import { wireFunctions } from './functions.ts';
import { type PushBrowser, wireMessaging } from './messaging.ts';
import { wirePerformance } from './performance.ts';
import { wireRealtime } from './realtime.ts';
import type { FetchBytes } from './file-bytes.ts';
import { wireStorage } from './storage.ts';
import { openWire } from './socket-wire.ts';

export interface PostgresClientOptions {
  /** Begins to connect to the server. */
  readonly connect: () => TextChannel;
  readonly files: {
    /** Address of the server for files, with a slash at its end. */
    readonly address: string;
    readonly fetch: FetchBytes;
  };
  /** Unique among all clients of the server. */
  readonly clientId: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly stores: { readonly local: BrowserStore; readonly session: KeyValueStore };
  readonly storage: StorageObserver;
  readonly push: PushBrowser;
  /** `null`: the server has no providers of accounts. */
  readonly social: SocialBrowser | null;
  /** `null`: the browser can't use passkeys at the address of the page. */
  readonly passkeys: PasskeyBrowser | null;
  /** Publishes what the browser measures by itself. */
  readonly onTiming: (next: (timing: BrowserTiming) => void) => () => void;
  readonly settings?: Partial<ClientSettings>;
  /** Gets what a subscriber threw. */
  readonly report: (error: unknown) => void;
}

export interface PostgresClient {
  readonly backend: Backend;
  setNetwork(on: boolean): void;
  /** Number of subscriptions that have not ended. */
  openSubscriptions(): number;
}

/** @throws TypeError for a setting that there is not; PortError out-of-range */
export function postgresClient(options: PostgresClientOptions): PostgresClient {
  const { clock, random, report } = options;
  const tab = options.stores.local.openTab();
  const stores = { local: tab, session: options.stores.session };
  const settings = resolveSettings(options.settings);
  const subscriptions = countSubscriptions();
  const ending: (() => void)[] = [];
  let disposed: Promise<void> | null = null;
  const client: PortClient = {
    trackSubscription: subscriptions.trackSubscription,
    onDispose: (run) => void ending.push(run),
    isDisposed: () => disposed !== null,
  };
  const storage = new StorageHealth(options.storage);
  let sessionSecret = (): string | null => null;
  const { auth, wire, identity } = wireAuth({
    ...{ client, clock, stores, storage, passwordMinLength: settings.passwordMinLength },
    social: options.social,
    passkeys: options.passkeys,
    connect(own) {
      sessionSecret = own.session;
      return openWire({ connect: options.connect, clock, random, ...own });
    },
  });
  const context: HostClientContext = { ...client, wire, clock, random, settings, stores, storage };
  const synced = syncDocs(
    {
      transport: refetching(wireDocs(wire, identity), { clock, report }),
      ...{ clock, random: random.fork('docs'), settings, report },
      caches: browserCaches(tab, storage),
    },
    client,
  );
  const files = wireStorage({
    ...{ client, wire, clock, random: random.fork('files') },
    ...{ ...options.files, session: () => sessionSecret(), ready: () => auth.ready() },
    ...{ uploadRetryMs: settings.uploadRetryMs, operationRetryMs: settings.operationRetryMs },
  });
  const dispose = (): Promise<void> => {
    if (disposed) return disposed;
    const end = Promise.withResolvers<void>();
    disposed = end.promise;
    runEach(ending, (run) => run());
    end.resolve(
      Promise.all([synced.dispose(), files.endUploads()]).then(() => {
        wire.close();
        tab.close();
      }),
    );
    return disposed;
  };
  return {
    backend: {
      auth,
      docs: synced.docs,
      realtime: syncRealtime({
        ...client,
        transport: wireRealtime(wire, clock, options.clientId),
        ...{ clock, random: random.fork('realtime') },
      }),
      functions: wireFunctions({
        ...{ client, wire, clock, timeoutMs: settings.callTimeoutMs },
        ready: () => auth.ready(),
      }),
      storage: files.storage,
      messaging: wireMessaging(context, options.push),
      config: wireConfig(context),
      performance: wirePerformance(context, options.onTiming),
      capabilities: postgresCapabilities({
        social: options.social !== null,
        passkeys: options.passkeys !== null,
      }),
      settings,
      control: null,
      dispose,
    },
    setNetwork: (on) => wire.setNetwork(on),
    openSubscriptions: subscriptions.open,
  };
}
