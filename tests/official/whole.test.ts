/**
 * Production in small: Muster's functions as they are deployed, on the official Functions and Auth parts, over the embedded cloud's
 * documents and realtime tree behind Firebase's own protocols; called by the Firebase client.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FirebaseClient, openFirebase } from '#adapters/firebase/backend.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { believedCaller } from '#emulator/token.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { rejection } from '#contracts/harness.ts';
import { type RunningAccounts, startAccounts } from './accounts.ts';
import { deployMuster, type DeployedMuster, region } from './deployed.ts';
import { project } from './stage.ts';

const cloud = new FakeCloud({ believe: believedCaller });
let accounts: RunningAccounts;
let deployed: DeployedMuster;
let client: FirebaseClient;

beforeAll(async () => {
  [accounts, deployed] = await Promise.all([startAccounts(), deployMuster(cloud)]);
  client = openFirebase({
    project,
    region,
    local: { auth: `127.0.0.1:${accounts.port}`, functions: `127.0.0.1:${deployed.port}` },
  });
});
afterAll(async () => {
  await client.dispose();
  await deployed.stop();
  await accounts.stop();
  cloud.dispose();
});

test('a user founds a team once, and a user outside the team can’t declare an incident', async () => {
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
  // The same command again has the same answer, and no second effect.
  expect(await client.functions.call('createTeam', founded)).toEqual({ revision: 1, teamId: 'team-1' });

  const { server } = cloud;
  expect((await server.docs.get(documentPaths.team('team-1'))).data).toMatchObject({ name: 'Payments' });
  expect((await server.docs.get(documentPaths.member('team-1', uid))).data).toMatchObject({ role: 'owner' });
  // Data that the realtime rules use is copied after the commit, by the function too.
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
