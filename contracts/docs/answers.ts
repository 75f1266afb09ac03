/** Documents: answers of the server during a lost connection, and after it is back. */
import { expect } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { limit, limitToLast, orderBy, query, where } from '#ports/docs/query.ts';
import { recorder, type Scenario } from '../harness.ts';
import { followQuery, ids, remove, setWrite, story, update } from './help.ts';

const offline = ['docs.offline'] as const;

export function answerScenarios(scenario: Scenario): void {
  scenario(
    'offline, a query result includes changes received after the server’s answer',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      const asked = query('notes', where('open', '==', true));
      await scene.server.docs.batch([
        setWrite('notes/a', { open: true }),
        setWrite('notes/b', { open: true }),
      ]);
      const stop = docs.watchQuery(asked, recorder());
      await scene.settle();
      stop();
      await docs.write(setWrite('notes/c', { open: true }));
      await docs.write(update('notes/b', { open: false }));
      await scene.setNetwork(client, false);
      expect(ids(await docs.find(asked))).toEqual(['a', 'c']);
      const events = followQuery(scene, client, asked);
      await scene.settle();
      expect(story(events)).toEqual(['a,c cache']);
    },
  );

  scenario(
    'offline, a document that left a query result has its last known data',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      const open = query('notes', where('open', '==', true));
      await scene.server.docs.batch([
        setWrite('notes/a', { open: true }),
        setWrite('notes/b', { open: true }),
      ]);
      followQuery(scene, client, open);
      await scene.settle();
      await scene.server.docs.batch([setWrite('notes/a', { open: false })]);
      await scene.settle();
      await scene.setNetwork(client, false);
      expect((await client.docs.get('notes/a')).data).toEqual({ open: false });
      expect(ids(await client.docs.find(query('notes', where('open', '==', false))))).toEqual(['a']);
    },
  );

  scenario(
    'offline, a document contradicted by a later result has its last known data',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await scene.server.docs.batch([
        setWrite('notes/a', { open: true }),
        setWrite('notes/b', { mine: true }),
      ]);
      await docs.get('notes/a');
      await docs.get('notes/b');
      await scene.server.docs.batch([setWrite('notes/a', { open: false })]);
      followQuery(scene, client, query('notes', where('open', '==', true)));
      await scene.settle();
      await scene.server.docs.batch([setWrite('notes/b', { mine: false })]);
      await docs.find(query('notes', where('mine', '==', true)));
      await scene.settle();
      await scene.setNetwork(client, false);
      expect((await docs.get('notes/a')).data).toEqual({ open: false });
      expect((await docs.get('notes/b')).data).toEqual({ mine: false });
    },
  );

  scenario(
    'a limited result that lost a document to a local change is refilled from the cache until the server answers',
    { needs: [...offline, 'docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await scene.server.docs.batch([1, 2, 3, 4].map((n) => setWrite(`notes/${n}`, { n })));
      const [first, last] = [
        query('notes', orderBy('n'), limit(2)),
        query('notes', orderBy('n'), limitToLast(2)),
      ];
      followQuery(scene, client, query('notes'));
      const events = [first, last].map((asked) =>
        followQuery(scene, client, asked, { includeMetadataChanges: true }),
      );
      await scene.settle();
      await docs.offline.setNetwork(false);
      await docs.offline.setNetwork(true);
      await scene.settle();
      for (const told of events) told.values.length = 0;
      const landed = [docs.write(remove('notes/2')), docs.write(update('notes/3', { n: 0 }))];
      await Promise.all(landed);
      await scene.settle();
      expect(events.map(story)).toEqual([
        ['1,3 cache', '3,1 server pending', '3,1 server'],
        ['1,4 cache', '1,4 server'],
      ]);
    },
  );

  scenario(
    'documents that refilled a limited result are removed when the server has no further results',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await scene.server.docs.batch([1, 2, 3].map((n) => setWrite(`notes/${n}`, { n })));
      const events = followQuery(scene, client, query('notes', orderBy('n'), limit(2)));
      await docs.get('notes/3');
      await scene.server.docs.batch([remove('notes/3')]);
      await scene.settle();
      await docs.write(remove('notes/2'));
      await scene.settle();
      expect(story(events).slice(-2)).toEqual(['1,3 cache', '1 server']);
    },
  );

  scenario(
    'changes made by others during a disconnect are reported on reconnect',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      const { server } = scene;
      await server.docs.batch([
        setWrite('notes/a', { n: 1 }),
        setWrite('notes/b', { n: 2 }),
        setWrite('notes/c', { n: 3 }),
      ]);
      const events = followQuery(scene, client, query('notes', where('n', '>', 0)));
      const last = followQuery(scene, client, query('notes', orderBy('n', 'desc'), limit(2)));
      const seen = recorder<DocSnapshot>();
      // A document that another answer brings first is confirmed a moment later, announced as metadata alone.
      scene.closing(client.docs.watch('notes/b', seen, { includeMetadataChanges: true }));
      await scene.settle();
      await scene.setNetwork(client, false);
      await server.docs.batch([
        remove('notes/a'),
        update('notes/b', { n: 0 }),
        update('notes/c', { n: 4 }),
        setWrite('notes/d', { n: 5 }),
      ]);
      await scene.settle();
      expect(ids(events.last())).toEqual(['a', 'b', 'c']);
      await scene.setNetwork(client, true);
      await scene.settle();
      expect(events.last().docs.map(({ data }) => data)).toEqual([{ n: 4 }, { n: 5 }]);
      expect(ids(last.last())).toEqual(['d', 'c']);
      expect(seen.last()).toMatchObject({ data: { n: 0 }, metadata: { fromCache: false } });
      await server.docs.batch([setWrite('notes/e', { n: 6 })]);
      await scene.settle();
      expect(ids(events.last())).toEqual(['c', 'd', 'e']);
    },
  );
}
