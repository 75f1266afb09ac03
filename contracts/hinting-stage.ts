/**
 * Stage of a provider of documents on `refetching`. Its author gives a database; browsers, tabs, sign-in and time are the stage's.
 * Requests may take real time: the stage waits for those under way.
 */
import type { Clock } from '#provider-kit/clock.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import type { Auth } from '#ports/auth/auth.ts';
import type { Backend } from '#ports/backend.ts';
import type { CapabilityManifest } from '#ports/capabilities.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import { ownQuery } from '#provider-kit/docs/check-query.ts';
import { ownWrite } from '#provider-kit/docs/check-writes.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { lastPart } from '#query/paths.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerDocs } from '#ports/server/server.ts';
import { countSubscriptions, type SubscriptionCount } from '#provider-kit/subscriptions.ts';
import { absentPort } from '#provider-kit/absent-port.ts';
import { type Random, seededRandom } from '#provider-kit/random.ts';
import { noObserver, StorageHealth } from '#provider-kit/storage-health.ts';
import type { BrowserStore, TabStore } from '#provider-kit/tab-store.ts';
import type { DocState } from '#query/doc-state.ts';
import { browserCaches } from '#sync/browser-caches.ts';
import { syncDocs } from '#sync/docs.ts';
import { aroundRequests, type HintingBackend } from '#sync/hinting-backend.ts';
import { refetching } from '#sync/refetching.ts';
import type { Provider } from './harness.ts';
import type { ProviderStage } from './stage.ts';
import { off, partlyOffStage } from './off-stage.ts';
import { WorkUnderWay } from './work-under-way.ts';

/** Connection of a client to the database. */
export interface HintingConnection {
  readonly backend: HintingBackend;
  /** Cuts the client's network, or restores it. */
  setNetwork(on: boolean): void;
  /** Signs a user in, or out. */
  become(uid: string | null): void;
}

export interface HintingDatabase {
  /** Connects a client; the first one is the server's. With `online` requests are taken at once, and may wait until they can be sent. */
  connect(online: boolean): HintingConnection;
  /** Resolves once all open connections have had the hints of finished commits. Absent: hints are heard before a commit ends. */
  heard?(): Promise<void>;
  /** Documents as backend code sees them. Default: requests of the first client, without transactions and aggregates. */
  serverDocs?(clock: Clock, random: Random): ServerDocs;
  /** Ends all connections, and removes the database. */
  close(): Promise<void> | void;
}

export interface HintingProvider {
  readonly name: string;
  readonly manifest: CapabilityManifest;
  /** Makes an empty database. `now`: the server's clock, in epoch milliseconds. */
  open(now: () => number): HintingDatabase | Promise<HintingDatabase>;
  /** Promises that it can't keep, by `port › scenario`, with the reason. Default: none. */
  readonly gaps?: Readonly<Record<string, string>>;
  /** Changes what a client hears of the database. Default: nothing. */
  readonly through?: (backend: HintingBackend, clock: ManualClock, client: number) => HintingBackend;
  /** Milliseconds of the stage's clock after which a state is settled. Default 0: real time is waited for anyway. */
  readonly settleMs?: number;
}

export const hintingProvider = (options: HintingProvider): Provider => ({
  name: options.name,
  manifest: options.manifest,
  gaps: options.gaps ?? {},
  stage: () => hintingStage(options),
});

interface Tab {
  readonly connection: HintingConnection;
  readonly requests: Requests;
  readonly subscriptions: SubscriptionCount;
  readonly browser: BrowserStore;
  readonly share: TabStore;
  online: boolean;
}

const docsAlone = 'The stage has documents alone, and can’t start the database again.';

async function hintingStage({
  manifest,
  open,
  through = (backend) => backend,
  settleMs = 0,
}: HintingProvider): Promise<ProviderStage> {
  const tabs = new Map<Backend, Tab>();
  const work = new WorkUnderWay();
  /** Waits until nothing is left to do without time, no request is under way, and all hints are heard. */
  const rest = async () => {
    do {
      await work.rest();
      await database.heard?.();
      await settle();
    } while (work.isBusy());
  };
  const clock = new ManualClock(undefined, rest);
  const random = seededRandom('hinting');
  const database = await open(() => clock.now());
  const server = new Requests(database.connect(true), work);
  const settled = () => (settleMs > 0 ? clock.advance(settleMs) : rest());
  let clients = 0;
  const tabOf = (client: Backend): Tab => {
    const tab = tabs.get(client);
    if (!tab) throw new Error('This client is not of this stage.');
    return tab;
  };
  const openTab = async (
    browser: BrowserStore,
    changes: Partial<ClientSettings> = {},
    online = true,
  ): Promise<Backend> => {
    const client = ++clients;
    const connection = database.connect(online);
    const requests = new Requests(connection, work);
    const subscriptions = countSubscriptions();
    const settings = resolveSettings(changes);
    const share = browser.openTab();
    const report = (error: unknown) => console.error(error);
    const { docs, dispose } = syncDocs(
      {
        transport: refetching(through(requests.backend, clock, client), { clock, report }),
        clock,
        random: random.fork(`client/${client}`),
        settings,
        caches: browserCaches(share, new StorageHealth(noObserver)),
        report,
      },
      subscriptions,
    );
    const backend: Backend = {
      auth: signInOf(connection),
      docs,
      realtime: absentPort('realtime'),
      functions: absentPort('functions'),
      storage: absentPort('storage'),
      messaging: absentPort('messaging'),
      config: absentPort('config'),
      performance: absentPort('performance'),
      capabilities: manifest,
      settings,
      control: null,
      async dispose() {
        await dispose();
        share.close();
      },
    };
    tabs.set(backend, { connection, requests, subscriptions, browser, share, online });
    await settled();
    return backend;
  };
  const crash = async (client: Backend) => {
    tabOf(client).share.close();
    tabOf(client).connection.setNetwork(false);
    await settled();
  };
  return {
    connect: ({ settings } = {}) => openTab(memoryStore(), settings),
    async reload(client) {
      const { browser, online } = tabOf(client);
      await crash(client);
      return openTab(browser, {}, online);
    },
    openTab: (client) => openTab(tabOf(client).browser),
    async setNetwork(client, on) {
      const tab = tabOf(client);
      tab.online = on;
      tab.connection.setNetwork(on);
      await settled();
    },
    kill: crash,
    loseAnswer: async (client, _service, operation) => tabOf(client).requests.loseAnswer(operation),
    server: {
      docs:
        database.serverDocs?.(clock, random.fork('server')) ??
        serverDocs(server.backend, random.fork('server')),
      clock: { now: () => clock.now() },
    },
    async advance(ms) {
      await clock.advance(ms);
      await settled();
    },
    settle: settled,
    openSubscriptions: (client) => tabOf(client).subscriptions.open(),
    dispose: async () => database.close(),
    lacks: docsAlone,
  };
}

/** Requests of one client, counted while they are under way, whose answers can be lost. */
class Requests {
  readonly backend: HintingBackend;
  private readonly connection: HintingConnection;
  private lost: string | null = null;

  constructor(connection: HintingConnection, work: WorkUnderWay) {
    this.connection = connection;
    this.backend = aroundRequests(connection.backend, (operation, run) =>
      work.during(() => this.request(operation, run)),
    );
  }

  /** Loses the answer to the next request of this kind, and for a moment the connection. */
  loseAnswer(operation: string): void {
    this.lost = operation;
  }

  private async request<T>(operation: string, run: () => Promise<T>): Promise<T> {
    const answer = await run();
    if (operation !== this.lost) return answer;
    this.lost = null;
    this.connection.setNetwork(false);
    this.connection.setNetwork(true);
    throw new PortError('unavailable', 'The answer was lost.');
  }
}

/** The stage's own sign-in: an account is whoever names an address. */
function signInOf({ become }: HintingConnection): Auth {
  const requests: Readonly<Record<string, unknown>> = {
    createUser: async ({ email }: { email: string }) => become(email),
    signOut: async () => become(null),
  };
  return new Proxy({} as Auth, {
    get: (_target, name) => requests[String(name)] ?? off('It has no sign-in of its own.'),
  });
}

/** The database as a server's code sees it. */
function serverDocs(backend: HintingBackend, random: Random): ServerDocs {
  const show = ({ path, data }: Pick<DocState, 'path' | 'data'>): DocSnapshot => ({
    id: lastPart(path),
    path,
    data,
    metadata: { fromCache: false, hasPendingWrites: false },
  });
  const docs: Partial<ServerDocs> = {
    get: async (path) => show((await backend.get(path)) ?? { path, data: null }),
    find: async (query) => (await backend.find(ownQuery(query))).map(show),
    async batch(writes) {
      await backend.commit({ id: random.id(), queue: null, writes: writes.map(ownWrite), expects: [] });
    },
    newId: () => random.id(),
    nearest: null,
  };
  return partlyOffStage(docs, 'The database has no such request.');
}
