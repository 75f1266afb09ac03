/** Documents in IndexedDB, apart and in blocks: whatever was packed, a restart finds what was written last. */
import 'fake-indexeddb/auto';
import { entries, set, update } from 'idb-keyval';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BlockRecord } from '#fakes/cloud/docs/stored-block.ts';
import { limit, orderBy, query } from '#ports/docs/query.ts';
import { deleteAll, PackedLife, entryPath, setAll } from './packed-docs.fixture.ts';

/** Restarts, and finds the same documents. */
async function expectSame(life: PackedLife): Promise<void> {
  const before = life.state();
  await life.restart();
  expect(life.aside).toEqual([]);
  expect(life.state()).toEqual(before);
  expect(life.unreadable).toEqual([]);
}

test('few documents stay unpacked, in the format of earlier versions', async () => {
  const life = await PackedLife.begin();
  await life.write(setAll(0, 256));
  await life.pack();
  expect(await life.apart()).toBe(256);
  expect([...(await life.blocks()).keys()]).toEqual([]);
  expect(await life.format()).toBe(4);
  await expectSame(life);
});

test('many documents are packed step by step, oldest first, and all are readable after each step', async () => {
  const life = await PackedLife.begin();
  await life.write(setAll(0, 1200));
  const apart: number[] = [];
  for (let more = true; more;) {
    more = await life.packStep();
    apart.push(await life.apart());
    await expectSame(life);
  }
  expect(apart).toEqual([688, 176]);
  expect(await life.format()).toBe(5);
  for (const [, block] of await life.blocks()) {
    const { docs } = block as BlockRecord;
    expect(docs.length).toBeLessThan(50_000);
    expect(docs).toMatch(/^[\0-\u00ff]*$/);
  }
  expect((await life.stored('docs:doc/rooms/long/entries/')).has(`docs:doc/${entryPath(1199)}`)).toBe(true);
});

test('after a restart, documents written, removed and rewritten after packing are read correctly', async () => {
  const life = await PackedLife.begin();
  await life.write(setAll(0, 700));
  await life.pack();
  await life.restart();
  await life.write([...setAll(0, 10, 1), ...deleteAll(20, 30), ...deleteAll(690, 700)]);
  await expectSame(life);
  await life.write(setAll(25, 27, 2));
  await expectSame(life);
  const docs = life.cloud.server.docs;
  expect((await docs.get(entryPath(5))).data?.['revision']).toBe(1);
  expect((await docs.get(entryPath(21))).data).toBeNull();
  expect((await docs.get(entryPath(25))).data?.['revision']).toBe(2);
  expect((await docs.get(entryPath(695))).data).toBeNull();
});

test('changes of packed documents are merged into their blocks', async () => {
  const life = await PackedLife.begin();
  await life.write(setAll(0, 700));
  await life.pack();
  await life.write([...setAll(0, 100, 1), ...deleteAll(100, 300)]);
  await life.pack();
  expect(await life.apart()).toBeLessThanOrEqual(256);
  await expectSame(life);
  await life.write(deleteAll(0, 700));
  await expectSame(life);
  await life.pack();
  await expectSame(life);
  expect(life.state().docs.size).toBe(0);
});

test('packing interrupted at any request changes nothing and is completed later', async () => {
  const life = await PackedLife.begin();
  await life.write(setAll(0, 700));
  const before = await entries(life.store());
  const put = IDBObjectStore.prototype.put;
  for (const last of [0, 1, 2, 3, 4]) {
    let count = 0;
    const failing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
      key?: IDBValidKey,
    ) {
      if (count++ === last) throw new DOMException('Full.', 'QuotaExceededError');
      return put.call(this, value, key);
    });
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => {
      failing.mockRestore();
      silent.mockRestore();
    });
    await expect(life.packStep()).rejects.toBeDefined();
    failing.mockRestore();
    silent.mockRestore();
    expect(await entries(life.store())).toEqual(before);
  }
  await life.pack();
  expect(await life.apart()).toBe(188);
  await expectSame(life);
});

test('a page of a packed collection includes documents written after packing', async () => {
  const life = await PackedLife.begin();
  await life.write(setAll(0, 1000));
  await life.pack();
  await life.restart();
  const { docs } = life.cloud.server;
  const lastTwo = query('rooms/long/entries', orderBy('at', 'desc'), limit(2));
  const pathsNow = async () => (await docs.find(lastTwo)).map(({ path }) => path);
  expect(await pathsNow()).toEqual([entryPath(999), entryPath(998)]);
  await docs.batch([...deleteAll(998, 999), ...setAll(1000, 1001)]);
  expect(await pathsNow()).toEqual([entryPath(1000), entryPath(999)]);
  await life.cloud.whenKept();
  await expectSame(life);
});

test('an unreadable document in a block is reported on use and stays in the store', async () => {
  const life = await PackedLife.begin();
  await life.write(setAll(0, 700));
  await life.pack();
  const [key] = (await life.blocks()).keys();
  if (key === undefined) throw new Error('There is a block.');
  const damage = (block: BlockRecord | undefined) => ({
    ...(block as BlockRecord),
    docs: (block as BlockRecord).docs.replace(/"version":\d+/, '"version":"damaged"'),
  });
  await update<BlockRecord>(key, damage, life.store());
  await life.restart();
  const { docs } = life.state();
  expect(docs.size).toBe(699);
  expect(life.unreadable).toEqual([
    { service: 'docs', key: `doc/${entryPath(0)}`, reason: expect.stringContaining('whole numbers') },
  ]);
  await life.write(setAll(1, 200, 1));
  await life.pack();
  expect(JSON.stringify([...(await life.blocks())])).toContain('damaged');
});

test('an unreadable block is set aside, and all other documents are loaded', async () => {
  const life = await PackedLife.begin();
  await life.write(setAll(0, 700));
  await life.pack();
  const [key = ''] = (await life.blocks()).keys();
  await set(key, { collection: 'rooms/long/entries', docs: 7 }, life.store());
  await life.restart();
  expect(life.aside).toEqual([
    { service: 'docs', key: key.slice('docs:'.length), reason: expect.any(String) },
  ]);
  expect([...(await life.stored('aside:')).values()]).toEqual([
    { collection: 'rooms/long/entries', docs: 7 },
  ]);
  const { docs } = life.state();
  expect(docs.size).toBeGreaterThan(500);
  await expectSame(life);
});

test('a reset removes blocks and documents', async () => {
  const life = await PackedLife.begin();
  const empty = life.cloud.snapshot();
  await life.write(setAll(0, 700));
  await life.pack();
  life.cloud.restore(empty);
  await life.cloud.whenKept();
  expect((await life.stored('docs:block/')).size + (await life.apart())).toBe(0);
  expect(await life.format()).toBe(4);
  await life.write(setAll(0, 300));
  await life.pack();
  await expectSame(life);
});
