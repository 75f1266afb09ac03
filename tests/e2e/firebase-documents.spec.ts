/** Documents in a real browser: its cache, in the SDK's database that all tabs share, and its connections to a server. */
import type { BrowserContext, Page } from '@playwright/test';
import { serveDocuments } from '#emulator/docs/serve.ts';
import { believedCaller } from '#emulator/token.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { type Cable, layCable } from '../official/cable.ts';
import { expect, needsChromium, test } from './firebase/fixtures.ts';

needsChromium();

/** Address without a server. */
const nowhere = { local: { docs: 'localhost:9' } };

/** Cached state of a note in a tab. */
const kept = (page: Page, path: string) => () =>
  page.evaluate(async (asked) => {
    const { docs } = window.client;
    await docs.offline.setNetwork(false);
    return docs.get(asked, { source: 'cache' }).then(
      ({ data, metadata }) => ({ data, ...metadata }),
      (error: { code: string }) => error.code,
    );
  }, path);

/** Writes a note without waiting for the server. */
const write = (page: Page, path: string, text: string) =>
  page.evaluate(
    async ([where, said]) => {
      const { docs } = window.client;
      await docs.offline.setNetwork(false);
      docs.write({ type: 'set', path: where, data: { text: said } }).catch(() => undefined);
    },
    [path, text] as const,
  );

const waiting = (text: string) => ({ data: { text }, fromCache: true, hasPendingWrites: true });

test('an offline write survives a reload of the page', async ({ openClient }) => {
  const page = await openClient(nowhere);
  await write(page, 'notes/a', 'kept');
  await expect.poll(kept(page, 'notes/a')).toEqual(waiting('kept'));
  await page.reload();
  await expect.poll(kept(page, 'notes/a')).toEqual(waiting('kept'));
  expect(await kept(page, 'notes/never')()).toBe('unavailable');
});

test('tabs share offline writes and notify each other of them', async ({ openClient }) => {
  const first = await openClient(nowhere);
  const second = await openClient(nowhere);
  const seen = await second.evaluateHandle(() => {
    const texts: unknown[] = [];
    window.client.docs.watch('notes/b', { next: ({ data }) => void texts.push(data?.['text'] ?? null) });
    return texts;
  });
  await write(first, 'notes/b', 'from the first');
  await expect.poll(async () => (await seen.jsonValue()).at(-1)).toBe('from the first');
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
    await cable.remove();
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

/** Snapshots of all notes in a tab, the last first. */
async function watching(page: Page): Promise<() => Promise<string>> {
  const told = await page.evaluateHandle(() => {
    const news = { last: '' };
    window.client.docs.watchQuery(
      { collection: 'notes' },
      {
        next: ({ docs, metadata }) => {
          const texts = docs.map(({ data }) => data?.['text']).join(', ');
          news.last =
            texts + (metadata.fromCache ? ' (cache)' : '') + (metadata.hasPendingWrites ? ' (pending)' : '');
        },
        error: ({ code }) => (news.last = code),
      },
      { includeMetadataChanges: true },
    );
    return news;
  });
  return async () => (await told.jsonValue()).last;
}

/** Writes a note without waiting for the server. */
const note = (page: Page, path: string, text: string) =>
  page.evaluate(
    ([where, said]) => {
      window.client.docs.write({ type: 'set', path: where, data: { text: said } }).catch(() => undefined);
    },
    [path, text] as const,
  );

/** The SDK waits before it tries again, up to a minute; the browser's own word that there is a network ends that. */
const online = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('online')));

served('what one browser writes another is shown, and either can ask', async ({ openBrowser }) => {
  const [ada, lin] = [await openBrowser(), await openBrowser()];
  const seen = await watching(lin);
  await expect.poll(seen).toBe('');
  await ada.evaluate(() => window.client.docs.write({ type: 'set', path: 'notes/a', data: { text: 'one' } }));
  await expect.poll(seen).toBe('one');
  const counted = await ada.evaluate(async () => {
    const { docs } = window.client;
    await docs.transactions.run(async (transaction) => {
      const { data } = await transaction.get('notes/a');
      transaction.write({ type: 'set', path: 'notes/b', data: { text: `after ${String(data?.['text'])}` } });
    });
    return docs.aggregates.compute({ collection: 'notes' }, { all: { count: true } });
  });
  expect(counted).toEqual({ all: 2 });
  await expect.poll(seen).toBe('one, after one');
});

served(
  'what was written without a connection outlives the page, and lands once',
  async ({ openBrowser, cable, cloud }) => {
    const page = await openBrowser();
    await note(page, 'notes/a', 'before');
    const earlier = await watching(page);
    await expect.poll(earlier).toBe('before');
    cable.plug(false);
    await note(page, 'notes/b', 'in the dark');
    // The tab gets its cached state.
    await expect.poll(earlier).toContain('in the dark');
    await page.reload();
    const seen = await watching(page);
    await expect.poll(seen).toBe('before, in the dark (cache) (pending)');
    await cloud.server.docs.batch([{ type: 'set', path: 'notes/c', data: { text: 'meanwhile' } }]);
    cable.plug(true);
    await online(page);
    await expect.poll(seen).toBe('before, in the dark, meanwhile');
    expect((await cloud.server.docs.get('notes/b')).data).toEqual({ text: 'in the dark' });
  },
);

served(
  'tabs of one browser hear of the server and of one another; when the one that was connected is closed another is',
  async ({ openBrowser, openClientIn, cable, cloud }) => {
    const first = await openBrowser();
    const inFirst = await watching(first);
    await expect.poll(inFirst).toBe('');
    const second = await openClientIn(first.context(), { local: { docs: cable.address } });
    const inSecond = await watching(second);
    await note(second, 'notes/a', 'from the second');
    await expect.poll(inFirst).toBe('from the second');
    await expect.poll(inSecond).toBe('from the second');
    await first.close();
    await cloud.server.docs.batch([{ type: 'set', path: 'notes/b', data: { text: 'from the server' } }]);
    await expect.poll(inSecond).toBe('from the second, from the server');
  },
);

served(
  'behind somebody who holds answers back until they end, it asks for shorter ones',
  async ({ openBrowser, cloud }) => {
    const page = await openBrowser();
    const shorter: string[] = [];
    await page.route('**/channel?*', async (route) => {
      if (route.request().url().includes('CI=1')) shorter.push(route.request().url());
      // The page may be gone by now.
      const response = await route.fetch().catch(() => null);
      await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined);
    });
    const seen = await watching(page);
    await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: { text: 'one' } }]);
    await expect.poll(seen).toBe('one');
    expect(shorter).not.toEqual([]);
    await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: { text: 'two' } }]);
    await expect.poll(seen).toBe('two');
  },
);
