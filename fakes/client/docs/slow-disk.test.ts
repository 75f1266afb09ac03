/**
 * A browser whose disk is behind. When it dies, writes that the server has accepted are sent again, and done once; a tab that opens
 * catches up on what the disk lacks.
 */
import { expect, it } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { query } from '#ports/docs/query.ts';
import { increment } from '#ports/docs/values.ts';
import { connect, type EmbeddedClient } from '../client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import type { TabStore } from '#provider-kit/tab-store.ts';

/** A tab whose disk accepts no more writes once it is stopped. */
function stoppable(tab: TabStore): { tab: TabStore; stop(): void; goOn(): void } {
  let go = Promise.resolve();
  let goOn = () => {};
  const slow: TabStore = {
    get: (key) => tab.get(key),
    set: (key, value) => slow.write([[key, value]]),
    remove: (key) => slow.write([[key, undefined]]),
    list: (prefix) => tab.list(prefix),
    write: async (changes) => {
      await go;
      await tab.write(changes);
    },
    onChange: (key, next) => tab.onChange(key, next),
    say: (topic, message) => tab.say(topic, message),
    onSaid: (topic, next) => tab.onSaid(topic, next),
    lock: (name) => tab.lock(name),
    share: (name) => tab.share(name),
    tryLock: (name) => tab.tryLock(name),
    close: () => tab.close(),
  };
  return {
    tab: slow,
    stop: () => {
      go = new Promise((resolve) => {
        goOn = resolve;
      });
    },
    goOn: () => goOn(),
  };
}

async function open(cloud: FakeCloud, local: { openTab(): TabStore }) {
  const client = connect(cloud, { stores: { local, session: memoryStore() } });
  await client.docs.offline.waitForPendingWrites();
  return client;
}

it('counts every increment once, however many were acknowledged during a slow write', async () => {
  const cloud = new FakeCloud();
  const disk = memoryStore();
  const { tab, stop } = stoppable(disk.openTab());
  const { docs } = await open(cloud, { openTab: () => tab });
  let accepted = 0;
  const add = () =>
    docs
      .write({ type: 'set', path: 'sums/one', merge: true, data: { sum: increment(1) } })
      .then(() => accepted++);
  await docs.offline.setNetwork(false);
  add().catch(() => {});
  await settle();
  stop();
  await docs.offline.setNetwork(true);
  for (let n = 0; n < 100; n++) add().catch(() => {});
  await settle();
  tab.close();

  const next = await open(cloud, disk);
  await next.docs.offline.waitForPendingWrites();
  const { data } = await next.docs.get('sums/one', { source: 'server' });
  expect(accepted).toBeGreaterThan(0);
  expect(data).toEqual({ sum: accepted });
  await next.dispose();
});

it('sends pending writes once the storage has caught up', async () => {
  const cloud = new FakeCloud();
  const { tab, stop, goOn } = stoppable(memoryStore().openTab());
  const client = await open(cloud, { openTab: () => tab });
  stop();
  const all = Array.from({ length: 100 }, () =>
    client.docs.write({ type: 'set', path: 'sums/one', merge: true, data: { sum: increment(1) } }),
  );
  await settle();
  goOn();
  await Promise.all(all);
  expect((await client.docs.get('sums/one', { source: 'server' })).data).toEqual({ sum: 100 });
  await client.dispose();
});

it('a new tab catches up on a document that the storing tab has in an older state', async () => {
  const cloud = new FakeCloud();
  const elsewhere = connect(cloud);
  const disk = memoryStore();
  const add = ({ docs }: EmbeddedClient) =>
    docs.write({ type: 'set', path: 'sums/one', merge: true, data: { sum: increment(1) } });
  await add(elsewhere);
  const storing = await open(cloud, disk);
  storing.docs.watchQuery(query('sums'), { next: () => {} });
  await settle();
  await storing.docs.offline.setNetwork(false);

  const { tab, stop, goOn } = stoppable(disk.openTab());
  const online = await open(cloud, { openTab: () => tab });
  online.docs.watchQuery(query('sums'), { next: () => {} });
  await settle();
  await online.docs.offline.setNetwork(false);
  const added = add(online);
  await settle();
  stop();
  await online.docs.offline.setNetwork(true);
  await added;
  // While the first write waits in the storing tab.
  await add(elsewhere);
  await settle();
  goOn();
  await settle();

  const opened = await open(cloud, disk);
  const shown: unknown[] = [];
  opened.docs.watchQuery(
    query('sums'),
    { next: ({ docs, metadata }) => void shown.push([docs[0]?.data, metadata.fromCache]) },
    { includeMetadataChanges: true },
  );
  await settle();
  expect(shown.at(-1)).toEqual([{ sum: 3 }, false]);
  for (const client of [opened, online, storing, elsewhere]) await client.dispose();
});
