/** Sign-in of another person: no document of the previous one shows, and no write is sent in the wrong name. */
import { afterEach, expect, it } from 'vitest';
import { createChannel } from '#fakes/cloud/channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { defaultSettings } from '#provider-kit/settings.ts';
import type { Complete } from '#ports/complete.ts';
import type { Docs, QuerySnapshot } from '#ports/docs/docs.ts';
import { query } from '#ports/docs/query.ts';
import type { ClientStores } from '../context.ts';
import { CloudLink } from '../link.ts';
import { noObserver, StorageHealth } from '#provider-kit/storage-health.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { browserCaches } from '#sync/browser-caches.ts';
import { complete } from '#provider-kit/complete.ts';
import { syncDocs } from '#sync/docs.ts';
import { createDocsTransport } from '../docs-transport.ts';

const ending: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

/** Documents client over a connection. */
function documents(cloud: FakeCloud, link: CloudLink, name: string, { local }: ClientStores): Complete<Docs> {
  const { docs, dispose } = syncDocs(
    {
      transport: createDocsTransport(link),
      clock: cloud.clock,
      random: cloud.random.fork(name),
      settings: defaultSettings,
      caches: browserCaches(local.openTab(), new StorageHealth(noObserver)),
      report: (error) => console.error(error),
    },
    { trackSubscription: () => () => {} },
  );
  ending.push(dispose);
  return complete(docs);
}

/** A tab whose person is in the test's hands. */
async function open(cloud: FakeCloud, uid: string | null, stores?: ClientStores) {
  const kept = stores ?? { local: memoryStore(), session: memoryStore() };
  const messages: { type: string }[] = [];
  const connect = () => {
    const [mine, theirs] = createChannel();
    cloud.accept(theirs);
    return {
      send: (message: unknown) => mine.send(message),
      onMessage: (receive: (message: unknown) => void) =>
        mine.onMessage((message) => {
          messages.push(message as { type: string });
          receive(message);
        }),
      onClose: (closed: () => void) => mine.onClose(closed),
      close: () => mine.close(),
    };
  };
  const link = new CloudLink(cloud.nameClient(), connect, cloud.clock, cloud.random.fork('link'));
  const docs = documents(cloud, link, cloud.nameClient(), kept);
  const become = async (next: string | null) => {
    link.identify(next && `token of ${next}`, next);
    await settle();
  };
  await settle();
  await become(uid);
  return { link, docs, become, stores: kept, messages };
}

const ids = ({ docs }: QuerySnapshot) => docs.map(({ id }) => id).join(',');

it('keeps a separate cache per user', async () => {
  const cloud = new FakeCloud();
  const { docs, link, become } = await open(cloud, 'ann');
  await docs.write({ type: 'set', path: 'notes/a', data: {} });
  const seen: string[] = [];
  docs.watchQuery(query('notes'), { next: (snapshot) => void seen.push(ids(snapshot)) });
  await settle();
  link.setNetwork(false);
  await become('bob');
  await expect(docs.get('notes/a')).rejects.toMatchObject({ code: 'unavailable' });
  await become('ann');
  expect((await docs.get('notes/a')).data).toEqual({});
  expect(seen).toEqual(['a', '', 'a']);
});

it('sends pending writes of a user only as that user, also after a reload', async () => {
  const cloud = new FakeCloud();
  const { docs, link, become, stores } = await open(cloud, 'ann');
  link.setNetwork(false);
  docs.write({ type: 'set', path: 'notes/ann', data: {} }).catch(() => {});
  await settle();
  await become('bob');
  link.setNetwork(true);
  await docs.write({ type: 'set', path: 'notes/bob', data: {} });
  expect((await docs.find(query('notes'))).docs.map(({ id }) => id)).toEqual(['bob']);
  link.dispose();
  const next = await open(cloud, null, stores);
  await next.docs.offline.waitForPendingWrites();
  expect((await cloud.server.docs.get('notes/ann')).data).toBeNull();
  await next.become('ann');
  await next.docs.offline.waitForPendingWrites();
  expect((await cloud.server.docs.get('notes/ann')).data).toEqual({});
});

it('rejects waitForPendingWrites when another user signs in', async () => {
  const cloud = new FakeCloud();
  const { docs, link, become } = await open(cloud, 'ann');
  link.setNetwork(false);
  docs.write({ type: 'set', path: 'notes/a', data: {} }).catch(() => {});
  const refused = docs.offline.waitForPendingWrites().catch((error: unknown) => error);
  await settle();
  await become('bob');
  expect(await refused).toMatchObject({ code: 'cancelled' });
});

it('queries the server again for the new user and reports differences', async () => {
  const cloud = new FakeCloud();
  const { docs, become } = await open(cloud, 'ann');
  await docs.write({ type: 'set', path: 'notes/a', data: {} });
  const seen: string[] = [];
  docs.watchQuery(query('notes'), {
    next: (snapshot) => void seen.push(`${ids(snapshot)} ${snapshot.changes.map(({ type }) => type).join()}`),
  });
  await settle();
  await become('bob');
  await cloud.server.docs.batch([{ type: 'set', path: 'notes/b', data: {} }]);
  await settle();
  expect(seen).toEqual(['a added', 'a,b added']);
});

it('orders writes made right after a reload behind pending ones', async () => {
  const cloud = new FakeCloud();
  const { docs, link, stores } = await open(cloud, null);
  link.setNetwork(false);
  docs.write({ type: 'set', path: 'notes/a', data: { turn: 1 } }).catch(() => {});
  await settle();
  link.dispose();
  const [mine, theirs] = createChannel();
  cloud.accept(theirs);
  const fresh = new CloudLink('again', () => mine, cloud.clock, cloud.random.fork('again'));
  const again = documents(cloud, fresh, 'again', stores);
  await again.write({ type: 'set', path: 'notes/a', data: { turn: 2 } });
  expect((await cloud.server.docs.get('notes/a')).data).toEqual({ turn: 2 });
});

it('gets no events from the server for ended subscriptions', async () => {
  const cloud = new FakeCloud();
  const { docs, messages } = await open(cloud, null);
  const stop = docs.watchQuery(query('notes'), { next: () => {} });
  await settle();
  stop();
  await settle();
  messages.length = 0;
  await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: {} }]);
  await settle();
  expect(messages).toEqual([]);
});
