/** Storage of a cloud: record by record, before any client is notified. */
import { describe, expect, it } from 'vitest';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from './cloud.ts';
import { MemoryRecords } from './kept.fixture.ts';
import { functions, storedCloud, setOf, countUp } from './keeping.fixture.ts';

/** Whether a promise is settled, after everything that needs no time has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let over = false;
  promise.then(
    () => (over = true),
    () => (over = true),
  );
  for (let turn = 0; turn < 10; turn++) await settle();
  return over;
}

describe('acknowledged writes are stored', () => {
  const actions: Readonly<Record<string, (client: EmbeddedClient) => Promise<unknown>>> = {
    'a document': ({ docs }) => docs.write(setOf('notes/b', { n: 1 })),
    'a transaction': ({ docs }) =>
      docs.transactions.run(async (own) => own.write(setOf('notes/b', { n: 1 }))),
    'a value of the tree': ({ realtime }) => realtime.set('a/b', 1),
    'what is to be written when the client is gone': ({ realtime }) => realtime.disconnects.at('a/c').set(1),
    'a file': ({ storage }) => storage.upload('a', Uint8Array.of(1)).done,
    'an account': ({ auth }) => auth.createUser({ email: 'a@example.com', password: 'correct horse' }),
    'a call': ({ functions: calls }) => calls.call('note', 1),
    'a registration': ({ messaging }) => messaging.register({ ask: true }),
    configuration: ({ control }) => control.publishConfig({ a: 'b' }),
    'a reset': ({ control }) => control.reset(),
  };

  it.each(Object.entries(actions))('%s: the call resolves once the write is stored', async (_what, act) => {
    const { cloud, records } = storedCloud();
    const client = connect(cloud, { browser: new TestBrowser() });
    await client.auth.guests.signIn();
    const open = records.hold();
    const answer = act(client);
    expect(await isSettled(answer)).toBe(false);
    const before = records.groups.length;
    open();
    await answer;
    expect(records.groups.length).toBeGreaterThan(before);
    await client.dispose();
  });

  it('other clients are notified of stored writes only, in order', async () => {
    const { cloud, records } = storedCloud();
    const [author, reader] = [connect(cloud), connect(cloud)];
    const seen: unknown[] = [];
    reader.docs.watch('notes/a', { next: ({ data }) => void seen.push(data?.['n'] ?? null) });
    reader.realtime.watch('a', { next: ({ value }) => void seen.push(value) });
    await author.docs.write(setOf('notes/z', {}));
    expect(seen).toEqual([null, null]);
    const open = records.hold();
    const written = [author.docs.write(setOf('notes/a', { n: 1 })), author.realtime.set('a', 'x')];
    expect(await isSettled(Promise.race(written))).toBe(false);
    expect(seen).toEqual([null, null]);
    open();
    await Promise.all(written);
    await reader.docs.get('notes/a', { source: 'server' });
    expect(seen).toEqual([null, null, 1, 'x']);
    await author.dispose();
    await reader.dispose();
  });

  it('a write is stored with its id for repetitions', async () => {
    const { cloud, records } = storedCloud();
    const client = connect(cloud);
    await client.docs.write(countUp('notes/a'));
    const group = records.groups.find(({ records: some }) => some.some(({ key }) => key === 'doc/notes/a'));
    expect(group?.records.map(({ key }) => key.split('/')[0])).toEqual(
      expect.arrayContaining(['doc', 'queue', 'meta']),
    );
    await client.dispose();
  });
});

describe('groups', () => {
  it('contain one record per changed document', async () => {
    const { cloud, records } = storedCloud();
    await cloud.server.docs.batch(Array.from({ length: 400 }, (_, n) => setOf(`notes/${n}`, { n })));
    await cloud.whenKept();
    records.groups.length = 0;
    await cloud.server.docs.batch([setOf('notes/7', { n: 0 })]);
    await cloud.whenKept();
    expect(records.groups.map(({ records: some }) => some.map(({ key }) => key))).toEqual([
      ['meta/', 'doc/notes/7'],
    ]);
  });

  it('are stored one at a time, and later changes form the next one', async () => {
    const { cloud, records } = storedCloud();
    await cloud.server.docs.batch([setOf('notes/a', { n: 0 })]);
    await cloud.whenKept();
    records.groups.length = 0;
    const open = records.hold();
    for (let n = 1; n < 10; n++) {
      await cloud.server.docs.batch([setOf(`notes/${n}`, { n })]);
      await settle();
    }
    open();
    await cloud.whenKept();
    expect(records.most).toBe(1);
    expect(records.groups.map(({ records: some }) => some.length)).toEqual([2, 9]);
  });

  it('never split a batch', async () => {
    const { cloud, records } = storedCloud();
    const writes = Array.from({ length: 30 }, (_, n) => setOf(`notes/${n}`, { n }));
    for (let turn = 0; turn < 5; turn++)
      await cloud.server.docs.batch(writes.map((write) => ({ ...write, data: { turn } })));
    await cloud.whenKept();
    for (const { records: some } of records.groups.slice(1)) {
      const docs = some.filter(({ key }) => key.startsWith('doc/notes/'));
      expect([0, 30]).toContain(docs.length);
      expect(new Set(docs.map(({ value }) => JSON.stringify(Object(value).data))).size).toBeLessThan(2);
    }
  });

  it('rewrite no file for its metadata, and only the changed presence', async () => {
    const { cloud, records } = storedCloud();
    const client = connect(cloud);
    await client.auth.guests.signIn();
    await client.storage.upload('a', Uint8Array.of(1, 2)).done;
    await client.realtime.set('presence', { one: { at: 1, who: 'x' }, two: { at: 1, who: 'y' } });
    records.groups.length = 0;
    await client.storage.metadata.update('a', { custom: { b: 'c' } });
    await client.realtime.set('presence/one', { at: 2, who: 'x' });
    const keys = records.groups.flatMap(({ records: some }) =>
      some.map(({ service, key }) => `${service}:${key}`),
    );
    expect(keys.filter((key) => !key.includes(':stamp/'))).toEqual([
      'storage:object/a',
      'realtime:node/presence/one/at',
    ]);
    await client.dispose();
  });

  it('that fail to be stored block nothing and are part of the next one', async () => {
    const { cloud, records } = storedCloud();
    const client = connect(cloud);
    await client.docs.write(setOf('notes/a', { n: 1 }));
    records.refuse(true);
    await client.docs.write(setOf('notes/b', { n: 1 }));
    expect((await client.docs.get('notes/b', { source: 'server' })).data).toEqual({ n: 1 });
    records.refuse(false);
    await client.docs.write(setOf('notes/c', { n: 1 }));
    const docs = await records.next().server.docs.find({ collection: 'notes' });
    expect(docs.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    await client.dispose();
  });
});

it('a restarted cloud reuses no id of registrations or tasks', async () => {
  const records = new MemoryRecords();
  const names = new Set<string>();
  const lives = 4;
  for (let life = 0; life < lives; life++) {
    const cloud = life === 0 ? storedCloud(records).cloud : records.next({ functions });
    const client = connect(cloud, { browser: new TestBrowser() });
    names.add((await client.messaging.register({ ask: true })).id);
    await client.functions.call('note', life);
    await cloud.advance(100);
    await client.dispose();
    await cloud.close();
  }
  expect(names.size).toBe(lives);
  const done = await records.next({ functions }).server.docs.find({ collection: 'later' });
  expect(done).toHaveLength(lives);
});

it('a cloud without storage waits for nothing', async () => {
  const cloud = new FakeCloud();
  await cloud.server.docs.batch([setOf('notes/a', {})]);
  await expect(cloud.whenKept()).resolves.toBeUndefined();
  await cloud.close();
});
