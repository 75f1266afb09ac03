/** Several tabs of one browser, in which the same person works: one cache, one queue. */
import { expect } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { query, where } from '#ports/docs/query.ts';
import { arrayUnion, increment } from '#ports/docs/values.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';
import { followQuery, ids, loseAnswer, setWrite, story, update } from './help.ts';

const lasting = ['docs.offline', 'docs.persistence'] as const;

export function tabScenarios(scenario: Scenario): void {
  scenario(
    'a write shows in every tab immediately, and as acknowledged afterwards',
    { needs: lasting },
    async (scene) => {
      const one = await scene.connect();
      const other = await scene.openTab(one);
      await scene.setNetwork(one, false);
      await scene.setNetwork(other, false);
      const events = followQuery(scene, other, query('notes'), { includeMetadataChanges: true });
      const seen = recorder<DocSnapshot>();
      scene.closing(other.docs.watch('notes/a', seen));
      await scene.settle();
      const landed = one.docs.write(setWrite('notes/a', { n: 1 }));
      await scene.settle();
      expect(story(events)).toEqual([' cache', 'a cache pending']);
      expect(seen.last()).toMatchObject({ data: { n: 1 }, metadata: { hasPendingWrites: true } });
      expect((await other.docs.get('notes/a')).data).toEqual({ n: 1 });
      await scene.setNetwork(one, true);
      await scene.setNetwork(other, true);
      await landed;
      await scene.settle();
      expect(story(events).at(-1)).toBe('a server');
    },
  );

  scenario(
    'pending increments of two tabs are counted once in each tab',
    { needs: lasting },
    async (scene) => {
      const one = await scene.connect();
      const other = await scene.openTab(one);
      await scene.server.docs.batch([setWrite('notes/a', { n: 0 })]);
      const logs = [one, other].map((tab) => {
        const seen = recorder<DocSnapshot>();
        scene.closing(tab.docs.watch('notes/a', seen));
        return seen;
      });
      await scene.settle();
      for (const tab of [one, other, one]) {
        await tab.docs.write(update('notes/a', { n: increment(1) }));
        await scene.settle();
      }
      for (const { values } of logs) expect(values.map(({ data }) => data?.['n'])).toEqual([0, 1, 2, 3]);
    },
  );

  scenario(
    'pending writes of several tabs are applied once and in order, whichever tab is online',
    { needs: [...lasting, 'docs.offline'] },
    async (scene) => {
      const one = await scene.connect();
      const other = await scene.openTab(one);
      const order: unknown[] = [];
      const watcher = await scene.connect();
      scene.closing(watcher.docs.watch('notes/a', { next: ({ data }) => order.push(data?.['by']) }));
      await scene.setNetwork(one, false);
      await scene.setNetwork(other, false);
      const landed: Promise<void>[] = [];
      for (const [by, tab] of [
        ['first', one],
        ['second', other],
        ['third', one],
      ] as const) {
        const data = { by, order: arrayUnion(by), count: increment(1) };
        landed.push(tab.docs.write({ ...setWrite('notes/a', data), merge: true }));
        await scene.settle();
      }
      await scene.setNetwork(other, true);
      await Promise.all(landed);
      await one.docs.offline.waitForPendingWrites();
      await scene.settle();
      const made = ['first', 'second', 'third'];
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ by: 'third', order: made, count: 3 });
      // States that follow each other quickly may be shown as the last of them.
      expect(order).toEqual([undefined, ...made].filter((by) => order.includes(by)));
      expect(order.at(-1)).toBe('third');
    },
  );

  scenario(
    'a denied write rejects in its tab and is rolled back in every tab',
    { needs: lasting },
    async (scene) => {
      const one = await scene.connect();
      const other = await scene.openTab(one);
      await scene.server.docs.batch([setWrite('notes/a', { n: 1 })]);
      const views = [one, other].map((tab) =>
        followQuery(scene, tab, query('notes'), { includeMetadataChanges: true }),
      );
      await scene.settle();
      await scene.setNetwork(one, false);
      await scene.server.docs.batch([{ type: 'delete', path: 'notes/a' }]);
      await scene.settle();
      const refused = rejection(one.docs.batch([update('notes/a', { n: 2 }), setWrite('notes/b', { n: 2 })]));
      await scene.settle();
      expect(await refused).toMatchObject({ code: 'not-found' });
      await scene.settle();
      expect((await scene.server.docs.get('notes/b')).data).toBeNull();
      for (const view of views) expect(ids(view.last())).not.toContain('b');
      await scene.setNetwork(one, true);
      await scene.settle();
      for (const view of views) expect(story(view).at(-1)).toBe(' server');
    },
  );

  scenario(
    'offline writes of a crashed tab are sent by another tab',
    { needs: [...lasting, 'docs.offline'] },
    async (scene) => {
      const one = await scene.connect();
      const other = await scene.openTab(one);
      await scene.setNetwork(one, false);
      await scene.setNetwork(other, false);
      void rejection(one.docs.write(setWrite('notes/a', { n: 1 })));
      void rejection(one.docs.write(update('notes/a', { n: increment(1) })));
      await scene.settle();
      await scene.kill(one);
      await scene.setNetwork(other, true);
      await other.docs.offline.waitForPendingWrites();
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 2 });
    },
  );

  scenario(
    'a repeated write that follows a later one is cached in each tab as the server accepted it',
    { needs: lasting },
    async (scene) => {
      const one = await scene.connect();
      await scene.server.docs.batch([setWrite('notes/counted', { n: 10 })]);
      await one.docs.write(setWrite('notes/first', {}));
      const other = await scene.openTab(one);
      for (const tab of [one, other]) expect((await tab.docs.get('notes/counted')).data).toEqual({ n: 10 });
      await loseAnswer(scene, one);
      // The other tab queues its write before it can know of this one, and has fewer writes behind it.
      const sent = one.docs.batch([
        setWrite('notes/sent', { n: 1 }),
        update('notes/counted', { n: increment(1) }),
      ]);
      const between = other.docs.write(setWrite('notes/between', { n: 2 }));
      await scene.settle();
      await scene.advance(60_000);
      await Promise.all([sent, between]);
      await scene.settle();
      const { data: counted } = await scene.server.docs.get('notes/counted');
      for (const tab of [one, other]) {
        await scene.setNetwork(tab, false);
        for (const [name, data] of Object.entries({ sent: { n: 1 }, between: { n: 2 }, counted }))
          expect(await tab.docs.get(`notes/${name}`, { source: 'cache' })).toMatchObject({
            data,
            metadata: { hasPendingWrites: false },
          });
      }
    },
  );

  scenario(
    'offline writes of a closed tab are sent by the next tab',
    { needs: [...lasting, 'docs.offline'] },
    async (scene) => {
      const one = await scene.connect();
      await scene.setNetwork(one, false);
      void rejection(one.docs.write(setWrite('notes/a', { n: 1 })));
      await scene.settle();
      await one.dispose();
      const next = await scene.openTab(one);
      await next.docs.offline.waitForPendingWrites();
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 1 });
    },
  );

  scenario(
    'documents cached by one tab are answered from the cache in other and later tabs',
    { needs: lasting },
    async (scene) => {
      const one = await scene.connect();
      const other = await scene.openTab(one);
      await scene.server.docs.batch([setWrite('notes/a', { n: 1 }), setWrite('notes/b', { n: 2 })]);
      const asked = query('notes', where('n', '>', 1));
      const stop = one.docs.watchQuery(asked, recorder());
      await one.docs.get('notes/a');
      await scene.settle();
      await scene.setNetwork(other, false);
      expect((await other.docs.get('notes/a')).data).toEqual({ n: 1 });
      expect(ids(await other.docs.find(asked))).toEqual(['b']);
      stop();
      await scene.settle();
      const later = await scene.openTab(one);
      await scene.setNetwork(later, false);
      expect((await later.docs.get('notes/a')).data).toEqual({ n: 1 });
      const events = followQuery(scene, later, asked);
      await scene.settle();
      expect(story(events)).toEqual(['b cache']);
    },
  );

  scenario(
    'clearCache rejects while another tab has subscriptions, and clears the cache of all tabs',
    { needs: [...lasting, 'docs.offline'] },
    async (scene) => {
      const one = await scene.connect();
      const other = await scene.openTab(one);
      await scene.server.docs.batch([setWrite('notes/a', { n: 1 })]);
      const stop = other.docs.watch('notes/a', recorder());
      await scene.settle();
      expect(await rejection(one.docs.offline.clearCache())).toMatchObject({ code: 'failed-precondition' });
      expect((await one.docs.get('notes/a', { source: 'cache' })).data).toEqual({ n: 1 });
      stop();
      await scene.setNetwork(one, false);
      await scene.setNetwork(other, false);
      const waiting = rejection(other.docs.write(setWrite('notes/b', {})));
      await scene.settle();
      await one.docs.offline.clearCache();
      expect(await waiting).toMatchObject({ code: 'cancelled' });
      for (const tab of [one, other]) {
        expect(await rejection(tab.docs.get('notes/a'))).toMatchObject({ code: 'unavailable' });
        await scene.setNetwork(tab, true);
        await tab.docs.offline.waitForPendingWrites();
      }
      expect((await scene.server.docs.get('notes/b')).data).toBeNull();
    },
  );

  scenario(
    'two users in two tabs share neither cached data nor pending writes',
    { needs: [...lasting, 'docs.own-cache', 'auth.session', 'docs.offline'] },
    async (scene) => {
      const one = await scene.member();
      const other = await scene.openTab(one);
      await other.auth.session.setPersistence('memory');
      await other.auth.createUser({ email: 'other@example.com', password: 'correct horse' });
      await scene.settle();
      await one.docs.write(setWrite('notes/a', { n: 1 }));
      await scene.setNetwork(one, false);
      await scene.setNetwork(other, false);
      void rejection(one.docs.write(setWrite('notes/b', { n: 1 })));
      await scene.settle();
      for (const path of ['notes/a', 'notes/b'])
        expect(await rejection(other.docs.get(path))).toMatchObject({ code: 'unavailable' });
      await scene.setNetwork(other, true);
      await other.docs.offline.waitForPendingWrites();
      await scene.settle();
      expect((await scene.server.docs.get('notes/b')).data).toBeNull();
    },
  );
}
