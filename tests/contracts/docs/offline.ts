/** Without the server: what still answers, what waits, and what happens when it is back. */
import { expect } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { limit, limitToLast, orderBy, query, where } from '#ports/docs/query.ts';
import { arrayUnion, deleteField, increment, serverTimestamp } from '#ports/docs/values.ts';
import { isPortError, toPortError } from '#ports/errors.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';
import { follow, ids, remove, set, story, update } from './help.ts';

const offline = ['docs.offline'] as const;
const lasting = ['docs.offline', 'docs.persistence'] as const;
const minute = 60_000;

export function offlineScenarios(scenario: Scenario): void {
  scenario(
    'a read falls back to the cache, says so, and is unavailable for what was never seen',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(set('notes/a', { n: 1 }));
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
      expect(await rejection(docs.aggregate(query('notes'), { n: { count: true } }))).toMatchObject({
        code: 'unavailable',
      });
      const found = await docs.find(query('notes'));
      expect([ids(found), found.metadata.fromCache]).toEqual([['a'], true]);
    },
    offline,
  );

  scenario(
    'a connection lost while the server is asked is like none: the cache answers, unless it may not',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(set('notes/a', { n: 1 }));
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
    offline,
  );

  scenario('source cache never asks the server', async (scene) => {
    const client = await scene.connect();
    await client.docs.write(set('notes/a', { n: 1 }));
    await client.docs.get('notes/a');
    await scene.server.docs.batch([set('notes/a', { n: 2 }), set('notes/b', { n: 2 })]);
    expect((await client.docs.get('notes/a', { source: 'cache' })).data).toEqual({ n: 1 });
    const found = await client.docs.find(query('notes'), { source: 'cache' });
    expect([ids(found), found.metadata.fromCache]).toEqual([['a'], true]);
    expect((await client.docs.get('notes/a', { source: 'server' })).data).toEqual({ n: 2 });
  });

  scenario(
    'a subscription made offline is told from the cache at once, also of nothing',
    async (scene) => {
      const client = await scene.connect();
      await scene.setNetwork(client, false);
      const events = follow(scene, client, query('notes'));
      const seen = recorder<DocSnapshot>();
      scene.closing(client.docs.watch('notes/a', seen));
      await scene.settle();
      expect(story(events)).toEqual([' cache']);
      expect(seen.last()).toMatchObject({ data: null, metadata: { fromCache: true } });
    },
    offline,
  );

  scenario('online, an empty cache waits for the server; a filled one is told first', async (scene) => {
    const client = await scene.connect();
    await scene.server.docs.batch([set('notes/a', { n: 1 }), set('notes/b', { n: 2 })]);
    const empty = follow(scene, client, query('notes'));
    await scene.settle();
    expect(story(empty)).toEqual(['a,b server']);
    const other = await scene.connect();
    await other.docs.get('notes/a');
    const filled = follow(scene, other, query('notes'), { includeMetadataChanges: true });
    await scene.settle();
    expect(story(filled)).toEqual(['a cache', 'a,b server']);
  });

  scenario(
    'going offline and back is told as metadata, and only then',
    async (scene) => {
      const client = await scene.connect();
      await client.docs.write(set('notes/a', { n: 1 }));
      const plain = follow(scene, client, query('notes'));
      const full = follow(scene, client, query('notes'), { includeMetadataChanges: true });
      await scene.settle();
      await scene.setNetwork(client, false);
      await scene.setNetwork(client, true);
      await scene.settle();
      expect(story(plain)).toEqual(['a cache']);
      expect(story(full).slice(-3)).toEqual(['a server', 'a cache', 'a server']);
      expect(full.last().changes).toEqual([]);
    },
    offline,
  );

  scenario(
    'offline, an answer holds what has become known since the server gave it',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      const asked = query('notes', where('open', '==', true));
      await scene.server.docs.batch([set('notes/a', { open: true }), set('notes/b', { open: true })]);
      const stop = docs.watchQuery(asked, recorder());
      await scene.settle();
      stop();
      await docs.write(set('notes/c', { open: true }));
      await docs.write(update('notes/b', { open: false }));
      await scene.setNetwork(client, false);
      expect(ids(await docs.find(asked))).toEqual(['a', 'c']);
      const events = follow(scene, client, asked);
      await scene.settle();
      expect(story(events)).toEqual(['a,c cache']);
    },
    offline,
  );

  scenario(
    'offline, a document that left an answer is as it last was, not as it was in the answer',
    async (scene) => {
      const client = await scene.connect();
      const open = query('notes', where('open', '==', true));
      await scene.server.docs.batch([set('notes/a', { open: true }), set('notes/b', { open: true })]);
      follow(scene, client, open);
      await scene.settle();
      await scene.server.docs.batch([set('notes/a', { open: false })]);
      await scene.settle();
      await scene.setNetwork(client, false);
      expect((await client.docs.get('notes/a')).data).toEqual({ open: false });
      expect(ids(await client.docs.find(query('notes', where('open', '==', false))))).toEqual(['a']);
    },
    offline,
  );

  scenario(
    'offline, a document that an answer contradicted is as it last was',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await scene.server.docs.batch([set('notes/a', { open: true }), set('notes/b', { mine: true })]);
      await docs.get('notes/a');
      await docs.get('notes/b');
      await scene.server.docs.batch([set('notes/a', { open: false })]);
      follow(scene, client, query('notes', where('open', '==', true)));
      await scene.settle();
      await scene.server.docs.batch([set('notes/b', { mine: false })]);
      await docs.find(query('notes', where('mine', '==', true)));
      await scene.settle();
      await scene.setNetwork(client, false);
      expect((await docs.get('notes/a')).data).toEqual({ open: false });
      expect((await docs.get('notes/b')).data).toEqual({ mine: false });
    },
    offline,
  );

  scenario(
    'a limited answer that lost a document to a change made here fills up from the cache until the server has said what follows',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await scene.server.docs.batch([1, 2, 3, 4].map((n) => set(`notes/${n}`, { n })));
      const [first, last] = [
        query('notes', orderBy('n'), limit(2)),
        query('notes', orderBy('n'), limitToLast(2)),
      ];
      follow(scene, client, query('notes'));
      const events = [first, last].map((asked) =>
        follow(scene, client, asked, { includeMetadataChanges: true }),
      );
      await scene.settle();
      await docs.setNetwork(false);
      await docs.setNetwork(true);
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
    offline,
  );

  scenario(
    'what filled up an answer goes when the server says that nothing follows',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await scene.server.docs.batch([1, 2, 3].map((n) => set(`notes/${n}`, { n })));
      const events = follow(scene, client, query('notes', orderBy('n'), limit(2)));
      await docs.get('notes/3');
      await scene.server.docs.batch([remove('notes/3')]);
      await scene.settle();
      await docs.write(remove('notes/2'));
      await scene.settle();
      expect(story(events).slice(-2)).toEqual(['1,3 cache', '1 server']);
    },
    offline,
  );

  scenario(
    'after reconnecting, what others changed meanwhile is told',
    async (scene) => {
      const client = await scene.connect();
      const { server } = scene;
      await server.docs.batch([set('notes/a', { n: 1 }), set('notes/b', { n: 2 }), set('notes/c', { n: 3 })]);
      const events = follow(scene, client, query('notes', where('n', '>', 0)));
      const last = follow(scene, client, query('notes', orderBy('n', 'desc'), limit(2)));
      const seen = recorder<DocSnapshot>();
      // What another answer brings first is confirmed a moment later, which is told as metadata alone.
      scene.closing(client.docs.watch('notes/b', seen, { includeMetadataChanges: true }));
      await scene.settle();
      await scene.setNetwork(client, false);
      await server.docs.batch([
        remove('notes/a'),
        update('notes/b', { n: 0 }),
        update('notes/c', { n: 4 }),
        set('notes/d', { n: 5 }),
      ]);
      await scene.settle();
      expect(ids(events.last())).toEqual(['a', 'b', 'c']);
      await scene.setNetwork(client, true);
      await scene.settle();
      expect(events.last().docs.map(({ data }) => data)).toEqual([{ n: 4 }, { n: 5 }]);
      expect(ids(last.last())).toEqual(['d', 'c']);
      expect(seen.last()).toMatchObject({ data: { n: 0 }, metadata: { fromCache: false } });
      await server.docs.batch([set('notes/e', { n: 6 })]);
      await scene.settle();
      expect(ids(events.last())).toEqual(['c', 'd', 'e']);
    },
    offline,
  );

  scenario(
    'writes made offline wait, show locally, and land once, in the order made',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(set('notes/a', { log: 'start', n: 0 }));
      const events = follow(scene, client, query('notes'));
      await scene.settle();
      await scene.setNetwork(client, false);
      const order: string[] = [];
      const done = [
        docs.write(update('notes/a', { n: increment(1), log: 'first' })).then(() => order.push('first')),
        docs
          .batch([set('notes/b', { n: 1 }), update('notes/a', { n: increment(1) })])
          .then(() => order.push('second')),
        docs.write(remove('notes/b')).then(() => order.push('third')),
        docs.write(set('notes/c', { at: serverTimestamp() })).then(() => order.push('fourth')),
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
    offline,
  );

  scenario(
    'a write refused on return rejects, is taken back, and does not stop the next',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(set('notes/a', { n: 1 }));
      const events = follow(scene, client, query('notes'));
      await scene.settle();
      await scene.setNetwork(client, false);
      await scene.server.docs.batch([remove('notes/a')]);
      const refused = rejection(docs.write(update('notes/a', { n: 2 })));
      const next = docs.write(set('notes/b', { n: 3 }));
      await scene.settle();
      expect(ids(events.last())).toEqual(['a', 'b']);
      await scene.setNetwork(client, true);
      expect(await refused).toMatchObject({ code: 'not-found' });
      await next;
      await scene.settle();
      expect(story(events).at(-1)).toMatch(/^b server/u);
      expect((await scene.server.docs.get('notes/b')).data).toEqual({ n: 3 });
    },
    offline,
  );

  scenario(
    'waitForPendingWrites waits for the writes before it, accepted or refused, and no others',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.waitForPendingWrites();
      await scene.setNetwork(client, false);
      void docs.write(set('notes/a', {}));
      void rejection(docs.write(update('notes/missing', { n: 1 })));
      let landed = false;
      const waiting = docs.waitForPendingWrites().then(() => {
        landed = true;
      });
      await scene.settle();
      expect(landed).toBe(false);
      const later = docs.write(set('notes/later', {})).then(() => landed);
      await scene.setNetwork(client, true);
      await waiting;
      expect((await scene.server.docs.get('notes/a')).data).toEqual({});
      expect(await later).toBe(true);
    },
    offline,
  );

  scenario(
    'setNetwork(false) behaves as offline, for documents alone',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(set('notes/a', { n: 1 }));
      const events = follow(scene, client, query('notes'), { includeMetadataChanges: true });
      await scene.settle();
      await docs.setNetwork(false);
      await docs.setNetwork(false);
      let landed = false;
      const write = docs.write(set('notes/b', { n: 2 })).then(() => {
        landed = true;
      });
      await scene.server.docs.batch([set('notes/c', { n: 3 })]);
      await scene.settle();
      expect([landed, story(events).at(-1)]).toEqual([false, 'a,b cache pending']);
      expect(await rejection(docs.get('notes/c'))).toMatchObject({ code: 'unavailable' });
      expect(await rejection(docs.transaction(() => Promise.resolve()))).toMatchObject({
        code: 'unavailable',
      });
      await docs.setNetwork(true);
      await write;
      await scene.settle();
      expect(story(events).at(-1)).toBe('a,b,c server');
    },
    offline,
  );

  scenario(
    'clearCache forgets what is cached, and is refused while subscriptions are alive',
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(set('notes/a', { n: 1 }));
      await docs.get('notes/a');
      const stop = docs.watchQuery(query('notes'), recorder());
      await scene.settle();
      expect(await rejection(docs.clearCache())).toMatchObject({ code: 'failed-precondition' });
      stop();
      await docs.setNetwork(false);
      const waiting = rejection(docs.write(set('notes/b', {})));
      await docs.clearCache();
      await waiting;
      expect(await rejection(docs.get('notes/a'))).toMatchObject({ code: 'unavailable' });
      await docs.setNetwork(true);
      await docs.waitForPendingWrites();
      expect((await docs.get('notes/b')).data).toBeNull();
      expect((await docs.get('notes/a')).data).toEqual({ n: 1 });
    },
    offline,
  );

  scenario(
    'after a reload while offline, what was seen and what waits is still there',
    async (scene) => {
      const client = await scene.connect();
      const asked = query('notes', orderBy('n'));
      await scene.server.docs.batch([set('notes/a', { n: 1 }), set('notes/b', { n: 2 })]);
      const stop = client.docs.watchQuery(asked, recorder());
      await scene.settle();
      await scene.setNetwork(client, false);
      void client.docs.write(update('notes/a', { n: increment(10) }));
      void client.docs.write(set('notes/c', { n: 5, at: serverTimestamp() }));
      await scene.settle();
      stop();
      const next = await scene.reload(client);
      const events = follow(scene, next, asked, { includeMetadataChanges: true });
      await scene.settle();
      expect(story(events).at(-1)).toBe('b,c,a cache pending');
      expect((await next.docs.get('notes/a')).data).toEqual({ n: 11 });
      void next.docs.write(update('notes/a', { n: increment(100) }));
      await scene.setNetwork(next, true);
      await next.docs.waitForPendingWrites();
      await scene.settle();
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 111 });
      expect(story(events).at(-1)).toBe('b,c,a server');
      const last = await scene.reload(next);
      await last.docs.waitForPendingWrites();
      await scene.settle();
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 111 });
    },
    lasting,
  );

  scenario(
    'a write that waits when the client is disposed of rejects, and lands with this browser’s next client',
    async (scene) => {
      const client = await scene.connect();
      await scene.setNetwork(client, false);
      const waiting = rejection(client.docs.write(set('notes/a', { n: 1 })));
      await scene.settle();
      await client.dispose();
      expect(await waiting).toMatchObject({ code: 'failed-precondition' });
      const next = await scene.reload(client);
      expect((await next.docs.get('notes/a')).data).toEqual({ n: 1 });
      await scene.setNetwork(next, true);
      await next.docs.waitForPendingWrites();
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 1 });
    },
    lasting,
  );

  scenario(
    'a write whose answer was lost lands, and what comes to the same when done twice comes out right',
    async (scene) => {
      const client = await scene.connect();
      const { control, docs } = client;
      if (!control) throw new Error('This provider has no faults to inject.');
      await docs.write(set('notes/a', { n: 0, list: ['x'], gone: 1 }));
      await docs.write(set('notes/old', {}));
      await control.inject({ kind: 'lose-answer', service: 'docs', operation: 'commit' });
      const changes = { n: 5, list: arrayUnion('y'), gone: deleteField() };
      const landed = docs.batch([update('notes/a', changes), remove('notes/old')]);
      const next = docs.write(update('notes/a', { after: true }));
      await scene.settle();
      await scene.advance(minute);
      await Promise.all([landed, next]);
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 5, list: ['x', 'y'], after: true });
      expect((await scene.server.docs.get('notes/old')).data).toBeNull();
      expect((await docs.get('notes/a')).metadata).toEqual({ fromCache: false, hasPendingWrites: false });
    },
    ['docs.offline', 'control'],
  );

  scenario(
    'a transaction whose answer was lost counts once when it writes down that it is done',
    async (scene) => {
      const client = await scene.connect();
      const { control, docs } = client;
      if (!control) throw new Error('This provider has no faults to inject.');
      await docs.write(set('notes/a', { n: 0 }));
      await control.inject({ kind: 'lose-answer', service: 'docs', operation: 'commit' });
      const landed = docs.transaction(async (transaction) => {
        const done = await transaction.get('done/1');
        const { data } = await transaction.get('notes/a');
        if (done.data !== null) return;
        transaction.write(set('notes/a', { n: Number(data?.['n']) + 1 }));
        transaction.write(set('done/1', {}));
      });
      await scene.settle();
      await scene.advance(minute);
      await landed;
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 1 });
    },
    ['control'],
  );

  scenario(
    'what nobody may write over and whose answer was lost has landed, even if it is refused afterwards',
    async (scene) => {
      const client = await scene.member();
      const { control, docs } = client;
      if (!control) throw new Error('This provider has no faults to inject.');
      await control.inject({ kind: 'lose-answer', service: 'docs', operation: 'commit' });
      const entry = docs.batch([
        set('guarded-entries/e1', { n: 1 }),
        set('guarded-counts/entries', { last: 'e1' }),
      ]);
      const ending = entry.then(
        () => 'accepted',
        (error: unknown) => (isPortError(error) ? error.code : error),
      );
      await scene.settle();
      await scene.advance(minute);
      expect(['accepted', 'permission-denied']).toContain(await ending);
      expect((await scene.server.docs.get('guarded-entries/e1')).data).toEqual({ n: 1 });
    },
    ['docs.offline', 'docs.rules', 'control'],
  );

  scenario(
    'a passing refusal is tried again; a lasting one is told',
    async (scene) => {
      const client = await scene.connect();
      const { control, docs } = client;
      if (!control) throw new Error('This provider has no faults to inject.');
      await control.inject({
        kind: 'refuse',
        service: 'docs',
        operation: 'commit',
        code: 'resource-exhausted',
      });
      const patient = docs.write(set('notes/a', { n: 0 }));
      await scene.settle();
      // Whoever is told that it is too much waits longest.
      await scene.advance(90_000);
      await patient;
      await control.inject({
        kind: 'refuse',
        service: 'docs',
        operation: 'commit',
        code: 'permission-denied',
      });
      expect(await rejection(docs.write(set('notes/a', { n: 1 })))).toMatchObject({
        code: 'permission-denied',
      });
      await control.inject({
        kind: 'refuse',
        service: 'docs',
        operation: 'listen',
        code: 'permission-denied',
      });
      const refused = recorder<DocSnapshot>();
      docs.watch('notes/a', refused);
      await scene.settle();
      expect(refused.errors).toMatchObject([{ code: 'permission-denied' }]);
      expect(scene.openSubscriptions(client)).toBe(0);
      await control.inject({ kind: 'refuse', service: 'docs', operation: 'listen', code: 'unavailable' });
      const retried = recorder<DocSnapshot>();
      scene.closing(docs.watch('notes/a', retried, { includeMetadataChanges: true }));
      await scene.settle();
      await scene.advance(5000);
      expect(retried.last()).toMatchObject({ data: { n: 0 }, metadata: { fromCache: false } });
    },
    ['control'],
  );
}
