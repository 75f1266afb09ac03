/** Live queries while a write is on its way: pending times, pending sums, and places in the result. */
import { expect } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { increment, serverTimestamp, Timestamp } from '#ports/docs/values.ts';
import { recorder, type Scenario } from '../harness.ts';
import { followQuery, ids, setWrite, story, update } from './help.ts';

export function pendingWatchScenarios(scenario: Scenario): void {
  scenario(
    'a pending server timestamp reads as null, as an estimate or as the previous value',
    async (scene) => {
      const client = await scene.connect();
      const before = new Timestamp(1, 0);
      await client.docs.write(setWrite('notes/a', { at: before }));
      const views = (['none', 'estimate', 'previous'] as const).map((serverTimestamps) => {
        const seen = recorder<DocSnapshot>();
        scene.closing(client.docs.watch('notes/a', seen, { serverTimestamps }));
        return seen;
      });
      await scene.settle();
      await scene.setNetwork(client, false);
      const landed = client.docs.write(update('notes/a', { at: serverTimestamp() }));
      await scene.settle();
      const [none, estimate, previous] = views.map((view) => view.last().data?.['at']);
      expect(none).toBeNull();
      expect(previous).toEqual(before);
      if (!(estimate instanceof Timestamp)) throw new Error('No estimate.');
      expect(Math.abs(estimate.toMillis() - scene.server.clock.now())).toBeLessThan(60_000);
      const again = await client.docs.get('notes/a', { source: 'cache', serverTimestamps: 'previous' });
      expect(again.data?.['at']).toEqual(before);
      await scene.setNetwork(client, true);
      await landed;
      await scene.settle();
      const real = (await scene.server.docs.get('notes/a')).data;
      for (const view of views) expect(view.last().data).toEqual(real);
    },
  );

  scenario(
    'the previous value of a pending timestamp can be a map with a pending timestamp, which reads by the same option',
    { needs: ['docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      await scene.setNetwork(client, false);
      void client.docs.write(setWrite('notes/a', { m: { at: serverTimestamp() } }));
      void client.docs.write(update('notes/a', { m: serverTimestamp() }));
      await scene.settle();
      const read = async (serverTimestamps: 'none' | 'previous') =>
        (await client.docs.get('notes/a', { source: 'cache', serverTimestamps })).data;
      expect(await read('none')).toEqual({ m: null });
      expect(await read('previous')).toEqual({ m: { at: null } });
      await scene.setNetwork(client, true);
      await client.docs.offline.waitForPendingWrites();
    },
  );

  scenario('a moved document keeps its old index until its change is reported', async (scene) => {
    const client = await scene.connect();
    await scene.server.docs.batch([setWrite('notes/a', { n: 5 }), setWrite('notes/b', { n: 1 })]);
    const events = followQuery(scene, client, query('notes', orderBy('n')));
    await scene.settle();
    await scene.server.docs.batch([setWrite('notes/c', { n: 4 }), setWrite('notes/a', { n: 0 })]);
    await scene.settle();
    const changes = events
      .last()
      .changes.map(({ type, doc, oldIndex, newIndex }) => [`${type} ${doc.id}`, oldIndex, newIndex]);
    expect(changes).toEqual([
      ['added c', -1, 1],
      ['modified a', 2, 0],
    ]);
  });

  scenario(
    'a removed document is reported with its last result data or its data beyond the limit, never as pending',
    async (scene) => {
      const client = await scene.connect();
      await scene.server.docs.batch([setWrite('notes/b', { n: 1 })]);
      const all = followQuery(scene, client, query('notes', where('n', '==', 1)));
      const first = followQuery(scene, client, query('notes', limit(1)));
      await scene.settle();
      await client.docs.write(update('notes/b', { seen: true }));
      await scene.settle();
      await scene.setNetwork(client, false);
      const landed = client.docs.batch([update('notes/b', { n: 2 }), setWrite('notes/a', {})]);
      await scene.settle();
      const removed = [all, first].map((events) =>
        events.last().changes.find(({ type }) => type === 'removed'),
      );
      expect(removed.map((change) => change?.doc.data)).toEqual([
        { n: 1, seen: true },
        { n: 2, seen: true },
      ]);
      for (const change of removed) expect(change?.doc.metadata.hasPendingWrites).toBe(false);
      await scene.setNetwork(client, true);
      await landed;
    },
  );

  scenario('documents pushed out by a limit are reported in their new order', async (scene) => {
    const client = await scene.connect();
    const { server } = scene;
    await server.docs.batch([1, 2, 3, 4].map((n) => setWrite(`notes/${n}`, { n })));
    followQuery(scene, client, query('notes'));
    const events = followQuery(scene, client, query('notes', orderBy('n'), limit(2)));
    await scene.settle();
    await scene.setNetwork(client, false);
    const landed = client.docs.batch([update('notes/1', { n: 6 }), update('notes/2', { n: 5 })]);
    await scene.settle();
    const changes = events
      .last()
      .changes.map(({ type, doc, oldIndex, newIndex }) => [`${type} ${doc.id}`, oldIndex, newIndex]);
    expect(changes).toEqual([
      ['removed 2', 1, -1],
      ['removed 1', 0, -1],
      ['added 3', -1, 0],
      ['added 4', -1, 1],
    ]);
    await scene.setNetwork(client, true);
    await landed;
  });

  scenario('a pending server timestamp sorts last and matches no filter', async (scene) => {
    const client = await scene.connect();
    const { docs } = client;
    const late = Timestamp.fromMillis(scene.server.clock.now() + 1000 * 60 * 60 * 24);
    await scene.server.docs.batch([
      setWrite('notes/late', { at: late }),
      setWrite('notes/early', { at: new Timestamp(1, 0) }),
    ]);
    const asked = query('notes', orderBy('at'));
    const readings = (['none', 'estimate', 'previous'] as const).map((serverTimestamps) =>
      followQuery(scene, client, asked, { serverTimestamps }),
    );
    await scene.settle();
    await scene.setNetwork(client, false);
    const landed = [
      docs.write(update('notes/early', { at: serverTimestamp() })),
      docs.write(setWrite('notes/new', { at: serverTimestamp() })),
    ];
    await scene.settle();
    for (const events of readings) expect(ids(events.last())).toEqual(['late', 'early', 'new']);
    const [none, estimate, previous] = readings.map((events) =>
      events
        .last()
        .docs.slice(1)
        .map(({ data }) => data?.['at']),
    );
    expect(none).toEqual([null, null]);
    expect(previous).toEqual([new Timestamp(1, 0), null]);
    for (const at of estimate ?? []) expect(at).toBeInstanceOf(Timestamp);
    const before = query('notes', where('at', '<=', late), orderBy('at'));
    expect(ids(await docs.find(before))).toEqual(['late']);
    await scene.setNetwork(client, true);
    await Promise.all(landed);
    await scene.settle();
    for (const events of readings) expect(ids(events.last())).toEqual(['early', 'new', 'late']);
    const stored = (await scene.server.docs.find(asked)).map(({ data }) => data);
    for (const events of readings) expect(events.last().docs.map(({ data }) => data)).toEqual(stored);
  });

  scenario(
    'a write with a server timestamp is reported twice, or three times with metadata changes',
    async (scene) => {
      const client = await scene.connect();
      const plain = followQuery(scene, client, query('notes'));
      await scene.settle();
      await client.docs.write(setWrite('notes/a', { at: serverTimestamp() }));
      await scene.settle();
      expect(story(plain)).toEqual([' server', 'a server pending', 'a server']);
    },
  );

  scenario('a pending increment is counted once until it is acknowledged', async (scene) => {
    const [client, other] = [await scene.connect(), await scene.connect()];
    await scene.server.docs.batch([setWrite('notes/a', { n: 0 })]);
    const seen = recorder<DocSnapshot>();
    scene.closing(client.docs.watch('notes/a', seen, { includeMetadataChanges: true }));
    await scene.settle();
    await client.docs.write(update('notes/a', { n: increment(1) }));
    await scene.settle();
    await other.docs.write(update('notes/a', { n: increment(1) }));
    await scene.settle();
    expect(seen.values.map(({ data, metadata }) => [data?.['n'], metadata.hasPendingWrites])).toEqual([
      [0, false],
      [1, true],
      [1, false],
      [2, false],
    ]);
  });
}
