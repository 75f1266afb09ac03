/** The minimal provider of documents on the contracts' stage. What the documents need of sign-in is given by the stage. */
import { ManualClock, settle } from '#fakes/cloud/clock.ts';
import { memoryStore } from '#fakes/client/store.ts';
import { connectStore, type MinimalConnection } from '#contracts/minimal/docs-backend.ts';
import { minimalManifest } from '#contracts/minimal/manifest.ts';
import { PlainStore } from '#contracts/minimal/plain-store.ts';
import type { Auth } from '#ports/auth/auth.ts';
import type { Backend } from '#ports/backend.ts';
import { resolveSettings, type Settings } from '#ports/defaults.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocSnapshot, Write } from '#ports/docs/docs.ts';
import { ownWrite } from '#ports/docs/check-writes.ts';
import { ownQuery } from '#ports/docs/check-query.ts';
import { lastPart } from '#ports/docs/paths.ts';
import type { ServerDocs, ServerPorts } from '#ports/server/server.ts';
import { countSubscriptions, type SubscriptionCount } from '#ports/subscriptions.ts';
import { absentPort } from '#provider-kit/absent-port.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { noObserver, StorageHealth } from '#provider-kit/storage-health.ts';
import type { BrowserStore, TabStore } from '#provider-kit/tab-store.ts';
import type { DocState } from '#query/doc-state.ts';
import { browserCaches } from '#sync/browser-caches.ts';
import { syncDocs } from '#sync/docs.ts';
import type { HintingBackend } from '#sync/hinting-backend.ts';
import { refetching } from '#sync/refetching.ts';
import type { Provider, Stage } from '../harness.ts';
import { off, partlyOffStage } from '../off-stage.ts';

interface Tab {
  readonly connection: MinimalConnection;
  readonly subscriptions: SubscriptionCount;
  readonly browser: BrowserStore;
  readonly share: TabStore;
  online: boolean;
}

/** States that follow each other faster than the store is asked are shown as one. */
export const coalescing = {
  'docs › what waits lands once and in the order made, whichever tab is online':
    'The states in between are found once, as the last of them.',
};

export interface MinimalOptions {
  /** Changes what a client hears from the store. Default: nothing. */
  readonly through?: (backend: HintingBackend, clock: ManualClock, client: number) => HintingBackend;
  /** Time that a settled state takes. Default 0. */
  readonly settleMs?: number;
}

export const minimalProvider = (
  name: string,
  gaps: Readonly<Record<string, string>>,
  options: MinimalOptions = {},
): Provider => ({
  name,
  manifest: minimalManifest,
  gaps,
  stage: () => Promise.resolve(minimalStage(options)),
});

function minimalStage({ through = (backend) => backend, settleMs = 0 }: MinimalOptions): Stage {
  const clock = new ManualClock();
  const random = seededRandom('minimal');
  const store = new PlainStore(() => clock.now());
  const tabs = new Map<Backend, Tab>();
  const settled = () => (settleMs > 0 ? clock.advance(settleMs) : settle());
  let clients = 0;
  const tabOf = (client: Backend): Tab => {
    const tab = tabs.get(client);
    if (!tab) throw new Error('This client is not of this stage.');
    return tab;
  };
  const open = async (
    browser: BrowserStore,
    changes: Partial<Settings> = {},
    online = true,
  ): Promise<Backend> => {
    const client = ++clients;
    const connection = connectStore(store, online);
    const subscriptions = countSubscriptions();
    const settings = resolveSettings(changes);
    const share = browser.openTab();
    const { docs, dispose } = syncDocs(
      {
        transport: refetching(through(connection.backend, clock, client), { clock }),
        clock,
        random: random.fork(`client/${client}`),
        settings,
        caches: browserCaches(share, new StorageHealth(noObserver)),
        report: (error) => console.error(error),
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
      capabilities: minimalManifest,
      settings,
      control: null,
      async dispose() {
        await dispose();
        share.close();
      },
    };
    tabs.set(backend, { connection, subscriptions, browser, share, online });
    await settled();
    return backend;
  };
  const setNetwork = async (client: Backend, on: boolean) => {
    const tab = tabOf(client);
    tab.online = on;
    tab.connection.setNetwork(on);
    await settled();
  };
  const crash = async (client: Backend) => {
    tabOf(client).share.close();
    tabOf(client).connection.setNetwork(false);
    await settled();
  };
  return {
    connect: ({ settings } = {}) => open(memoryStore(), settings),
    async reload(client) {
      const { browser, online } = tabOf(client);
      await crash(client);
      return open(browser, {}, online);
    },
    openTab: (client) => open(tabOf(client).browser),
    setNetwork,
    kill: crash,
    server: partlyOffStage<ServerPorts>(
      { docs: serverDocs(store, () => random.id()), clock: { now: () => clock.now() } },
      'It has documents alone.',
    ),
    async advance(ms) {
      await clock.advance(ms);
      await settled();
    },
    settle: settled,
    openSubscriptions: (client) => tabOf(client).subscriptions.open(),
    dispose: async () => {},
    restart: off('It has no process of its own.'),
    loseAnswer: off('It loses no answers.'),
    setVisible: off('It has documents alone.'),
    setPermission: off('It has documents alone.'),
    answerPermission: off('It has documents alone.'),
    notifications: off('It has documents alone.'),
    click: off('It has documents alone.'),
    inbox: off('It has documents alone.'),
    publishConfig: off('It has documents alone.'),
    publishConfigTemplate: off('It has documents alone.'),
  };
}

/** The stage's own sign-in: an account is whoever names an address. */
function signInOf({ become }: MinimalConnection): Auth {
  return new Proxy({} as Auth, {
    get: (_target, name) => {
      if (name === 'createUser')
        return ({ email }: { email: string }) => {
          become(email);
          return Promise.resolve();
        };
      if (name === 'signOut')
        return () => {
          become(null);
          return Promise.resolve();
        };
      return off('It has no sign-in of its own.');
    },
  });
}

function serverDocs(store: PlainStore, newId: () => string): ServerDocs {
  const show = ({ path, data }: DocState): DocSnapshot => ({
    id: lastPart(path),
    path,
    data,
    metadata: { fromCache: false, hasPendingWrites: false },
  });
  const docs: Partial<ServerDocs> = {
    get: (path) => Promise.resolve(show(store.get(path) ?? { path, data: null, version: 0 })),
    find: (query: Query) => Promise.resolve(store.find(ownQuery(query)).map(show)),
    batch: async (writes: readonly Write[]) =>
      void store.commit({ id: newId(), writes: writes.map(ownWrite), expects: [] }),
    newId,
  };
  return partlyOffStage(docs, 'The store has no such request.');
}
