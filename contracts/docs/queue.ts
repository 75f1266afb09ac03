/** Documents: writes that wait for the connection. */
import { expect } from 'vitest';
import { orderBy, query } from '#ports/docs/query.ts';
import { increment, serverTimestamp } from '#ports/docs/values.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';
import { followQuery, ids, remove, setWrite, story, update } from './help.ts';

const offline = ['docs.offline'] as const;
const lasting = ['docs.offline', 'docs.persistence'] as const;

export function queueScenarios(scenario: Scenario): void {
  scenario(
    'offline writes show locally and are applied once on reconnect, in order',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(setWrite('notes/a', { log: 'start', n: 0 }));
      const events = followQuery(scene, client, query('notes'));
      await scene.settle();
      await scene.setNetwork(client, false);
      const order: string[] = [];
      const done = [
        docs.write(update('notes/a', { n: increment(1), log: 'first' })).then(() => order.push('first')),
        docs
          .batch([setWrite('notes/b', { n: 1 }), update('notes/a', { n: increment(1) })])
          .then(() => order.push('second')),
        docs.write(remove('notes/b')).then(() => order.push('third')),
        docs.write(setWrite('notes/c', { at: serverTimestamp() })).then(() => order.push('fourth')),
      ];
      await scene.settle();
      expect(order).toEqual([]);
      expect(story(events).at(-1)).toBe('a,c cache pending');
      expect(events.last().docs[0]?.data).toEqual({ log: 'first', n: 2 });
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ log: 'start', n: 0 });
      await scene.setNetwork(client, true);
      await Promise.all(done);
      await scene.settle();
      expect(order).toEqual(['first', 'second', 'third', 'fourth']);
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ log: 'first', n: 2 });
      expect((await scene.server.docs.get('notes/b')).data).toBeNull();
      expect((await docs.find(query('notes'))).metadata).toEqual({
        fromCache: false,
        hasPendingWrites: false,
      });
    },
  );

  scenario(
    'a write denied on reconnect rejects, is rolled back and does not block the next one',
    { needs: offline },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(setWrite('notes/a', { n: 1 }));
      const events = followQuery(scene, client, query('notes'));
      await scene.settle();
      await scene.setNetwork(client, false);
      await scene.server.docs.batch([remove('notes/a')]);
      const refused = rejection(docs.write(update('notes/a', { n: 2 })));
      const next = docs.write(setWrite('notes/b', { n: 3 }));
      await scene.settle();
      expect(ids(events.last())).toEqual(['a', 'b']);
      await scene.setNetwork(client, true);
      expect(await refused).toMatchObject({ code: 'not-found' });
      await next;
      await scene.settle();
      expect(story(events).at(-1)).toMatch(/^b server/u);
      expect((await scene.server.docs.get('notes/b')).data).toEqual({ n: 3 });
    },
  );

  scenario(
    'waitForPendingWrites waits for earlier writes, accepted or denied, and not for later ones',
    { needs: [...offline, 'docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.offline.waitForPendingWrites();
      await scene.setNetwork(client, false);
      void docs.write(setWrite('notes/a', {}));
      void rejection(docs.write(update('notes/missing', { n: 1 })));
      let landed = false;
      const waiting = docs.offline.waitForPendingWrites().then(() => {
        landed = true;
      });
      await scene.settle();
      expect(landed).toBe(false);
      const later = docs.write(setWrite('notes/later', {})).then(() => landed);
      await scene.setNetwork(client, true);
      await waiting;
      expect((await scene.server.docs.get('notes/a')).data).toEqual({});
      expect(await later).toBe(true);
    },
  );

  scenario(
    'cached documents and pending writes survive an offline reload',
    { needs: [...lasting, 'docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      const asked = query('notes', orderBy('n'));
      await scene.server.docs.batch([setWrite('notes/a', { n: 1 }), setWrite('notes/b', { n: 2 })]);
      const stop = client.docs.watchQuery(asked, recorder());
      await scene.settle();
      await scene.setNetwork(client, false);
      void client.docs.write(update('notes/a', { n: increment(10) }));
      void client.docs.write(setWrite('notes/c', { n: 5, at: serverTimestamp() }));
      await scene.settle();
      stop();
      const next = await scene.reload(client);
      const events = followQuery(scene, next, asked, { includeMetadataChanges: true });
      await scene.settle();
      expect(story(events).at(-1)).toBe('b,c,a cache pending');
      expect((await next.docs.get('notes/a')).data).toEqual({ n: 11 });
      void next.docs.write(update('notes/a', { n: increment(100) }));
      await scene.setNetwork(next, true);
      await next.docs.offline.waitForPendingWrites();
      await scene.settle();
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 111 });
      expect(story(events).at(-1)).toBe('b,c,a server');
      const last = await scene.reload(next);
      await last.docs.offline.waitForPendingWrites();
      await scene.settle();
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 111 });
    },
  );

  scenario(
    'a pending write of a disposed client rejects and is applied by the next client of the browser',
    { needs: [...lasting, 'docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      await scene.setNetwork(client, false);
      const waiting = rejection(client.docs.write(setWrite('notes/a', { n: 1 })));
      await scene.settle();
      await client.dispose();
      expect(await waiting).toMatchObject({ code: 'failed-precondition' });
      const next = await scene.reload(client);
      expect((await next.docs.get('notes/a')).data).toEqual({ n: 1 });
      await scene.setNetwork(next, true);
      await next.docs.offline.waitForPendingWrites();
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 1 });
    },
  );
}
