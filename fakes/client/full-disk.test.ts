/** Offline writes on a full disk. */
import { expect, it } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { increment } from '#ports/docs/values.ts';
import { type Fails } from './broken-storage.fixture.ts';
import { type EmbeddedClient } from './client.ts';
import { BrokenStorageBrowser } from './broken-storage-browser.fixture.ts';

const never: Fails = () => false;

const always: Fails = () => true;

const minute = 60_000;

const add = (client: EmbeddedClient, field: string) =>
  client.docs.write({ type: 'set', path: 'sums/all', merge: true, data: { [field]: increment(1) } });

const landed = async ({ cloud }: BrokenStorageBrowser) => (await cloud.server.docs.get('sums/all')).data;

it('stores an offline write once the storage has room, and reports it as unstored before', async () => {
  const browser = new BrokenStorageBrowser();
  const page = browser.open(never, false);
  await settle();
  page.stores.fails = (operation) => operation === 'write';
  add(page.client, 'first').catch(() => {});
  await settle();
  expect(page.states).toEqual([{ unstoredWrites: 1, unreadableWrites: 0 }]);
  await browser.cloud.advance(1000);
  page.stores.fails = never;
  await browser.cloud.advance(minute);
  expect(page.states.at(-1)).toEqual({ unstoredWrites: 0, unreadableWrites: 0 });
  expect(page.failures).toHaveLength(1);
  await browser.crash(page);

  const next = browser.open(never);
  await next.client.docs.offline.waitForPendingWrites();
  expect(await landed(browser)).toEqual({ first: 1 });
  await next.client.dispose();
});

it('stores rejected writes when the client is disposed', async () => {
  const browser = new BrokenStorageBrowser();
  const page = browser.open(never, false);
  await settle();
  page.stores.fails = always;
  add(page.client, 'first').catch(() => {});
  await settle();
  page.stores.fails = never;
  await page.client.dispose();
  const next = browser.open(never);
  await next.client.docs.offline.waitForPendingWrites();
  expect(await landed(browser)).toEqual({ first: 1 });
  await next.client.dispose();
});

it('counts a write as stored or sent, whichever happens first', async () => {
  const browser = new BrokenStorageBrowser();
  const page = browser.open((operation) => operation === 'write', false);
  await settle();
  const write = add(page.client, 'first');
  await settle();
  expect(page.states.at(-1)).toEqual({ unstoredWrites: 1, unreadableWrites: 0 });
  page.client.control.setNetwork(true);
  await write;
  await settle();
  expect(page.states.at(-1)).toEqual({ unstoredWrites: 0, unreadableWrites: 0 });
  page.stores.fails = never;
  await browser.cloud.advance(5 * minute);
  expect((await browser.records()).filter(([key]) => key.includes('/queue/'))).toEqual([]);
  await page.client.dispose();
});

it('drops unstored writes when the cache is cleared', async () => {
  const browser = new BrokenStorageBrowser();
  const page = browser.open(never, false);
  await settle();
  page.stores.fails = (operation) => operation === 'write';
  const write = add(page.client, 'first').catch((error: unknown) => error);
  await settle();
  page.stores.fails = never;
  await page.client.docs.offline.clearCache();
  expect(await write).toMatchObject({ code: 'cancelled' });
  await browser.cloud.advance(5 * minute);
  expect((await browser.records()).filter(([key]) => key.includes('/queue/'))).toEqual([]);
  expect(page.states.at(-1)).toEqual({ unstoredWrites: 0, unreadableWrites: 0 });
  await page.client.dispose();
});

it('sends a write that the storage of another tab rejected', async () => {
  const browser = new BrokenStorageBrowser();
  const sender = browser.open(never);
  await settle();
  const page = browser.open(never);
  await settle();
  page.stores.fails = (operation) => operation === 'write';
  const write = add(page.client, 'first');
  await settle();
  await write;
  expect(await landed(browser)).toEqual({ first: 1 });
  await page.client.dispose();
  await sender.client.dispose();
});
