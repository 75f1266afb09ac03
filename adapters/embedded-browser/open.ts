/** Opens this tab's client of the embedded cloud: the ports of the sign-in screen first. */
import { type FirstMember, openClient, openMember } from '#fakes/client/first-client.ts';
import type { StorageObserver } from '#provider-kit/storage-health.ts';
import { seededRandom } from '#provider-kit/random.ts';
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import type { MemberClient } from '#fakes/client/client.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { browserHost } from './browser-host.ts';
import type { CloudConnector, ConnectorOptions } from './cloud-connector.ts';
import { localStore, tabName, tabStore } from './stores.ts';
import { tabClock } from './system-clock.ts';
import { connectToWorker } from './worker-host.ts';

export interface OpenOptions extends Omit<ConnectorOptions, 'tabId'>, Hosting {
  /** Lets the person choose one of a social provider's accounts; `null` for none. */
  readonly chooseAccount: Parameters<typeof browserHost>[1];
  /** Notified of failures of this browser's storage, and of writes that it does not take or that can't be read. */
  readonly storage: StorageObserver;
}

interface Hosting {
  /** Starts the shared worker, whose script calls `hostInSharedWorker`. */
  startWorker(): SharedWorker;
  /** Loads the application where a tab hosts the cloud: in a browser without shared workers. */
  loadApplication(): Promise<EmbeddedApplication>;
}

export interface OpenedEmbedded {
  readonly first: FirstMember;
  /** Fetches and makes the other ports. Called once. */
  complete(): Promise<MemberClient>;
}

export async function openEmbedded(options: OpenOptions): Promise<OpenedEmbedded> {
  const tabId = crypto.randomUUID();
  const isShared = isSharedServer();
  const [connector, local] = await Promise.all([
    isShared ? openServerConnector(options) : openConnector({ ...options, tabId }),
    localStore(isShared ? 'muster-shared-client' : 'muster-client'),
  ]);
  const open = isShared ? openMember : openClient;
  const first = open(
    { clientId: tabId, connect: connector.connect, clock: tabClock, random: seededRandom(tabId) },
    {
      stores: { local, session: tabStore() },
      storage: observerOf(options.storage),
      browser: browserHost(tabName(), options.chooseAccount),
    },
  );
  // A page restored from the back-forward cache has lost its connections.
  addEventListener(
    'pageshow',
    guardListener((event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    }),
  );
  return {
    first,
    complete: async () => (await import('#fakes/client/client.ts')).everyPortOf(first),
  };
}

/** The observer alone: a client refuses options that it does not know, such as the other members of the object that observes. */
const observerOf = (storage: StorageObserver): StorageObserver => ({
  failed: (failure) => storage.failed(failure),
  changed: (state) => storage.changed(state),
});

/** Does the server that gave this page host the cloud? It says so in the page. */
const isSharedServer = (): boolean =>
  document.querySelector('meta[name="muster-cloud"][content="shared"]') !== null;

async function openServerConnector(options: OpenOptions): Promise<CloudConnector> {
  const { connectToServer } = await import('./shared-server.ts');
  return connectToServer(options);
}

async function openConnector(options: ConnectorOptions & Hosting): Promise<CloudConnector> {
  if (!tabHostForced() && 'SharedWorker' in globalThis) {
    try {
      return await connectToWorker(options, options.startWorker());
    } catch (error) {
      console.warn('The shared worker did not start; a tab hosts the demonstration instead.', error);
    }
  }
  const { connectToTab } = await import('./tab-host.ts');
  return connectToTab(options, options.loadApplication);
}

/** `?provider-host=tab` forces hosting without a shared worker while this tab is open; `worker` reverts it. */
function tabHostForced(): boolean {
  const key = 'muster.provider-host';
  const asked = new URLSearchParams(location.search).get('provider-host');
  try {
    if (asked !== null) sessionStorage.setItem(key, asked);
    return sessionStorage.getItem(key) === 'tab';
  } catch {
    return asked === 'tab';
  }
}
