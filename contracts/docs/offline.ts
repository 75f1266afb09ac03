/** Documents: reads from the cache, and effects of a lost connection. */
import { expect } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { query } from '#ports/docs/query.ts';
import { toPortError } from '#ports/errors.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';
import { followQuery, ids, setWrite, story } from './help.ts';

const offline = ['docs.offline'] as const;

export function offlineScenarios(scenario: Scenario): void {
  scenario(
    'offline, a read returns cached data marked as such, or rejects with unavailable for an unknown document',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(setWrite('notes/a', { n: 1 }));
      await docs.get('notes/a');
      await docs.get('notes/absent');
      await scene.setNetwork(client, false);
      expect(await docs.get('notes/a')).toMatchObject({ data: { n: 1 }, metadata: { fromCache: true } });
      expect(await docs.get('notes/absent')).toMatchObject({ data: null, metadata: { fromCache: true } });
      expect(await rejection(docs.get('notes/never'))).toMatchObject({ code: 'unavailable' });
      expect(await rejection(docs.get('notes/a', { source: 'server' }))).toMatchObject({
        code: 'unavailable',
      });
      expect(await rejection(docs.find(query('notes'), { source: 'server' }))).toMatchObject({
        code: 'unavailable',
      });
      const found = await docs.find(query('notes'));
      expect([ids(found), found.metadata.fromCache]).toEqual([['a'], true]);
    },
  );

  scenario(
    'a connection lost during a read is treated as offline: the cache answers unless excluded',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(setWrite('notes/a', { n: 1 }));
      await docs.get('notes/a');
      const told = new Set<boolean>();
      // However far the question has come by then.
      for (let turns = 0; turns < 12; turns++) {
        const [reading, finding] = [docs.get('notes/a'), docs.find(query('notes'))];
        const strict = docs
          .get('notes/a', { source: 'server' })
          .then(({ metadata }) => metadata.fromCache, toPortError);
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        await scene.setNetwork(client, false);
        const { data, metadata } = await reading;
        expect(data).toEqual({ n: 1 });
        told.add(metadata.fromCache);
        expect(ids(await finding)).toEqual(['a']);
        const answer = await strict;
        if (answer !== false) expect(answer).toMatchObject({ code: 'unavailable' });
        await scene.setNetwork(client, true);
        await scene.settle();
      }
      expect(told).toContain(true);
    },
  );

  scenario('a read with source cache sends no request', { needs: ['docs.persistence'] }, async (scene) => {
    const client = await scene.connect();
    await client.docs.write(setWrite('notes/a', { n: 1 }));
    await client.docs.get('notes/a');
    await scene.server.docs.batch([setWrite('notes/a', { n: 2 }), setWrite('notes/b', { n: 2 })]);
    expect((await client.docs.get('notes/a', { source: 'cache' })).data).toEqual({ n: 1 });
    const found = await client.docs.find(query('notes'), { source: 'cache' });
    expect([ids(found), found.metadata.fromCache]).toEqual([['a'], true]);
    expect((await client.docs.get('notes/a', { source: 'server' })).data).toEqual({ n: 2 });
  });

  scenario(
    'an offline subscription reports the cached result immediately, also an empty one',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      await scene.setNetwork(client, false);
      const events = followQuery(scene, client, query('notes'));
      const seen = recorder<DocSnapshot>();
      scene.closing(client.docs.watch('notes/a', seen));
      await scene.settle();
      expect(story(events)).toEqual([' cache']);
      expect(seen.last()).toMatchObject({ data: null, metadata: { fromCache: true } });
    },
  );

  scenario(
    'online, a subscription reports a filled cache first, and an empty one after the server’s answer',
    { needs: ['docs.persistence'] },
    async (scene) => {
      const client = await scene.connect();
      await scene.server.docs.batch([setWrite('notes/a', { n: 1 }), setWrite('notes/b', { n: 2 })]);
      const empty = followQuery(scene, client, query('notes'));
      await scene.settle();
      expect(story(empty)).toEqual(['a,b server']);
      const other = await scene.connect();
      await other.docs.get('notes/a');
      const filled = followQuery(scene, other, query('notes'), { includeMetadataChanges: true });
      await scene.settle();
      expect(story(filled)).toEqual(['a cache', 'a,b server']);
    },
  );

  scenario(
    'a lost and a restored connection are reported as metadata changes only',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      await client.docs.write(setWrite('notes/a', { n: 1 }));
      const plain = followQuery(scene, client, query('notes'));
      const full = followQuery(scene, client, query('notes'), { includeMetadataChanges: true });
      await scene.settle();
      await scene.setNetwork(client, false);
      await scene.setNetwork(client, true);
      await scene.settle();
      expect(story(plain)).toEqual(['a cache']);
      expect(story(full).slice(-3)).toEqual(['a server', 'a cache', 'a server']);
      expect(full.last().changes).toEqual([]);
    },
  );

  scenario(
    'setNetwork(false) takes documents offline and no other port',
    { needs: [...offline, 'docs.offline', 'docs.transactions'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(setWrite('notes/a', { n: 1 }));
      const events = followQuery(scene, client, query('notes'), { includeMetadataChanges: true });
      await scene.settle();
      await docs.offline.setNetwork(false);
      await docs.offline.setNetwork(false);
      let landed = false;
      const write = docs.write(setWrite('notes/b', { n: 2 })).then(() => {
        landed = true;
      });
      await scene.server.docs.batch([setWrite('notes/c', { n: 3 })]);
      await scene.settle();
      expect([landed, story(events).at(-1)]).toEqual([false, 'a,b cache pending']);
      expect(await rejection(docs.get('notes/c'))).toMatchObject({ code: 'unavailable' });
      expect(await rejection(docs.transactions.run(() => Promise.resolve()))).toMatchObject({
        code: 'unavailable',
      });
      await docs.offline.setNetwork(true);
      await write;
      await scene.settle();
      expect(story(events).at(-1)).toBe('a,b,c server');
    },
  );

  scenario(
    'clearCache removes cached data and rejects while subscriptions are open',
    { needs: [...offline, 'docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(setWrite('notes/a', { n: 1 }));
      await docs.get('notes/a');
      const stop = docs.watchQuery(query('notes'), recorder());
      await scene.settle();
      expect(await rejection(docs.offline.clearCache())).toMatchObject({ code: 'failed-precondition' });
      stop();
      await docs.offline.setNetwork(false);
      const waiting = rejection(docs.write(setWrite('notes/b', {})));
      await docs.offline.clearCache();
      await waiting;
      expect(await rejection(docs.get('notes/a'))).toMatchObject({ code: 'unavailable' });
      await docs.offline.setNetwork(true);
      await docs.offline.waitForPendingWrites();
      expect((await docs.get('notes/b')).data).toBeNull();
      expect((await docs.get('notes/a')).data).toEqual({ n: 1 });
    },
  );

  scenario(
    'a rejected clearCache keeps pending writes, which complete',
    { needs: [...offline, 'docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      const stop = docs.watchQuery(query('notes'), recorder());
      await scene.settle();
      await scene.setNetwork(client, false);
      const order: string[] = [];
      const landed = docs.write(setWrite('notes/a', { n: 1 })).then(() => order.push('write'));
      const waited = docs.offline.waitForPendingWrites().then(() => order.push('wait'));
      expect(await rejection(docs.offline.clearCache())).toMatchObject({ code: 'failed-precondition' });
      await scene.settle();
      expect([order, (await docs.get('notes/a')).data]).toEqual([[], { n: 1 }]);
      stop();
      await scene.setNetwork(client, true);
      await Promise.all([landed, waited, docs.write(setWrite('notes/b', { n: 2 }))]);
      expect(order.toSorted()).toEqual(['wait', 'write']);
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 1 });
      expect((await docs.get('notes/b', { source: 'server' })).data).toEqual({ n: 2 });
    },
  );
}
