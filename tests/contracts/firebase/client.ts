/**
 * Client on the stage: documents and realtime on the real SDK, each behind a cable; the rest, sign-in included, is an embedded client's,
 * whose tokens are the SDK's.
 */
import { deleteApp, initializeApp } from 'firebase/app';
import { getDatabase, goOffline, goOnline } from 'firebase/database';
import type { FirebaseContext } from '#adapters/firebase/context.ts';
import { createDocs } from '#adapters/firebase/docs/docs.ts';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import { createFirebaseRealtime } from '#adapters/firebase/realtime/realtime.ts';
import type { Emulator } from '#emulator/emulator.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Complete, CompleteBackend } from '#ports/complete.ts';
import type { CapabilityManifest } from '#ports/capabilities.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import { countSubscriptions } from '#provider-kit/subscriptions.ts';
import { lendSession } from './lend-session.ts';
import { type Line, openLine } from './line.ts';
import { until } from './until.ts';

/** Port of the SDK under test. The other module is then never loaded. */
export type SdkPort = 'docs' | 'realtime';

export interface StageClient {
  readonly backend: CompleteBackend;
  readonly person: EmbeddedClient;
  readonly line: Line<SdkPort>;
  /** Loads the SDK: how long a module takes to load is no part of any scenario. */
  warm(): Promise<void>;
  /** Cuts or restores the network with the browser's events `offline` and `online`. */
  setNetwork(on: boolean): Promise<void>;
  openSubscriptions(): number;
}

interface Ground {
  readonly cloud: FakeCloud;
  readonly emulator: Emulator;
  readonly manifest: CapabilityManifest;
  readonly uses: readonly SdkPort[];
  /** The server's clock is so much later than the client's from now on. */
  skew(ms: number): void;
}

const project = {
  apiKey: 'none',
  authDomain: 'demo-muster.firebaseapp.com',
  projectId: 'demo-muster',
  appId: '1:1:web:1',
  messagingSenderId: '1',
  storageBucket: 'demo-muster.appspot.com',
  databaseURL: 'https://demo-muster-default-rtdb.firebaseio.com',
} satisfies FirebaseOptions['project'];

let apps = 0;

export async function openClient(ground: Ground, given: Partial<ClientSettings> = {}): Promise<StageClient> {
  const { cloud, emulator, manifest, uses } = ground;
  const line = await openLine({ docs: emulator.docs, realtime: emulator.realtime });
  const settings = resolveSettings(given);
  const person = connect(cloud, { settings });
  const options: FirebaseOptions = { project, local: line.local, settings };
  const app = initializeApp({ ...project }, `stage-${++apps}`);
  lendSession(app, person.auth);

  const ending: (() => void | Promise<void>)[] = [];
  const subscriptions = countSubscriptions();
  let disposing: Promise<void> | null = null;
  const context: FirebaseContext = {
    app,
    options,
    settings,
    identified: async () => {},
    onDispose: (run) => void ending.push(run),
    isDisposed: () => disposing !== null,
    trackSubscription: subscriptions.trackSubscription,
  };
  const dispose = async () => {
    await Promise.allSettled(ending.map(async (run) => run()));
    await Promise.all([deleteApp(app), person.dispose()]);
  };

  const docs = createDocs(context);
  const port = createFirebaseRealtime(context);
  const usesRealtime = uses.includes('realtime');
  let wanted = true;
  let connected = false;
  if (usesRealtime)
    port.watchConnection((now) => {
      connected = now;
    });
  // The stage's own is not counted.
  const own = subscriptions.open();
  const realtime: Complete<Realtime> = {
    ...port,
    connection: {
      setOnline(online) {
        wanted = online;
        port.connection.setOnline(online);
      },
    },
  };
  const reconnect = () => {
    if (!usesRealtime || !wanted || disposing !== null) return;
    goOffline(getDatabase(app));
    goOnline(getDatabase(app));
  };
  const backend: CompleteBackend = {
    ...person,
    docs,
    realtime,
    settings,
    capabilities: manifest,
    control: {
      ...person.control,
      async inject(fault) {
        if (fault.kind !== 'clock-skew') return person.control.inject(fault);
        // The client's clock is the stage's: the server's moves, which a client learns when it connects.
        ground.skew(Math.abs(fault.ms));
        reconnect();
      },
    },
    dispose: () => (disposing ??= Promise.resolve().then(dispose)),
  };
  return {
    backend,
    person,
    line,
    async warm() {
      if (uses.includes('docs')) await docs.offline.setNetwork(true);
      if (usesRealtime) await until('the client is connected', () => connected);
    },
    async setNetwork(on) {
      person.control.setNetwork(on);
      if (!on && uses.includes('docs')) await docs.offline.setNetwork(false);
      line.setOn(on);
      if (!on) return;
      if (uses.includes('docs')) await docs.offline.setNetwork(true);
      reconnect();
    },
    openSubscriptions: () => Math.max(0, subscriptions.open() - own),
  };
}
