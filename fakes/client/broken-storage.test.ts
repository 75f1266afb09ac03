/** A browser whose storage fails, or holds records that can't be read: the client works on, and says what would be lost. */
import { expect, it } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { query, where } from '#ports/docs/query.ts';
import { increment } from '#ports/docs/values.ts';
import { type Fails } from './broken-storage.fixture.ts';
import { connect, type EmbeddedClient } from './client.ts';
import type { StorageState } from '#provider-kit/storage-health.ts';
import { type BrokenStoragePage, BrokenStorageBrowser } from './broken-storage-browser.fixture.ts';

const never: Fails = () => false;

const always: Fails = () => true;

const minute = 60_000;

const add = (client: EmbeddedClient, field: string) =>
  client.docs.write({ type: 'set', path: 'sums/all', merge: true, data: { [field]: increment(1) } });

/** A browser with a session, a configuration, cached documents and answers, and two writes that wait. */
async function used(): Promise<BrokenStorageBrowser> {
  const browser = new BrokenStorageBrowser();
  await browser.cloud.server.docs.batch([
    { type: 'set', path: 'notes/a', data: { n: 1 } },
    { type: 'set', path: 'notes/b', data: { n: 2 } },
  ]);
  const page = browser.open(never);
  await page.client.auth.createUser({ email: 'ann@example.com', password: 'correct horse' });
  await page.client.config.remote.fetch();
  await page.client.config.remote.activate();
  await page.client.messaging.register({ ask: true });
  await page.client.docs.find(query('notes'));
  const stop = page.client.docs.watchQuery(query('notes', where('n', '>', 1)), { next: () => {} });
  await settle();
  stop();
  await settle();
  page.client.control.setNetwork(false);
  add(page.client, 'first').catch(() => {});
  add(page.client, 'second').catch(() => {});
  await settle();
  await browser.crash(page);
  return browser;
}

/** Works with a page as a person would; every promise of its ports is kept whatever the disk does. */
async function work({ cloud }: BrokenStorageBrowser, { client }: BrokenStoragePage): Promise<void> {
  await client.config.remote.fetch();
  await client.config.remote.activate();
  const user = await client.auth.ready();
  if (!user)
    await client.auth.signIn({ kind: 'password', email: 'ann@example.com', password: 'correct horse' });
  await settle();
  const found = await client.docs.find(query('notes'));
  expect([found.docs.length, found.metadata.fromCache]).toEqual([2, false]);
  const seen: number[] = [];
  const stop = client.docs.watchQuery(query('notes'), { next: ({ docs }) => void seen.push(docs.length) });
  // More than are sent ahead of a disk that is behind.
  const writes = Array.from({ length: 15 }, () => add(client, 'third'));
  await cloud.advance(5 * minute);
  await Promise.all(writes);
  await client.docs.offline.waitForPendingWrites();
  await client.messaging.register({ ask: true });
  expect(seen.at(-1)).toBe(2);
  stop();
}

const landed = async ({ cloud }: BrokenStorageBrowser) => (await cloud.server.docs.get('sums/all')).data;

/** Number of operations of a page whose disk works. */
async function countOperations(): Promise<number> {
  const browser = await used();
  const page = browser.open(never);
  await work(browser, page);
  await page.client.dispose();
  return page.stores.operations.length;
}

it('works when any single storage operation fails', async () => {
  const count = await countOperations();
  expect(count).toBeGreaterThan(20);
  for (let failing = 0; failing < count; failing++) {
    const browser = await used();
    const page = browser.open((_operation, index) => index === failing);
    await work(browser, page);
    await page.client.dispose();
    expect([failing, page.failures.length]).toEqual([failing, 1]);
    const next = browser.open(never);
    await work(browser, next);
    expect([failing, await landed(browser)]).toEqual([failing, { first: 1, second: 1, third: 30 }]);
    expect(next.failures).toEqual([]);
    await next.client.dispose();
  }
});

it.each([
  ['every read', (operation) => operation === 'get' || operation === 'list'],
  ['every write', (operation) => operation === 'set' || operation === 'write' || operation === 'remove'],
  ['every operation', always],
] satisfies readonly (readonly [string, Fails])[])(
  'works from memory when %s fails, and the next page finds the stored data',
  async (_name, fails) => {
    const browser = await used();
    const page = browser.open(fails);
    await work(browser, page);
    expect(page.failures.length).toBeGreaterThan(0);
    await browser.crash(page);
    const next = browser.open(never);
    await work(browser, next);
    const { first, second, third } = (await landed(browser)) ?? {};
    expect([first, second]).toEqual([1, 1]);
    expect(third).toBe(30);
    expect((await browser.records()).filter(([key]) => key.includes('/queue/'))).toEqual([]);
    await next.client.dispose();
  },
);

it('sends stored writes once the storage can be read, before the page’s own writes', async () => {
  const browser = await used();
  const order: string[] = [];
  const watcher = connect(browser.cloud);
  watcher.docs.watch('sums/all', {
    next: ({ data }) =>
      void order.push(
        Object.keys(data ?? {})
          .toSorted()
          .join(),
      ),
  });
  const page = browser.open((operation) => operation === 'list', false);
  await settle();
  const write = add(page.client, 'third');
  page.stores.fails = never;
  await browser.cloud.advance(minute);
  page.client.control.setNetwork(true);
  await browser.cloud.advance(minute);
  await write;
  expect(order).toEqual(['', 'first', 'first,second', 'first,second,third']);
  await page.client.dispose();
});

const garbage = [null, 5, 'text', {}, [], { $muster: 'time' }, { path: 5, writes: [{}] }, { epoch: [] }];

it('sets any unreadable record aside and works with the others', async () => {
  const records = await (await used()).records();
  const names = records.map(([key]) => key.replace(/^docs\/user\/[^/]*\//u, ''));
  for (const kind of ['state', 'doc/', 'answer/', 'queue/', 'auth/session', 'config'])
    expect(names.some((name) => name.startsWith(kind))).toBe(true);
  for (const [at, [, record]] of records.entries())
    for (const value of [...garbage, partly(record)]) {
      const browser = await used();
      const key = (await browser.records())[at]?.[0] ?? '';
      await browser.disk.local.set(key, value);
      const page = browser.open(never);
      await work(browser, page);
      const isWrite = key.includes('/queue/');
      const about = `${key} ${JSON.stringify(value)}`;
      const { third, ...stored } = (await landed(browser)) ?? {};
      const others = Object.values(stored);
      expect([about, third, others]).toEqual([about, 15, isWrite ? [1] : [1, 1]]);
      await page.client.dispose();
      if (!isWrite) continue;
      const state: StorageState = { unstoredWrites: 0, unreadableWrites: 1 };
      expect([about, page.failures]).toMatchObject([about, [{ operation: 'decode', record: 'write' }]]);
      expect([about, page.states.at(-1)]).toEqual([about, state]);
      const aside = (await browser.records()).filter(([name]) => name.includes('/aside/'));
      expect([about, ...aside.map(([, found]) => found)]).toEqual([about, value]);
      const next = browser.open(never);
      await work(browser, next);
      expect([about, next.states.at(-1)]).toEqual([about, state]);
      await next.client.dispose();
    }
});

/** The record without the value of its last field. */
function partly(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return { stored };
  const [last] = Object.keys(stored).slice(-1);
  return { ...stored, ...(last === undefined ? {} : { [last]: { wrong: true } }) };
}
