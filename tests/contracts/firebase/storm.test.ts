/**
 * A storm through Muster's functions over the Firebase adapter: the Admin SDK's transactions on documents, by gRPC to the embedded cloud
 * behind Firebase's protocols, 50 at once.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServer } from '#adapters/firebase-admin/server.ts';
import { constants } from '#domain/constants.ts';
import { seedDemo } from '#demo/team.ts';
import { demoSecret } from '#tests/app/functions/demo-keys.ts';
import { startEmulator, type Emulator } from '#emulator/emulator.ts';
import { believedCaller } from '#emulator/token.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { createFunctions } from '#functions/index.ts';
import { sweep } from '#functions/sweep.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { sendAll, storedStorm, stormMessage } from '#tests/app/functions/storm.ts';
import indexes from '../../../firestore.indexes.json?raw';

const projectId = 'demo-muster';
let cloud: FakeCloud;
let emulator: Emulator;
let server: ServerPorts;
beforeEach(async () => {
  cloud = new FakeCloud({ believe: believedCaller, indexes });
  emulator = await startEmulator({ cloud });
  process.env['FIRESTORE_EMULATOR_HOST'] = emulator.docs;
  process.env['FIREBASE_DATABASE_EMULATOR_HOST'] = emulator.realtime;
  // Without this variable the SDK queries the network for the kind of machine.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const databaseURL = `https://${projectId}-default-rtdb.firebaseio.com`;
  const { docs, realtime } = openServer({ project: { projectId, databaseURL }, name: 'storm' });
  // Deferred work gets lost: the sweep does it.
  server = { ...cloud.server, docs, realtime, tasks: { enqueue: async () => {} } };
  await seedDemo(server, demoSecret);
});
afterEach(async () => {
  await emulator.close();
  cloud.dispose();
});

test('100 messages of five services, repeated until they are accepted, make at most ten pages and lose no alert', async () => {
  const { http } = createFunctions();
  let waiting = Array.from({ length: 100 }, (_, n) => stormMessage(n));
  for (let round = 0; waiting.length > 0 && round < 3; round++)
    waiting = [...(await sendAll(waiting, 50, async (message) => http(message, server)))];
  expect(waiting).toEqual([]);
  await cloud.advance(constants.pageReviewSeconds * 1000);
  await sweep(server);
  const storm = await storedStorm(server.docs);
  // Alerts of the catalogue page nobody.
  expect(storm).toMatchObject({ alerts: 100, different: 100, asked: 80, unpaged: 20, askedTwice: 0 });
  expect(storm.pages.length).toBeLessThanOrEqual(10);
});
