import { afterEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { connect, FakeCloud, settle } from '#fakes/index.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { BoundedReader } from './bounded-reader.ts';
import { readPage } from './paged-list.ts';
import { PagedQuery } from './paged-query.ts';

const schema = v.object({ id: v.string(), at: v.number() });
const newestFirst = query('entries', orderBy('at', 'desc'));
const nameOf = (at: number) => `e${String(at).padStart(5, '0')}`;

let end = async () => {};
afterEach(() => end());

/** A list of so many documents, and a reader of it. */
async function start(size: number, limit?: number) {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  for (let from = 0; from < size; from += 400)
    await cloud.server.docs.batch(
      Array.from({ length: Math.min(400, size - from) }, (_, index) => ({
        type: 'set' as const,
        path: `entries/${nameOf(from + index)}`,
        data: { id: nameOf(from + index), at: from + index },
      })),
    );
  await settle();
  const count = { documents: 0, requests: 0, subscriptions: 0 };
  const docs: Docs = Object.create(client.docs, {
    find: {
      value: (async (asked, options) => {
        count.requests += 1;
        const found = await client.docs.find(asked, options);
        count.documents += found.docs.length;
        return found;
      }) satisfies Docs['find'],
    },
    watchQuery: {
      value: ((...asked) => {
        count.subscriptions += 1;
        return client.docs.watchQuery(...asked);
      }) satisfies Docs['watchQuery'],
    },
  }) as Docs;
  const reader = new BoundedReader((after) => readPage(docs, newestFirst, schema, after), limit);
  end = async () => {
    reader.stop();
    await settle();
    expect(client.openSubscriptions(), 'open subscriptions after the end').toBe(0);
    await client.dispose();
    cloud.dispose();
  };
  return { cloud, client, docs, reader, count, now: () => reader.state.current() };
}

const all = () => true;
const none = () => false;

test('all documents are read once, newest first, in pages, without a live query', async () => {
  const { reader, now, count } = await start(1000);
  const counts: number[] = [];
  reader.state.subscribe(() => counts.push(now().count));
  await reader.read(none);
  expect(now()).toMatchObject({ phase: 'end', count: 1000, last: { at: 0 } });
  expect([...new Set(counts)]).toEqual([0, 250, 500, 750, 1000]);
  await reader.read(none);
  await reader.read(all);
  expect(count).toEqual({ documents: 1000, requests: 5, subscriptions: 0 });
});

test('loaded rows are not read again', async () => {
  const { reader, now, count, docs } = await start(1000);
  const pages = new PagedQuery(docs, query('entries', orderBy('at')), { next: () => {}, error: () => {} });
  await settle();
  const loaded = Array.from({ length: 50 }, (_, index) => ({ id: nameOf(950 + index), at: 950 + index }));
  reader.add(loaded, pages.cursorAt(nameOf(950)));
  expect(now()).toMatchObject({ count: 50, last: { at: 950 }, phase: 'paused' });
  pages.close();
  await reader.read(none);
  expect(now()).toMatchObject({ phase: 'end', count: 1000 });
  expect(now().kept.size).toBe(1000);
  expect(count.documents).toBe(950);
});

test('a stopped reading continues at its position', async () => {
  const { reader, now, count } = await start(1000);
  let stops = 0;
  const unsubscribe = reader.state.subscribe(() => {
    if (now().count < 500 || stops > 0) return;
    stops += 1;
    reader.stop();
  });
  await reader.read(none);
  unsubscribe();
  expect(now()).toMatchObject({ phase: 'paused', count: 500 });
  await reader.read(none);
  expect(now()).toMatchObject({ phase: 'end', count: 1000 });
  expect(now().kept.size).toBe(1000);
  expect(count.documents).toBe(1000);
});

test('an answer after a stop is dropped', async () => {
  const { reader, now, count } = await start(300);
  const reading = reader.read(none);
  reader.stop();
  await reading;
  expect(now()).toMatchObject({ phase: 'paused', count: 0 });
  await reader.read(none);
  expect(now()).toMatchObject({ phase: 'end', count: 300 });
  expect(count.requests).toBe(3);
});

test('a run reads up to its limit; the next one drops documents that do not match', async () => {
  const { reader, now, count } = await start(1400, 500);
  await reader.read(none);
  expect(now()).toMatchObject({ phase: 'paused', count: 500 });
  expect(reader.hasDropped).toBe(false);
  await reader.read(({ at }) => at % 100 === 0);
  expect(now()).toMatchObject({ phase: 'paused', count: 1000 });
  expect(now().kept.size).toBeLessThanOrEqual(500 + 250);
  expect(now().kept.has(nameOf(1300))).toBe(true);
  expect(now().kept.has(nameOf(1301))).toBe(false);
  expect(reader.hasDropped).toBe(true);
  expect(count.documents).toBe(1000);
  reader.restart();
  expect(now()).toMatchObject({ phase: 'paused', count: 0 });
  await reader.read(none);
  expect(now().kept.has(nameOf(1301))).toBe(true);
});

test('a reading ends at the limit of matching documents', async () => {
  const { reader, now, count } = await start(1400, 500);
  await reader.read(all);
  await reader.read(all);
  expect(now()).toMatchObject({ phase: 'full', count: 500 });
  await reader.read(none);
  expect(now()).toMatchObject({ phase: 'paused', count: 1000 });
  expect(count.documents).toBe(1000);
});

test('a reading without a connection fails, keeps its documents, and continues later', async () => {
  const { reader, now, client } = await start(600);
  await reader.read(none);
  reader.restart();
  client.control.setNetwork(false);
  await reader.read(none);
  expect(now()).toMatchObject({ phase: 'failed', count: 0, error: { code: 'unavailable' } });
  client.control.setNetwork(true);
  await settle();
  await reader.read(none);
  expect(now()).toMatchObject({ phase: 'end', count: 600, error: null });
});
