/** One browser of one person, connected to an embedded cloud. */
import type { Auth } from '#ports/auth/auth.ts';
import type { Control } from '#ports/control.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { Docs } from '#ports/docs/docs.ts';
import type { Complete, CompleteAuth, CompleteBackend } from '#ports/complete.ts';
import { complete } from '#provider-kit/complete.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import { countSubscriptions } from '#provider-kit/subscriptions.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import { noObserver, StorageHealth, type StorageObserver } from '#provider-kit/storage-health.ts';
import { browserCaches } from '#sync/browser-caches.ts';
import { syncDocs } from '#sync/docs.ts';
import { type Channel, createChannel } from '#fakes/cloud/channel.ts';
import type { CloudCore } from '#fakes/cloud/cloud-core.ts';
import { operatorOf } from '#fakes/cloud/protocol.ts';
import { createAuth } from './auth/auth.ts';
import { type BrowserHost, TestBrowser } from './browser.ts';
import { embeddedCapabilities, memberCapabilities } from './capabilities.ts';
import { createConfig } from './config/config.ts';
import type { ClientContext, ClientStores } from './context.ts';
import { createControl } from './control.ts';
import { createDocsTransport } from './docs-transport.ts';
import { createFunctionsPort } from './functions/functions.ts';
import { CloudLink } from './link.ts';
import { createMessaging } from './messaging/messaging.ts';
import { createPerformance } from './performance/performance.ts';
import { createRealtime } from './realtime/realtime.ts';
import { SkewedClock } from './skew.ts';
import { createStorage } from './storage/storage.ts';
import { memoryStore } from './store.ts';

export interface ClientOptions {
  readonly settings?: Partial<ClientSettings>;
  /** Hand over the stores of another client to play the same browser: another tab, or this one reloaded. Default: none that outlast the client. */
  readonly stores?: ClientStores;
  /** Notified of failures of the stores, and of writes that they do not take or that can't be read. */
  readonly storage?: StorageObserver;
  readonly browser?: BrowserHost;
  /** Default: the cloud's own. */
  readonly clock?: Clock;
}

export const clientOptions = {
  settings: true,
  stores: { local: true, session: true },
  storage: { failed: true, changed: true },
  browser: true,
  clock: true,
} as const satisfies OptionNames<ClientOptions>;

interface CountedSubscriptions {
  /** Subscriptions not yet ended. */
  openSubscriptions(): number;
}

/** An embedded client has every extension, and control. */
export type EmbeddedClient = CompleteBackend & CountedSubscriptions & { readonly control: Control };

/** A member's client has no social sign-in. */
export type MemberClient = Omit<CompleteBackend, 'auth'> &
  CountedSubscriptions & { readonly auth: Omit<CompleteAuth, 'social'> & Pick<Auth, 'social'> };

export interface EmbeddedWiring {
  readonly clientId: string;
  readonly connect: () => Channel;
  /** The operator's connection. Default: as the client's own. */
  readonly connectOperator?: () => Channel;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * A client of a cloud in the same process.
 * @throws TypeError for an option or a setting that there is not; PortError out-of-range, as `resolveSettings`
 */
export function connect(cloud: CloudCore, options: ClientOptions = {}): EmbeddedClient {
  checkOptions('connect', options, clientOptions);
  return operatedClient(wiringOf(cloud, options.clock), options, browserCaches);
}

/** A client of a cloud in the same process that stores nothing, and is built without the persistent caches. */
export const connectInMemory = (cloud: CloudCore): EmbeddedClient =>
  operatedClient(wiringOf(cloud), {}, null);

function wiringOf(cloud: CloudCore, clock: Clock = cloud.clock): EmbeddedWiring {
  const clientId = cloud.nameClient();
  return {
    clientId,
    connect: () => {
      const [mine, theirs] = createChannel();
      cloud.accept(theirs);
      return mine;
    },
    clock,
    random: cloud.random.fork(`client/${clientId}`),
  };
}

/** A client of a cloud anywhere that a channel reaches. @throws as `connect` */
export function createClient(wiring: EmbeddedWiring, options: ClientOptions = {}): EmbeddedClient {
  checkOptions('createClient', options, clientOptions);
  return operatedClient(wiring, options, browserCaches);
}

function operatedClient(
  wiring: EmbeddedWiring,
  options: ClientOptions,
  caches: OpenCaches | null,
): EmbeddedClient {
  const { context, clock, backend } = openBackend(wiring, options, caches);
  const operator = new CloudLink(
    operatorOf(wiring.clientId),
    wiring.connectOperator ?? wiring.connect,
    clock,
    wiring.random.fork('operator'),
  );
  context.onDispose(context.browser.onOnlineOrVisible(() => operator.reconnectNow()));
  context.onDispose(() => operator.dispose());
  return {
    ...backend,
    capabilities: embeddedCapabilities,
    control: createControl(context, operator, clock),
  };
}

/** A client of a cloud that lets no operator in. @throws as `connect` */
export function createMember(wiring: EmbeddedWiring, options: ClientOptions = {}): MemberClient {
  checkOptions('createMember', options, clientOptions);
  const { backend } = openBackend(wiring, options, browserCaches);
  return { ...backend, auth: { ...backend.auth, social: null } };
}

type OpenCaches = typeof browserCaches;

interface Opened {
  readonly context: ClientContext;
  readonly clock: SkewedClock;
  /** The backend without its control port. */
  readonly backend: CompleteBackend & CountedSubscriptions;
}

/** `caches` makes the persistent caches, for a client whose stores outlast it. */
function openBackend(wiring: EmbeddedWiring, options: ClientOptions, caches: OpenCaches | null): Opened {
  const settings = resolveSettings(options.settings);
  const clock = new SkewedClock(wiring.clock);
  const link = new CloudLink(wiring.clientId, wiring.connect, clock, wiring.random);
  const { local, session } = options.stores ?? { local: memoryStore(), session: memoryStore() };
  const tab = local.openTab();
  const ending: (() => void | Promise<void>)[] = [];
  const subscriptions = countSubscriptions();
  const context: ClientContext = {
    link,
    clock,
    random: wiring.random,
    settings,
    stores: { local: tab, session },
    storage: new StorageHealth(options.storage ?? noObserver),
    browser: options.browser ?? new TestBrowser(),
    onDispose: (run) => void ending.push(run),
    trackSubscription: subscriptions.trackSubscription,
  };
  context.onDispose(context.browser.onOnlineOrVisible(() => link.reconnectNow()));
  let disposing: Promise<void> | null = null;
  const dispose = async () => {
    // Ports end all together: a port that ends may not be called by one that is still open.
    const ended = ending.map((run) => run());
    link.dispose();
    await Promise.all(ended);
    tab.close();
  };
  const backend: Opened['backend'] = {
    auth: createAuth(context),
    docs: openDocs(context, options.stores ? caches : null),
    realtime: createRealtime(context),
    functions: createFunctionsPort(context),
    storage: createStorage(context),
    messaging: createMessaging(context),
    config: createConfig(context),
    performance: createPerformance(context),
    capabilities: memberCapabilities,
    settings,
    control: null,
    dispose: () => (disposing ??= dispose()),
    openSubscriptions: subscriptions.open,
  };
  return { context, clock, backend };
}

function openDocs(context: ClientContext, caches: OpenCaches | null): Complete<Docs> {
  const { link, clock, random, settings, stores, storage } = context;
  const { docs, dispose } = syncDocs(
    {
      transport: createDocsTransport(link),
      clock,
      random,
      settings,
      caches: caches?.(stores.local, storage) ?? null,
      report: (error) => console.error(error),
    },
    context,
  );
  context.onDispose(dispose);
  return complete(docs);
}
