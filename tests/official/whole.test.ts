/**
 * Production in small: Muster's functions as they are deployed, on the official Functions and Auth parts, over the embedded cloud's
 * documents and realtime tree behind Firebase's own protocols; called by the Firebase client.
 */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FirebaseClient, openFirebase } from '#adapters/firebase/backend.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { startEmulator, type Emulator } from '#emulator/emulator.ts';
import { serveRealtime, type RealtimeServer } from '#emulator/realtime/serve.ts';
import { believedCaller } from '#emulator/token.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { rejection } from '#tests/contracts/harness.ts';
import { buildFunctions } from '#tools/build-functions.ts';
import { type RunningAccounts, startAccounts } from './accounts.ts';
import { startDeployed } from './parts-functions.ts';
import { projectId } from './parts.ts';
import { project } from './stage.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cloud = new FakeCloud({ believe: believedCaller });
let folder = '';
let documents: Emulator;
let realtime: RealtimeServer;
let accounts: RunningAccounts;
let functions: Awaited<ReturnType<typeof startDeployed>>;
let client: FirebaseClient;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'muster-whole-'));
  await buildFunctions(folder, path.join(root, 'muster.config.example.json'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  [documents, realtime, accounts] = await Promise.all([
    startEmulator({ cloud }),
    serveRealtime({ cloud }),
    startAccounts(),
  ]);
  // What the functions' own processes are started with.
  process.env['FIRESTORE_EMULATOR_HOST'] = documents.docs;
  process.env['FIREBASE_DATABASE_EMULATOR_HOST'] = realtime.address;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  functions = await startDeployed(projectId, folder);
  client = openFirebase({
    project,
    region: 'europe-west1',
    local: { auth: `127.0.0.1:${accounts.port}`, functions: `127.0.0.1:${functions.port}` },
  });
});
afterAll(async () => {
  await client.dispose();
  await functions.stop();
  await accounts.stop();
  await documents.close();
  await realtime.close();
  cloud.dispose();
  await rm(folder, { recursive: true });
});

test('a person founds a team, once; somebody else may do nothing in it', async () => {
  await client.auth.createUser({ email: 'ada@example.com', password: 'correct horse' });
  const uid = client.auth.currentUser()?.uid ?? '';
  const founded = {
    teamId: 'team-1',
    commandId: 'found-1',
    name: 'Payments',
    timezone: 'Europe/Berlin',
    displayName: 'Ada',
  };
  expect(await client.functions.call('createTeam', founded)).toEqual({ revision: 1, teamId: 'team-1' });
  // The same command again: the same answer, nothing done twice.
  expect(await client.functions.call('createTeam', founded)).toEqual({ revision: 1, teamId: 'team-1' });

  const { server } = cloud;
  expect((await server.docs.get(documentPaths.team('team-1'))).data).toMatchObject({ name: 'Payments' });
  expect((await server.docs.get(documentPaths.member('team-1', uid))).data).toMatchObject({ role: 'owner' });
  // What rules of the realtime tree go by is copied after the commit, by the function too.
  expect(await server.realtime.get(realtimePaths.accessRole('team-1', uid))).toBe('owner');

  await client.auth.signOut();
  await client.auth.createUser({ email: 'eve@example.com', password: 'correct horse' });
  const refused = client.functions.call('declareIncident', {
    teamId: 'team-1',
    commandId: 'declare-1',
    title: 'Checkout is down',
    severity: 'SEV1',
    serviceIds: [],
    page: [],
    private: false,
    alertId: null,
  });
  expect(await rejection(refused)).toMatchObject({ code: 'permission-denied' });
});
