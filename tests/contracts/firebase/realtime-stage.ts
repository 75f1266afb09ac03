/**
 * Firebase's realtime database as the contract sees it: the real SDK in Node, each client behind a cable of its own, against the
 * embedded cloud's server of its protocol. Who is signed in is the embedded client's business: its tokens are the SDK's.
 */
import { deleteApp, type FirebaseApp, initializeApp, setLogLevel } from 'firebase/app';
import { getDatabase, goOffline, goOnline } from 'firebase/database';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
import type { FirebaseContext } from '#adapters/firebase/context.ts';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import { createRealtime } from '#adapters/firebase/realtime/realtime.ts';
import { serveRealtime } from '#emulator/realtime/serve.ts';
import { believedCaller } from '#emulator/token.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { ManualClock, settle as settleCloud } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Backend } from '#ports/backend.ts';
import type { CapabilityManifest } from '#ports/capabilities.ts';
import { resolveSettings, type Settings } from '#ports/defaults.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import { OffStage, type Provider, type Stage } from '../harness.ts';
import { lendSession } from './lend-session.ts';
import { openRelay, type Relay } from './relay.ts';
import { until } from './until.ts';

interface Client {
  readonly app: FirebaseApp;
  readonly relay: Relay;
  readonly person: EmbeddedClient;
  readonly backend: Backend;
  /** As the SDK has it. */
  isConnected(): boolean;
  /** Does it want to be connected, and can it be? */
  mayConnect(): boolean;
  gone: boolean;
  subscriptions(): number;
}

let apps = 0;

/** The cloud behind the server is one whose faults are in the test's hands. */
const manifest: CapabilityManifest = {
  ...firebaseCapabilities,
  supports: { ...firebaseCapabilities.supports, control: 'yes' },
};

export const firebaseRealtime: Provider = {
  name: 'firebase',
  manifest,
  gaps: {
    'realtime › a write whose answer was lost is made once':
      'the SDK sends again what may have been done already, and the protocol has nothing to tell it by',
    'realtime › what goes and what comes in one update leaves the place where it is':
      'the SDK takes the children of an update one by one, and forgets the priority of a place that is empty in between',
  },
  async stage(options): Promise<Stage> {
    setLogLevel('silent');
    const cloud = new FakeCloud({ ...options, clock: new ManualClock(Date.now()), believe: believedCaller });
    const server = await serveRealtime({ cloud });
    const clients = new Map<Backend, Client>();
    const of = (backend: Backend): Client => {
      const found = clients.get(backend);
      if (!found) throw new Error('This client is not of this stage.');
      return found;
    };
    const live = () => [...clients.values()].filter((client) => !client.gone && client.mayConnect());

    const settle = async () => {
      // What was done on one side makes the other do something: until nobody has anything to say any more.
      for (let round = 0; round < 3; round++) {
        await settleCloud();
        await turn();
        await until('everybody is connected who may be', () => {
          const expected = live();
          return expected.every((client) => client.isConnected()) && server.connections() === expected.length;
        });
        await server.idle();
      }
    };

    return {
      async connect({ settings } = {}) {
        const client = await openClient(cloud, await openRelay(server.address), settings);
        clients.set(client.backend, client);
        client.backend.realtime.setOnline(true);
        await settle();
        return client.backend;
      },
      async setNetwork(backend, on) {
        const { relay, person, app, mayConnect, isConnected } = of(backend);
        person.control.setNetwork(on);
        relay.setOn(on);
        if (!on) await until('the client notices', () => !isConnected());
        // What a browser's `online` event is to the SDK.
        else if (mayConnect()) reconnect(app);
        await settle();
      },
      async kill(backend) {
        const client = of(backend);
        client.gone = true;
        client.person.control.setNetwork(false);
        client.relay.setOn(false);
        await settle();
      },
      server: cloud.server,
      async advance(ms) {
        await cloud.advance(ms);
        await settle();
      },
      settle,
      openSubscriptions: (backend) => of(backend).subscriptions(),
      async dispose() {
        for (const { backend, relay } of clients.values()) {
          relay.setOn(false);
          await backend.dispose();
          await relay.close();
        }
        await server.close();
        cloud.dispose();
      },
      reload: () => offStage(),
      openTab: () => offStage(),
      setVisible: () => offStage(),
      setPermission: () => offStage(),
      answerPermission: () => offStage(),
      notifications: () => offStage(),
      click: () => offStage(),
      inbox: () => offStage(),
      publishConfig: () => offStage(),
      publishConfigTemplate: () => offStage(),
    };
  },
};

function reconnect(app: FirebaseApp): void {
  goOffline(getDatabase(app));
  goOnline(getDatabase(app));
}

function offStage(): never {
  throw new OffStage('This stage has a realtime database only.');
}

/** Whatever was to run as soon as the machine has time has run. */
const turn = () => new Promise<void>((resolve) => void setTimeout(() => setImmediate(resolve), 0));

async function openClient(cloud: FakeCloud, relay: Relay, given: Partial<Settings> = {}): Promise<Client> {
  const settings = resolveSettings(given);
  const person = connect(cloud, { settings });
  await settleCloud();
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
    local: { realtime: relay.address },
    settings,
  };
  const app = initializeApp({ ...options.project }, `realtime-stage-${++apps}`);
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
  const port = createRealtime(context);
  let wanted = true;
  let connected = false;
  port.watchConnection((now) => {
    connected = now;
  });
  const realtime: Realtime = {
    ...port,
    setOnline(online) {
      wanted = online;
      port.setOnline(online);
    },
  };
  const dispose = async () => {
    await Promise.all(ending.map(async (run) => run()));
    await Promise.all([deleteApp(app), person.dispose()]);
  };
  return {
    app,
    relay,
    person,
    backend: {
      ...person,
      realtime,
      settings,
      capabilities: manifest,
      control: {
        ...person.control,
        async inject(fault) {
          if (fault.kind !== 'clock-skew') return person.control.inject(fault);
          // The client's clock is the machine's: the server's moves, which a client learns when it connects.
          await cloud.advance(Math.abs(fault.ms));
          reconnect(app);
        },
      },
      dispose: () => (disposing ??= Promise.resolve().then(dispose)),
    },
    isConnected: () => connected,
    mayConnect: () => wanted && relay.isOn() && disposing === null,
    gone: false,
    // Without the stage's own.
    subscriptions: () => Math.max(0, subscriptions - 1),
  };
}
