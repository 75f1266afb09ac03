/**
 * Firebase's documents as the contract sees them: the real SDK in Node, each client behind a cable of its own, against the embedded
 * cloud behind Firestore's gRPC. Time is the test's. Who is signed in is the embedded client's business: its tokens are the SDK's.
 */
import { deleteApp, type FirebaseApp, initializeApp, setLogLevel } from 'firebase/app';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
import type { FirebaseContext } from '#adapters/firebase/context.ts';
import { createDocs } from '#adapters/firebase/docs/docs.ts';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { believedCaller } from '#emulator/token.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Backend } from '#ports/backend.ts';
import type { CapabilityManifest } from '#ports/capabilities.ts';
import { resolveSettings, type Settings } from '#ports/defaults.ts';
import { OffStage, type Provider, type Stage, type StageOptions } from '../harness.ts';
import firestore from '../rules/firestore.rules?raw';
import { lendSession } from './lend-session.ts';
import { openRelay, type Relay } from './relay.ts';
import { StageTime } from './stage-time.ts';

interface Client {
  readonly app: FirebaseApp;
  readonly relay: Relay;
  readonly person: EmbeddedClient;
  readonly backend: Backend;
  openSubscriptions(): number;
}

/** Nothing said for so many turns of the machine: whatever was on its way has arrived. */
const quietTurns = 25;
const mostTurns = 1_000_000;

let apps = 0;

const inNode: CapabilityManifest = {
  provider: 'firebase',
  // Node has no database that lasts: tests in a browser show this.
  supports: { ...firebaseCapabilities.supports, 'docs.persistence': 'no' },
};

export const firebaseDocs = (gaps: NonNullable<Provider['gaps']>): Provider => ({
  name: 'firebase',
  manifest: inNode,
  gaps,
  stage: openDocsStage,
});

export interface DocsStage extends Stage {
  readonly cloud: FakeCloud;
  /** As `setNetwork`, but nobody tells the client. */
  pull(client: Backend, on: boolean): void;
}

export async function openDocsStage(options: StageOptions): Promise<DocsStage> {
  const clients = new Map<Backend, Client>();
  const settle = () =>
    quiet(() => [...clients.values()].reduce((sum, { relay }) => sum + relay.traffic(), 0));
  const time = new StageTime(settle);
  time.install();
  const cloud = new FakeCloud({
    ...options,
    rules: { firestore, ...options.rules },
    clock: time,
    believe: believedCaller,
  });
  const emulator = await startEmulator({ cloud });
  const of = (backend: Backend): Client => {
    const found = clients.get(backend);
    if (!found) throw new Error('This client is not of this stage.');
    return found;
  };
  return {
    async connect({ settings } = {}) {
      const client = await openClient(cloud, emulator, settings);
      clients.set(client.backend, client);
      // Loads the SDK: how long a module takes to load is no part of any scenario.
      await client.backend.docs.setNetwork(true);
      // Its log is not there before.
      setLogLevel('silent');
      await settle();
      return client.backend;
    },
    async setNetwork(backend, on) {
      const { relay, person } = of(backend);
      person.control.setNetwork(on);
      // What the browser's events `offline` and `online` are to an application.
      if (!on) await backend.docs.setNetwork(false);
      relay.setOn(on);
      if (on) await backend.docs.setNetwork(true);
      await settle();
    },
    cloud,
    pull(backend, on) {
      of(backend).relay.setOn(on);
    },
    server: cloud.server,
    async advance(ms) {
      await cloud.advance(ms);
      await settle();
    },
    settle,
    openSubscriptions: (backend) => of(backend).openSubscriptions(),
    async dispose() {
      for (const { backend, relay } of clients.values()) {
        await backend.dispose();
        await relay.close();
      }
      await emulator.close();
      cloud.dispose();
      time.uninstall();
    },
    reload: () => offStage(),
    openTab: () => offStage(),
    kill: () => offStage(),
    setVisible: () => offStage(),
    setPermission: () => offStage(),
    answerPermission: () => offStage(),
    notifications: () => offStage(),
    click: () => offStage(),
    inbox: () => offStage(),
    publishConfig: () => offStage(),
    publishConfigTemplate: () => offStage(),
  };
}

function offStage(): never {
  throw new OffStage('This stage has documents only, in Node, which keeps nothing from one run to the next.');
}

/** Resolves once nothing has gone through any cable for some turns, each long enough for all that is ready to run. */
async function quiet(traffic: () => number): Promise<void> {
  let before = traffic();
  for (let turn = 0, still = 0; still < quietTurns; turn++) {
    if (turn > mostTurns) throw new Error('The clients and the server do not stop talking.');
    await new Promise<void>((resolve) => void setImmediate(resolve));
    const now = traffic();
    still = now === before ? still + 1 : 0;
    before = now;
  }
}

async function openClient(
  cloud: FakeCloud,
  emulator: Emulator,
  given: Partial<Settings> = {},
): Promise<Client> {
  const relay = await openRelay(emulator.docs);
  const settings = resolveSettings(given);
  const person = connect(cloud, { settings });
  const options: FirebaseOptions = {
    project: {
      apiKey: 'none',
      authDomain: 'demo-muster.firebaseapp.com',
      projectId: 'demo-muster',
      appId: '1:1:web:1',
      messagingSenderId: '1',
      storageBucket: 'demo-muster.appspot.com',
      databaseURL: 'https://demo-muster-default-rtdb.firebaseio.com',
    },
    local: { docs: relay.address },
    settings,
  };
  const app = initializeApp({ ...options.project }, `docs-stage-${++apps}`);
  lendSession(app, person.auth);
  const ending: (() => void | Promise<void>)[] = [];
  let subscriptions = 0;
  let disposing: Promise<void> | null = null;
  const context: FirebaseContext = {
    app,
    options,
    settings,
    identified: async () => {},
    onDispose: (run) => void ending.push(run),
    isDisposed: () => disposing !== null,
    trackSubscription() {
      subscriptions++;
      let open = true;
      return () => {
        if (open) subscriptions--;
        open = false;
      };
    },
  };
  const dispose = async () => {
    await Promise.allSettled(ending.map(async (run) => run()));
    await Promise.all([deleteApp(app), person.dispose()]);
  };
  const backend: Backend = {
    ...person,
    docs: createDocs(context),
    settings,
    capabilities: inNode,
    control: null,
    dispose: () => (disposing ??= Promise.resolve().then(dispose)),
  };
  return { app, relay, person, backend, openSubscriptions: () => subscriptions };
}
