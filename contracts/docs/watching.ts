/** Subscriptions: events, their order, and their end. */
import { expect } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { recorder, type Scenario } from '../harness.ts';
import { followQuery, ids, remove, replay, setWrite, story, update } from './help.ts';

export function watchScenarios(scenario: Scenario): void {
  scenario(
    'a listener reports a document’s current state, also when missing, and each change',
    async (scene) => {
      const { docs } = await scene.connect();
      const seen = recorder<DocSnapshot>();
      scene.closing(docs.watch('notes/a', seen));
      expect(seen.values).toEqual([]);
      await scene.settle();
      await scene.server.docs.batch([setWrite('notes/a', { n: 1 })]);
      await scene.settle();
      await scene.server.docs.batch([setWrite('notes/b', { n: 1 }), update('notes/a', { n: 2 })]);
      await scene.settle();
      await scene.server.docs.batch([remove('notes/a')]);
      await scene.settle();
      expect(seen.values.map(({ data }) => data)).toEqual([null, { n: 1 }, { n: 2 }, null]);
      expect(seen.last()).toMatchObject({ id: 'a', path: 'notes/a', metadata: { fromCache: false } });
    },
  );

  scenario('a snapshot does not change after it was reported', async (scene) => {
    const client = await scene.connect();
    const events = followQuery(scene, client, query('notes'));
    await client.docs.write(setWrite('notes/a', { n: 1 }));
    await scene.settle();
    const kept = events.last();
    await client.docs.write(setWrite('notes/a', { n: 2 }));
    await client.docs.write(setWrite('notes/b', { n: 2 }));
    await scene.settle();
    expect(kept.docs.map(({ data }) => data)).toEqual([{ n: 1 }]);
  });

  scenario('local writes show before the server acknowledges them', async (scene) => {
    const client = await scene.connect();
    const events = followQuery(scene, client, query('notes'), { includeMetadataChanges: true });
    await scene.settle();
    const landed = client.docs.write(setWrite('notes/a', { n: 1 }));
    await landed;
    await scene.settle();
    expect(story(events)).toEqual([' server', 'a server pending', 'a server']);
    expect(events.values[1]?.docs[0]?.metadata.hasPendingWrites).toBe(true);
  });

  scenario('without includeMetadataChanges, a change of metadata alone is not reported', async (scene) => {
    const client = await scene.connect();
    const events = followQuery(scene, client, query('notes'));
    await scene.settle();
    await client.docs.write(setWrite('notes/a', { n: 1 }));
    await scene.settle();
    expect(story(events)).toEqual([' server', 'a server pending']);
  });

  scenario(
    'with includeMetadataChanges the change list names documents whose metadata changed',
    async (scene) => {
      const client = await scene.connect();
      const events = followQuery(scene, client, query('notes'), { includeMetadataChanges: true });
      await scene.settle();
      await client.docs.write(setWrite('notes/a', { n: 1 }));
      await scene.settle();
      expect(events.last().changes.map(({ type, doc }) => `${type} ${doc.id}`)).toEqual(['modified a']);
    },
  );

  scenario('each change list transforms the previous result into the next', async (scene) => {
    const client = await scene.connect();
    const asked = query('notes', orderBy('n'), limit(3));
    const events = followQuery(scene, client, asked);
    const { server } = scene;
    await scene.settle();
    const steps = [
      [setWrite('notes/a', { n: 5 }), setWrite('notes/b', { n: 3 }), setWrite('notes/c', { n: 4 })],
      [setWrite('notes/d', { n: 1 })],
      [update('notes/d', { n: 9 }), update('notes/c', { n: 2 })],
      [remove('notes/b'), setWrite('notes/e', { n: 0 })],
      [update('notes/e', { n: 6 }), update('notes/a', { n: 0 })],
      [update('notes/a', { text: 'same place' })],
      [remove('notes/a'), remove('notes/c')],
    ];
    for (const step of steps) {
      await server.docs.batch(step);
      await scene.settle();
    }
    let list: readonly string[] = [];
    for (const snapshot of events.values) {
      list = replay(list, snapshot);
      expect(list).toEqual(ids(snapshot));
    }
    expect(events.values).toHaveLength(steps.length + 1);
    expect(ids(events.last())).toEqual(['e', 'd']);
    expect(ids(await client.docs.find(asked))).toEqual(['e', 'd']);
  });

  scenario('a document enters and leaves a result as it matches the filter', async (scene) => {
    const client = await scene.connect();
    const open = followQuery(scene, client, query('notes', where('open', '==', true)));
    await scene.server.docs.batch([
      setWrite('notes/a', { open: true }),
      setWrite('notes/b', { open: false }),
    ]);
    await scene.settle();
    await scene.server.docs.batch([update('notes/a', { open: false }), update('notes/b', { open: true })]);
    await scene.settle();
    expect(ids(open.last())).toEqual(['b']);
    expect(open.last().changes.map(({ type, doc }) => `${type} ${doc.id}`)).toEqual(['removed a', 'added b']);
  });

  scenario(
    'a commit is reported as one event, and all its parts before onInSync',
    { needs: ['docs.sync'] },
    async (scene) => {
      const client = await scene.connect();
      const log: string[] = [];
      const note = (name: string) => ({
        next: (snapshot: { docs: readonly unknown[] }) => void log.push(`${name}${snapshot.docs.length}`),
      });
      scene.closing(client.docs.watchQuery(query('notes'), note('notes ')));
      scene.closing(client.docs.watchQuery(query('tasks'), note('tasks ')));
      await scene.settle();
      scene.closing(client.docs.sync.onInSync(() => void log.push('in sync')));
      await scene.settle();
      log.length = 0;
      await scene.server.docs.batch([
        setWrite('notes/a', {}),
        setWrite('tasks/a', {}),
        setWrite('tasks/b', {}),
      ]);
      await scene.settle();
      expect(log).toEqual(['notes 1', 'tasks 2', 'in sync']);
    },
  );

  scenario('listeners of one query are called in the order of their subscription', async (scene) => {
    const client = await scene.connect();
    const log: string[] = [];
    for (const name of ['first', 'second', 'third'])
      scene.closing(client.docs.watchQuery(query('notes'), { next: () => void log.push(name) }));
    await scene.settle();
    log.length = 0;
    await client.docs.write(setWrite('notes/a', {}));
    await scene.settle();
    expect(log).toEqual(['first', 'second', 'third']);
  });

  scenario(
    'a later subscription to the same query gets the current result as added documents',
    async (scene) => {
      const client = await scene.connect();
      await client.docs.write(setWrite('notes/a', {}));
      followQuery(scene, client, query('notes'));
      await scene.settle();
      const later = followQuery(scene, client, query('notes'));
      expect(later.values).toEqual([]);
      await scene.settle();
      expect(story(later)).toEqual(['a server']);
      expect(later.last().changes.map(({ type }) => type)).toEqual(['added']);
    },
  );

  scenario(
    'a listener gets nothing after unsubscribing, which may be repeated or done inside the listener',
    { needs: ['docs.sync'] },
    async (scene) => {
      const client = await scene.connect();
      const seen = recorder<unknown>();
      const stop = client.docs.watchQuery(query('notes'), seen);
      stop();
      stop();
      let told = 0;
      const stopSelf = client.docs.watch('notes/a', {
        next: () => {
          told++;
          stopSelf();
          stopOther();
        },
      });
      const other = recorder<unknown>();
      const stopOther = client.docs.watch('notes/a', other);
      const sync = recorder<void>();
      const stopSync = client.docs.sync.onInSync(() => sync.next());
      stopSync();
      await scene.settle();
      await scene.server.docs.batch([setWrite('notes/a', {})]);
      await scene.settle();
      expect([seen.values.length, told, other.values.length, sync.values.length]).toEqual([0, 1, 0, 0]);
    },
  );

  scenario('a listener may subscribe and write', async (scene) => {
    const client = await scene.connect();
    const inner = recorder<DocSnapshot>();
    let first = true;
    scene.closing(
      client.docs.watch('notes/a', {
        next: () => {
          if (!first) return;
          first = false;
          scene.closing(client.docs.watch('notes/a', inner));
          void client.docs.write(setWrite('notes/a', { n: 1 }));
        },
      }),
    );
    await scene.settle();
    expect(inner.last().data).toEqual({ n: 1 });
  });

  scenario('a denied write is rolled back', async (scene) => {
    const client = await scene.connect();
    await scene.server.docs.batch([setWrite('notes/a', { n: 1 })]);
    const events = followQuery(scene, client, query('notes'));
    await scene.settle();
    const refused = client.docs.batch([setWrite('notes/b', { n: 2 }), update('notes/missing', { n: 1 })]);
    await expect(refused).rejects.toMatchObject({ code: 'not-found' });
    await scene.settle();
    expect(story(events)).toEqual(['a server', 'a,b server pending', 'a server']);
  });

  scenario(
    'a disposed client reports nothing more, and its methods reject',
    { needs: ['docs.aggregates', 'docs.transactions', 'docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      const seen = recorder<unknown>();
      client.docs.watchQuery(query('notes'), seen);
      await scene.settle();
      const before = seen.values.length;
      await client.dispose();
      expect(scene.openSubscriptions(client)).toBe(0);
      await scene.server.docs.batch([setWrite('notes/a', {})]);
      await scene.settle();
      expect(seen.values).toHaveLength(before);
      const { docs } = client;
      const asked = [
        () => docs.get('notes/a'),
        () => docs.get('notes/a', { source: 'cache' }),
        () => docs.find(query('notes')),
        () => docs.aggregates.compute(query('notes'), { n: { count: true } }),
        () => docs.write(setWrite('notes/a', {})),
        () => docs.transactions.run(() => Promise.resolve()),
        () => docs.offline.waitForPendingWrites(),
        () => docs.offline.setNetwork(true),
        () => docs.offline.clearCache(),
      ];
      for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'failed-precondition' });
      const late = recorder<unknown>();
      client.docs.watch('notes/a', late);
      client.docs.watchQuery(query('notes'), late);
      await scene.settle();
      expect(late.values).toEqual([]);
      expect(late.errors).toMatchObject([{ code: 'failed-precondition' }, { code: 'failed-precondition' }]);
    },
  );
}
