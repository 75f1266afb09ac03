/** Documents: several people, one after the other, in one browser. */
import { expect } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import { query } from '#ports/docs/query.ts';
import { recorder, rejection, type Scenario, type Scene } from '../harness.ts';
import { ids, setWrite } from './help.ts';

const apart = ['docs.offline', 'docs.own-cache'] as const;
const ben = { email: 'ben@example.com', password: 'correct horse' } as const;

/** A browser in which Ada has read, queried and watched a document, and signed out. */
async function leftByAda(scene: Scene): Promise<CompleteBackend> {
  const client = await scene.member('ada');
  const { docs, auth } = client;
  await scene.server.docs.batch([setWrite('notes/a', { n: 1 })]);
  const stop = docs.watchQuery(query('notes'), recorder());
  await docs.get('notes/a');
  await docs.find(query('notes'));
  await scene.settle();
  stop();
  await auth.signOut();
  await scene.settle();
  return client;
}

async function expectNothingKnown(scene: Scene, client: CompleteBackend): Promise<void> {
  const { docs } = client;
  await scene.setNetwork(client, false);
  expect(await rejection(docs.get('notes/a'))).toMatchObject({ code: 'unavailable' });
  expect(await rejection(docs.get('notes/a', { source: 'cache' }))).toMatchObject({ code: 'unavailable' });
  expect(ids(await docs.find(query('notes'), { source: 'cache' }))).toEqual([]);
  await scene.setNetwork(client, true);
}

export function nextPersonScenarios(scenario: Scenario): void {
  scenario(
    'the next user of a browser can’t read the previous user’s cache',
    { needs: apart },
    async (scene) => {
      const client = await leftByAda(scene);
      await expectNothingKnown(scene, client);
      await client.auth.createUser(ben);
      await expectNothingKnown(scene, client);
    },
  );

  scenario(
    'the next user can’t read the previous user’s cache after a reload or without a sign-out',
    { needs: [...apart, 'docs.persistence'] },
    async (scene) => {
      const client = await scene.reload(await leftByAda(scene));
      await expectNothingKnown(scene, client);
      await client.auth.createUser(ben);
      await expectNothingKnown(scene, client);
      await client.docs.get('notes/a');
      await client.auth.createUser({ ...ben, email: 'eve@example.com' });
      await expectNothingKnown(scene, client);
    },
  );

  scenario(
    'waitForPendingWrites rejects when its user signs out',
    { needs: ['docs.offline'] },
    async (scene) => {
      const client = await scene.member('ada');
      await scene.setNetwork(client, false);
      void rejection(client.docs.write(setWrite('notes/a', { by: 'ada' })));
      await scene.settle();
      const waiting = rejection(client.docs.offline.waitForPendingWrites());
      await scene.settle();
      await client.auth.signOut();
      await scene.settle();
      expect(await waiting).toMatchObject({ code: 'cancelled' });
    },
  );

  scenario(
    'offline writes of the previous user are neither shown to nor sent as the next user',
    { needs: ['docs.offline'] },
    async (scene) => {
      const client = await scene.member('ada');
      await scene.setNetwork(client, false);
      void rejection(client.docs.write(setWrite('notes/a', { by: 'ada' })));
      await scene.settle();
      await client.auth.signOut();
      await expectNothingKnown(scene, client);
      await client.auth.createUser(ben);
      await expectNothingKnown(scene, client);
      await client.docs.offline.waitForPendingWrites();
      await scene.settle();
      expect((await scene.server.docs.get('notes/a')).data).toBeNull();
    },
  );
}
