/**
 * What a browser keeps of documents, in a real one: the SDK's database that all tabs share. The ways by which browsers reach
 * documents are not served here yet, so there is no server in these tests.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { serveDocuments } from '#emulator/docs/serve.ts';
import { believedCaller } from '#emulator/token.ts';
import { ManualClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { type Cable, layCable } from '../official/cable.ts';
import { expect, needsChromium, test } from './firebase/fixtures.ts';

needsChromium();

/** Nobody listens there. */
const nowhere = { local: { docs: 'localhost:9' } };

/** What a tab knows of a note, without asking anybody. */
const kept = (page: Page, path: string) => () =>
  page.evaluate(async (asked) => {
    const { docs } = window.client;
    await docs.setNetwork(false);
    return docs.get(asked, { source: 'cache' }).then(
      ({ data, metadata }) => ({ data, ...metadata }),
      (error: { code: string }) => error.code,
    );
  }, path);

/** Does not wait for the server. */
const write = (page: Page, path: string, text: string) =>
  page.evaluate(
    async ([where, said]) => {
      const { docs } = window.client;
      await docs.setNetwork(false);
      docs.write({ type: 'set', path: where, data: { text: said } }).catch(() => undefined);
    },
    [path, text] as const,
  );

const waiting = (text: string) => ({ data: { text }, fromCache: true, hasPendingWrites: true });

test('what was written without a server outlives the page', async ({ openClient }) => {
  const page = await openClient(nowhere);
  await write(page, 'notes/a', 'kept');
  await expect.poll(kept(page, 'notes/a')).toEqual(waiting('kept'));
  await page.reload();
  await expect.poll(kept(page, 'notes/a')).toEqual(waiting('kept'));
  expect(await kept(page, 'notes/never')()).toBe('unavailable');
});

test('tabs share it, and hear of one another', async ({ openClient }) => {
  const first = await openClient(nowhere);
  const second = await openClient(nowhere);
  const seen = await second.evaluateHandle(() => {
    const texts: unknown[] = [];
    window.client.docs.watch('notes/b', { next: ({ data }) => void texts.push(data?.['text'] ?? null) });
    return texts;
  });
  await write(first, 'notes/b', 'from the first');
  await expect.poll(async () => (await seen.jsonValue()).at(-1), { timeout: 20_000 }).toBe('from the first');
  await first.close();
  await write(second, 'notes/b', 'from the second');
  await expect.poll(kept(second, 'notes/b')).toEqual(waiting('from the second'));
  await second.reload();
  await expect.poll(kept(second, 'notes/b')).toEqual(waiting('from the second'));
});

interface Served {
  readonly cloud: FakeCloud;
  readonly cable: Cable;
  /** A browser of its own, on the emulator. */
  openBrowser(): Promise<Page>;
}

const served = test.extend<Served>({
  cloud: async ({}, provide) => {
    const cloud = new FakeCloud({ clock: new ManualClock(Date.now()), believe: believedCaller });
    await provide(cloud);
    cloud.dispose();
  },
  cable: async ({ cloud }, provide) => {
    const server = await serveDocuments({ cloud });
    const cable = await layCable(Number(server.address.split(':')[1]));
    await provide(cable);
    await cable.plug(false);
    await server.close();
  },
  openBrowser: async ({ browser, cable, openClientIn }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      return openClientIn(context, { local: { docs: cable.address } });
    });
    for (const context of contexts) await context.close();
  },
});

served('what one browser writes another is shown', async ({ openBrowser }) => {
  const [ada, lin] = [await openBrowser(), await openBrowser()];
  const seen = await lin.evaluateHandle(() => {
    const texts: unknown[] = [];
    window.client.docs.watchQuery(
      { collection: 'notes', orderBy: [{ field: 'n', direction: 'asc' }] },
      {
        next: ({ docs }) => void texts.push(docs.map(({ data }) => data?.['text'])),
        error: (error) => void texts.push(String(error)),
      },
    );
    return texts;
  });
  await ada.evaluate(() =>
    window.client.docs.write({ type: 'set', path: 'notes/a', data: { n: 1, text: 'one' } }),
  );
  await expect.poll(async () => (await seen.jsonValue()).at(-1)).toEqual(['one']);
  expect(
    await lin.evaluate(async () => (await window.client.docs.get('notes/a', { source: 'server' })).data),
  ).toEqual({ n: 1, text: 'one' });
});
