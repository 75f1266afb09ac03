/** Dependencies of the ports of an embedded client, and clients with the ports that they are given. */
import type { Auth } from '#ports/auth/auth.ts';
import type { CapabilityManifest } from '#ports/capabilities.ts';
import type { CompleteAuth, CompleteBackend } from '#ports/complete.ts';
import type { Control } from '#ports/control.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { OptionNames } from '#ports/options.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import { noObserver, StorageHealth, type StorageObserver } from '#provider-kit/storage-health.ts';
import { countSubscriptions } from '#provider-kit/subscriptions.ts';
import { type Channel, createChannel } from '#fakes/cloud/channel.ts';
import type { CloudCore } from '#fakes/cloud/cloud-core.ts';
import { operatorOf } from '#fakes/cloud/protocol.ts';
import { type BrowserHost, TestBrowser } from './browser.ts';
import type { ClientContext, ClientStores } from './context.ts';
import { createControl } from './control.ts';
import { CloudLink } from './link.ts';
import { type PortMakers, portsOf } from './ports.ts';
import { SkewedClock } from './skew.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';

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

/** Wiring of a client in the cloud's process. */
export function wiringOf(cloud: CloudCore, clock: Clock = cloud.clock): EmbeddedWiring {
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

/** A client without its ports. */
export interface ClientCore
  extends Pick<CompleteBackend, 'capabilities' | 'settings' | 'control' | 'dispose'>, CountedSubscriptions {
  readonly context: ClientContext;
}

/** The core of a client with control. */
export interface OperatedCore extends ClientCore {
  readonly control: Control;
}

/** A client with control. @throws PortError out-of-range, as `resolveSettings` */
export function operatedClient(
  wiring: EmbeddedWiring,
  options: ClientOptions,
  makers: PortMakers,
  capabilities: CapabilityManifest,
): EmbeddedClient {
  const { context, ...core } = operatedCore(wiring, options, capabilities);
  return { ...core, ...portsOf(makers, context) };
}

/** @throws as `operatedClient` */
export function operatedCore(
  wiring: EmbeddedWiring,
  options: ClientOptions,
  capabilities: CapabilityManifest,
): OperatedCore {
  const { clock, core } = openCore(wiring, options, capabilities);
  const { context } = core;
  const operator = new CloudLink(
    operatorOf(wiring.clientId),
    wiring.connectOperator ?? wiring.connect,
    clock,
    wiring.random.fork('operator'),
  );
  context.onDispose(context.browser.onOnlineOrVisible(() => operator.reconnectNow()));
  context.onDispose(() => operator.dispose());
  return { ...core, control: createControl(context, operator, clock) };
}

/** The core of a client without control. @throws as `operatedClient` */
export const memberCore = (
  wiring: EmbeddedWiring,
  options: ClientOptions,
  capabilities: CapabilityManifest,
): ClientCore => openCore(wiring, options, capabilities).core;

interface OpenedCore {
  readonly clock: SkewedClock;
  readonly core: ClientCore;
}

function openCore(
  wiring: EmbeddedWiring,
  options: ClientOptions,
  capabilities: CapabilityManifest,
): OpenedCore {
  const settings = resolveSettings(options.settings);
  const clock = new SkewedClock(wiring.clock);
  const link = new CloudLink(wiring.clientId, wiring.connect, clock, wiring.random);
  const { local, session } = options.stores ?? { local: memoryStore(), session: memoryStore() };
  const tab = local.openTab();
  const ending: (() => void | Promise<void>)[] = [];
  const subscriptions = countSubscriptions();
  let disposed = false;
  const context: ClientContext = {
    link,
    clock,
    random: wiring.random,
    settings,
    stores: { local: tab, session },
    outlasted: options.stores !== undefined,
    storage: new StorageHealth(options.storage ?? noObserver),
    browser: options.browser ?? new TestBrowser(),
    onDispose(run) {
      // A port that is made afterwards ends at once.
      if (disposed) void Promise.allSettled([Promise.resolve().then(run)]);
      else ending.push(run);
    },
    isDisposed: () => disposed,
    trackSubscription: subscriptions.trackSubscription,
  };
  context.onDispose(context.browser.onOnlineOrVisible(() => link.reconnectNow()));
  let disposing: Promise<void> | null = null;
  const dispose = async () => {
    disposed = true;
    // Ports end all together: a port that ends may not be called by one that is still open.
    const ended = ending.map((run) => run());
    link.dispose();
    await Promise.all(ended);
    tab.close();
  };
  const core: ClientCore = {
    context,
    capabilities,
    settings,
    control: null,
    dispose: () => (disposing ??= dispose()),
    openSubscriptions: subscriptions.open,
  };
  return { clock, core };
}
