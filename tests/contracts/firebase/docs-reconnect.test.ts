/** The real SDK without events about a lost network or server: it notices by itself, waits, and reconnects. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { QuerySnapshot } from '#ports/docs/docs.ts';
import { query } from '#ports/docs/query.ts';
import { increment } from '#ports/docs/values.ts';
import { ids, setWrite, story, update } from '#contracts/docs/help.ts';
import { recorder, rejection } from '#contracts/harness.ts';
import { type FirebaseStage, openStage } from './stage.ts';

let stage: FirebaseStage;
beforeEach(async () => {
  stage = await openStage({ functions: { callables: {} } });
});
afterEach(() => stage.dispose());

const minute = 60_000;

test('a write made without a connection is applied once, and missed changes are reported', async () => {
  const [one, other] = [await stage.connect(), await stage.connect()];
  await one.docs.write(setWrite('notes/a', { n: 0 }));
  const events = recorder<QuerySnapshot>();
  const stop = one.docs.watchQuery(query('notes'), events, { includeMetadataChanges: true });
  await stage.settle();
  stage.pull(one, false);
  await stage.advance(minute);
  expect(story(events).at(-1)).toBe('a cache');
  let landed = 0;
  const count = () => void landed++;
  const writes = [1, 2, 3].map(() => one.docs.write(update('notes/a', { n: increment(1) })).then(count));
  await other.docs.write(setWrite('notes/b', { n: 9 }));
  await stage.advance(minute);
  expect([landed, story(events).at(-1)]).toEqual([0, 'a cache pending']);
  expect(await rejection(one.docs.get('notes/never'))).toMatchObject({ code: 'unavailable' });
  stage.pull(one, true);
  await stage.advance(2 * minute);
  await Promise.all(writes);
  await stage.settle();
  expect(story(events).at(-1)).toBe('a,b server');
  expect((await stage.server.docs.get('notes/a')).data).toEqual({ n: 3 });
  expect((await one.docs.get('notes/b', { source: 'server' })).data).toEqual({ n: 9 });
  stop();
});

test('all clients reconnect after the server disconnects them', async () => {
  const clients = [await stage.connect(), await stage.connect()];
  const logs = clients.map(({ docs }) => {
    const events = recorder<QuerySnapshot>();
    docs.watchQuery(query('notes'), events);
    return events;
  });
  await stage.settle();
  const { cloud } = stage;
  cloud.importText(cloud.exportText());
  await stage.server.docs.batch([setWrite('notes/a', {})]);
  await stage.advance(minute);
  for (const events of logs) expect([ids(events.last()), events.errors]).toEqual([['a'], []]);
  await Promise.all(clients.map(({ docs }, at) => docs.write(setWrite(`notes/by-${at}`, {}))));
  await stage.settle();
  for (const events of logs) expect(ids(events.last())).toEqual(['a', 'by-0', 'by-1']);
});

test('an import of an older state replaces the data of clients that resume', async () => {
  const { docs } = await stage.connect();
  const { cloud, server } = stage;
  await server.docs.batch([setWrite('notes/a', { n: 1 })]);
  const before = cloud.exportText();
  const events = recorder<QuerySnapshot>();
  docs.watchQuery(query('notes'), events);
  await server.docs.batch([setWrite('notes/b', { n: 2 }), update('notes/a', { n: 3 })]);
  await stage.settle();
  expect(ids(events.last())).toEqual(['a', 'b']);
  cloud.importText(before);
  await stage.advance(minute);
  await server.docs.batch([setWrite('notes/c', { n: 4 })]);
  await stage.settle();
  expect(ids(events.last())).toEqual(['a', 'c']);
});

test('a write whose answer was lost is repeated: at least once, where the embedded provider applies it once', async () => {
  const { docs } = await stage.connect();
  const { cloud, server } = stage;
  await docs.write(setWrite('notes/a', { n: 0 }));
  const losing = async (write: () => Promise<void>) => {
    cloud.faults.inject({ kind: 'lose-answer', service: 'docs', operation: 'commit' });
    const landed = write();
    await stage.settle();
    await stage.advance(minute);
    await landed;
    return (await server.docs.get('notes/a')).data;
  };
  // A repeated `set` has no effect; a repeated increment has. The protocol has no id by which to tell them apart.
  expect(await losing(() => docs.write(setWrite('notes/a', { n: 5 })))).toEqual({ n: 5 });
  expect(await losing(() => docs.write(update('notes/a', { n: increment(1) })))).toEqual({ n: 7 });
  const raise = () =>
    docs.transactions.run(async (transaction) => {
      const { data } = await transaction.get('notes/a');
      transaction.write(setWrite('notes/a', { n: Number(data?.['n']) + 1 }));
    });
  expect(await losing(raise)).toEqual({ n: 9 });
});

test('requests made while the cache is being cleared are answered afterwards', async () => {
  const { docs } = await stage.connect();
  await docs.write(setWrite('notes/a', { n: 1 }));
  await docs.get('notes/a');
  const cleared = docs.offline.clearCache();
  const events = recorder<QuerySnapshot>();
  // The clearing has begun, and is not done.
  await Promise.resolve();
  await Promise.resolve();
  const asked = [docs.get('notes/a'), docs.write(setWrite('notes/b', { n: 2 }))] as const;
  const stop = docs.watchQuery(query('notes'), events);
  await cleared;
  const [{ data }] = await Promise.all(asked);
  await stage.settle();
  expect([data, ids(events.last()), events.errors]).toEqual([{ n: 1 }, ['a', 'b'], []]);
  stop();
});
