/**
 * Firebase as the contracts of documents and of the realtime database see it: the real SDK in Node, each client behind cables of its
 * own, against the embedded cloud behind Firebase's wire protocols. Time is the test's.
 */
import './kept-protos.ts';
import { setLogLevel } from 'firebase/app';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
// Loaded before time is taken.
import '#adapters/firebase/docs/driver.ts';
import '#adapters/firebase/realtime/driver.ts';
import { startEmulator } from '#emulator/emulator.ts';
import { believedCaller } from '#emulator/token.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { CloudSnapshot } from '#fakes/cloud/snapshot.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import type { CapabilityManifest } from '#ports/capabilities.ts';
import { type Provider, type StageOptions } from '#contracts/harness.ts';
import type { ClientStage, FaultStage } from '#contracts/stage.ts';
import firestore from '../rules/firestore.rules?raw';
import { openClient, type SdkPort, type StageClient } from './client.ts';
import { StageTime } from './stage-time.ts';
import { quiet } from './until.ts';

const inNode: CapabilityManifest = {
  provider: 'firebase',
  supports: {
    ...firebaseCapabilities.supports,
    // Node has no database that lasts: tests in a browser show this.
    'docs.persistence': 'no',
    // The cloud behind the server is one whose faults are in the test's hands.
    control: 'yes',
  },
};

const provider = (
  uses: readonly SdkPort[],
  gaps: NonNullable<Provider['gaps']>,
): Provider<CompleteBackend> => ({
  name: 'firebase',
  manifest: inNode,
  gaps,
  atLeastOnce: 'The protocol has no name by which a write that is sent again is known.',
  stage: (options) => openStage(options, uses),
});

export const firebaseDocs = provider(['docs'], {});

export const firebaseRealtime = provider(['realtime'], {
  'realtime › an update that replaces all children keeps the path and its priority':
    'the SDK takes the children of an update one by one, and forgets the priority of a place that is empty in between',
});

export interface FirebaseStage extends ClientStage<CompleteBackend>, FaultStage {
  readonly server: ServerPorts;
  readonly lacks: string;
  readonly cloud: FakeCloud;
  /** Like `setNetwork`, without events for the client. */
  pull(client: CompleteBackend, on: boolean): void;
}

export async function openStage(
  options: StageOptions,
  uses: readonly SdkPort[] = ['docs'],
): Promise<FirebaseStage> {
  const clients = new Map<CompleteBackend, StageClient>();
  const of = (backend: CompleteBackend): StageClient => {
    const found = clients.get(backend);
    if (!found) throw new Error('This client is not of this stage.');
    return found;
  };
  const settle = () => quiet(() => [...clients.values()].reduce((sum, { line }) => sum + line.traffic(), 0));
  const time = new StageTime(settle);
  time.install();
  setLogLevel('silent');
  let skewMs = 0;
  const cloud = new FakeCloud({
    ...options,
    rules: { firestore, ...options.rules },
    clock: {
      now: () => time.now() + skewMs,
      setTimer: (run, delayMs) => time.setTimer(run, delayMs),
      advance: (ms) => time.advance(ms),
    },
    believe: believedCaller,
  });
  const emulator = await startEmulator({ cloud });
  const ground = { cloud, emulator, manifest: inNode, uses, skew: (ms: number) => void (skewMs += ms) };
  return {
    async connect({ settings } = {}) {
      const client = await openClient(ground, settings);
      clients.set(client.backend, client);
      await client.warm();
      // Silences the log of the SDK instance just created.
      setLogLevel('silent');
      await settle();
      return client.backend;
    },
    async setNetwork(backend, on) {
      await of(backend).setNetwork(on);
      await settle();
    },
    async kill(backend) {
      const { person, line } = of(backend);
      person.control.setNetwork(false);
      line.setOn(false);
      await settle();
    },
    cloud,
    pull(backend, on) {
      of(backend).line.setOn(on);
    },
    server: cloud.server,
    async restart() {
      // The snapshot is encoded and decoded, as a store would.
      cloud.restore(decodeMessage(encodeMessage(cloud.snapshot())) as CloudSnapshot);
      // The SDK takes some seconds to come back.
      await cloud.advance(10_000);
      await settle();
    },
    async loseAnswer(backend, service, operation) {
      await of(backend).person.control.inject({ kind: 'lose-answer', service, operation });
    },
    async advance(ms) {
      await cloud.advance(ms);
      await settle();
    },
    settle,
    openSubscriptions: (backend) => of(backend).openSubscriptions(),
    async dispose() {
      for (const { backend, line } of clients.values()) {
        await backend.dispose();
        await line.close();
      }
      await emulator.close();
      cloud.dispose();
      time.uninstall();
    },
    lacks:
      'This stage has documents and realtime values, in Node, which keeps nothing from one run to the next.',
  };
}
