/**
 * All of Muster on Firebase: the app as it is deployed, its functions as they are deployed on the official Functions part, the official
 * Auth part, and the embedded cloud behind the protocols of documents and of the realtime database, under the deployed rules and indexes.
 */
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmulator } from '#emulator/emulator.ts';
import { believedCaller } from '#emulator/token.ts';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { buildFunctions } from '#tools/build-functions.ts';
import { type Cable, layCable } from '../../official/cable.ts';
import { region } from '../../official/deployed.ts';
import { startDeployed } from '../../official/parts-functions.ts';
import { projectId } from '../../official/parts.ts';
import { serveApp } from './app.ts';
import { atLocalhost, test as base } from './fixtures.ts';
import { testLimitMs } from '../../time-limits.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const deployed = (file: string) => readFile(path.join(root, file), 'utf8');

export interface Muster {
  readonly origin: string;
  /** Address for alert senders, which hosting forwards. */
  readonly senders: string;
  /** The way to documents and realtime values, for everybody. */
  plug(on: boolean): void;
}

/** `auth`: host and port of the Auth part. */
export async function openMuster(auth: string): Promise<Muster & { close(): Promise<void> }> {
  const cloud = new FakeCloud({
    clock: new RunningClock({ now: Date.now, setTimeout, clearTimeout }),
    believe: believedCaller,
    rules: {
      firestore: await deployed('firestore.rules'),
      database: await deployed('database.rules.json'),
    },
    indexes: await deployed('firestore.indexes.json'),
  });
  const emulator = await startEmulator({ cloud });
  const portOf = (address: string) => Number(address.split(':')[1]);
  const cables: readonly [Cable, Cable] = [
    await layCable(portOf(emulator.docs)),
    await layCable(portOf(emulator.realtime)),
  ];
  // Environment of the functions' own processes.
  process.env['FIRESTORE_EMULATOR_HOST'] = emulator.docs;
  process.env['FIREBASE_DATABASE_EMULATOR_HOST'] = emulator.realtime;
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = auth;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const nowhere = await layCable(null);
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-whole-'));
  await buildFunctions(folder, path.join(root, 'muster.config.example.json'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const functions = await startDeployed(projectId, folder);
  const app = await serveApp({
    auth: atLocalhost(auth),
    docs: cables[0].address,
    realtime: cables[1].address,
    functions: `127.0.0.1:${functions.port}`,
    // Address without a server.
    storage: nowhere.address,
  });
  return {
    origin: app.origin,
    senders: `http://127.0.0.1:${functions.port}/${projectId}/${region}/ingest`,
    plug(on) {
      for (const cable of cables) cable.plug(on);
    },
    async close() {
      await app.close();
      await functions.stop();
      await Promise.all(cables.map((cable) => cable.remove()));
      await nowhere.remove();
      await emulator.close();
      cloud.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

export const test = base.extend<{ readonly plugged: void }, { readonly muster: Muster }>({
  // The tests of a worker share its cables: one may have ended without a connection.
  plugged: [
    async ({ muster }, provide) => {
      muster.plug(true);
      await provide();
    },
    { auto: true },
  ],
  muster: [
    async ({ authPart }, provide) => {
      const muster = await openMuster(authPart.host);
      await provide(muster);
      await muster.close();
    },
    { scope: 'worker', timeout: testLimitMs },
  ],
});
