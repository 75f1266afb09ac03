/** Keys of the demonstration's alert senders: drawn for each cloud, kept with it, and no others page it. */
import { expect, onTestFinished, test } from 'vitest';
import { ingestKeyId, keyRecord } from '#api/ingest-key.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { MemoryRecords } from '#fakes/cloud/kept.fixture.ts';
import { createFunctions } from '#functions/index.ts';
import type { Write } from '#ports/docs/docs.ts';
import { credentialOf } from './accounts.ts';
import { sampleAlerts } from './alerts.ts';
import { replacePublishedKeys } from './published-keys.ts';
import { projectRules } from './rules.ts';
import { seedDemo } from './team.ts';
import { demoTeamId } from './team/people.ts';
import { type DemoKeys, demoKeysOf, demoSecretPath } from './team/sender-keys.ts';
import { demoSenders } from './team/setup.ts';

/** Keys of each demonstration before keys were drawn. */
const published: DemoKeys = {
  payments: 'R0UT1NGK3Y000000000000000000ABCD',
  identity: '1DENT1TYK3Y00000000000000000WXYZ',
  checkout: 'alder-alertmanager-checkout',
  search: 'alder-alertmanager-search',
  catalogue: 'alder-alertmanager-catalogue',
};

const options = { functions: createFunctions(), rules: projectRules, onImport: replacePublishedKeys };

async function demonstration(seed: number): Promise<FakeCloud> {
  const cloud = new FakeCloud({ ...options, seed });
  onTestFinished(() => cloud.dispose());
  await seedDemo(cloud.server);
  return cloud;
}

const keysIn = async ({ server }: FakeCloud) => demoKeysOf((await server.docs.get(demoSecretPath)).data);

/** Statuses of the sample alerts, with keys. */
const statuses = async (cloud: FakeCloud, keys: DemoKeys) =>
  Promise.all(
    sampleAlerts(cloud.clock.now()).map(async ({ request }) => (await cloud.http(request(keys))).status),
  );
const accepted = [200, 200, 202, 200, 202];

/** The cloud as an earlier version made it: with the published keys, one of which the team has replaced since. */
async function withPublishedKeys(cloud: FakeCloud): Promise<void> {
  const { docs } = cloud.server;
  const keys = await keysIn(cloud);
  const writes = demoSenders.flatMap(({ service, id, kind }): Write[] => {
    const [path, data] = keyRecord(published[service], { teamId: demoTeamId, id, kind });
    return [
      { type: 'delete', path: serverPaths.integrationKey(ingestKeyId(keys[service])) },
      { type: 'set', path, data: { ...data } },
      {
        type: 'update',
        path: documentPaths.integration(demoTeamId, id),
        changes:
          service === 'search'
            ? { keyEnding: 'mine', keyGeneration: 1 }
            : { keyEnding: published[service].slice(-4) },
      },
    ];
  });
  await docs.batch([...writes, { type: 'delete', path: demoSecretPath }]);
}

const endings = async ({ server }: FakeCloud) =>
  Promise.all(
    demoSenders.map(async ({ id }) => {
      const { data } = await server.docs.get(documentPaths.integration(demoTeamId, id));
      return data?.['keyEnding'];
    }),
  );

test('two clouds have different sender keys, and each accepts its own only', async () => {
  const [one, other] = [await demonstration(1), await demonstration(2)];
  const [keys, others] = [await keysIn(one), await keysIn(other)];
  const all = [...Object.values(keys), ...Object.values(others)];
  expect(new Set(all).size).toBe(10);
  for (const key of all) expect(key).toMatch(/^[0-9a-f]{32}$/u);
  expect(await statuses(one, keys)).toEqual(accepted);
  expect(await statuses(other, keys)).not.toContainEqual(expect.toSatisfy((status) => status < 400));
});

test('published keys are rejected', async () => {
  const cloud = await demonstration(1);
  expect(await statuses(cloud, published)).not.toContainEqual(expect.toSatisfy((status) => status < 400));
});

test('keys survive a restart and an interrupted seed', async () => {
  const records = new MemoryRecords();
  const cloud = await demonstration(1);
  cloud.keepWith(records.keep, null);
  await cloud.whenKept();
  const keys = await keysIn(cloud);
  const next = await demonstration(3);
  next.keepWith(async () => {}, records.found());
  await replacePublishedKeys(next.server);
  expect(await keysIn(next)).toEqual(keys);
  expect(await statuses(next, keys)).toEqual(accepted);
  await next.server.docs.batch([{ type: 'delete', path: documentPaths.team(demoTeamId) }]);
  await seedDemo(next.server);
  expect(await keysIn(next)).toEqual(keys);
});

test('a cloud stored by an earlier version gets its own keys, and the published ones end', async () => {
  const cloud = await demonstration(1);
  await withPublishedKeys(cloud);
  // All but the one that the team has replaced.
  expect(await statuses(cloud, published)).toEqual([200, 200, 202, 401, 202]);
  await replacePublishedKeys(cloud.server);
  const keys = await keysIn(cloud);
  expect(await statuses(cloud, published)).not.toContainEqual(expect.toSatisfy((status) => status < 400));
  expect(await statuses(cloud, keys)).toEqual([200, 200, 202, 404, 202]);
  expect(await endings(cloud)).toEqual(
    demoSenders.map(({ service }) => (service === 'search' ? 'mine' : keys[service].slice(-4))),
  );
  await replacePublishedKeys(cloud.server);
  expect(await keysIn(cloud)).toEqual(keys);
});

test('an export of an earlier version is imported with the cloud’s own keys', async () => {
  const earlier = await demonstration(1);
  await withPublishedKeys(earlier);
  const cloud = await demonstration(2);
  const client = connect(cloud);
  onTestFinished(() => client.dispose());
  await client.control.importCloud(earlier.exportText());
  const keys = demoKeysOf(await client.control.readDocument(demoSecretPath));
  expect(await statuses(cloud, keys)).toEqual([200, 200, 202, 404, 202]);
  expect(await statuses(cloud, published)).not.toContainEqual(expect.toSatisfy((status) => status < 400));
});

test('no member can read the secret, and an empty cloud stays empty', async () => {
  const cloud = await demonstration(1);
  const client = connect(cloud);
  onTestFinished(() => client.dispose());
  await client.auth.signIn(credentialOf({ id: 'amara' }));
  await expect(client.docs.get(demoSecretPath, { source: 'server' })).rejects.toMatchObject({
    code: 'permission-denied',
  });
  const empty = new FakeCloud(options);
  onTestFinished(() => empty.dispose());
  await replacePublishedKeys(empty.server);
  expect((await empty.server.docs.get(demoSecretPath)).data).toBeNull();
});
