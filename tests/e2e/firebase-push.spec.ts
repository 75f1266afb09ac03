/**
 * Push in a real browser: the service worker as it is deployed, messages as the server's code sends them, notifications on a
 * desktop that the test can click. Played: Cloud Messaging, and the address that the browser's push service would give.
 */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { OutgoingPush } from '#ports/server/server.ts';
import { installations } from '../contracts/firebase/hosted/installations.ts';
import { HostedMessaging } from '../contracts/firebase/hosted/messaging.ts';
import { HostedNetwork } from '../contracts/firebase/hosted/network.ts';
import { sentByServer } from '../contracts/firebase/hosted/sent-push.ts';
import { type Desktop, startDesktop } from './firebase/desktop.ts';
import { expect, needsChromium, test as base } from './firebase/fixtures.ts';
import { playHosted } from './firebase/hosted.ts';
import { startPlainChromium } from './firebase/plain-chromium.ts';

needsChromium();
base.skip(process.platform !== 'linux', 'Only desktops of Linux can be played.');

const pushKey = `B${'A'.repeat(86)}`;
const here = '/tests/e2e/firebase/page.html';
const page1: OutgoingPush = {
  notification: {
    title: 'Checkout is down',
    body: 'Acknowledge within 5 min.',
    tag: 'page-1',
    link: `${here}?page=page-1`,
    requireInteraction: true,
    actions: [{ action: 'acknowledge', title: 'Acknowledge' }],
  },
  data: { pageId: 'page-1' },
  urgency: 'high',
};

interface Shared {
  readonly desktop: Desktop;
}
interface Fixtures {
  /** Bodies of the registration requests. */
  readonly registrations: readonly unknown[];
  /** A tab that is registered. */
  openRegistered(): Promise<Page>;
  /** Sends a message by the server's code, and hands it to the service worker as a push service would. */
  push(message: OutgoingPush): Promise<void>;
}

const test = base.extend<Fixtures, Shared>({
  desktop: [
    async ({}, provide) => {
      const desktop = await startDesktop();
      await provide(desktop);
      await desktop.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ desktop }, provide) => {
    const chromium = await startPlainChromium({ DBUS_SESSION_BUS_ADDRESS: desktop.busAddress });
    await provide(chromium.context);
    await chromium.close();
  },
  registrations: async ({ context }, provide) => {
    const network = new HostedNetwork();
    const service = new HostedMessaging(network);
    await playHosted(context, [...installations(network), ...service.handlers()]);
    await provide(service.bodies);
  },
  openRegistered: async ({ context, registrations, openClient }, provide) => {
    expect(registrations).toEqual([]);
    await context.grantPermissions(['notifications']);
    await giveAddresses(context);
    await provide(async () => {
      const page = await openClient({ pushKey });
      await page.evaluate(() => window.client.messaging.register({ ask: true }));
      return page;
    });
  },
  push: async ({ context, site }, provide) => {
    const devtools = await context.newCDPSession(await context.newPage());
    const registrationId = workerOf(devtools);
    await devtools.send('ServiceWorker.enable');
    let sent = 0;
    await provide(async (message) => {
      const { data } = await sentByServer(message);
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: site.origin,
        registrationId: await registrationId,
        data: JSON.stringify({ from: '1', fcmMessageId: `message-${++sent}`, priority: 'high', data }),
      });
    });
  },
});

/** Stubs the browser's push subscription, because there is no push service here. */
async function giveAddresses(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const place = 'test-push-address';
    const subscription = (): PushSubscription | null => {
      const endpoint = localStorage.getItem(place);
      if (endpoint === null) return null;
      const getKey = () => Uint8Array.of(1, 2, 3).buffer;
      const unsubscribe = async () => {
        localStorage.removeItem(place);
        return true;
      };
      return { endpoint, getKey, unsubscribe } as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => subscription();
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(place, `https://push.example/${crypto.randomUUID()}`);
      return subscription() as PushSubscription;
    };
  });
}

/** The registration of the service worker for push, once it is there and runs. */
const workerOf = (devtools: CDPSession) =>
  new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const running = versions.find(
        ({ scriptURL, status }) => scriptURL.endsWith('/sw.js') && status === 'activated',
      );
      if (running) resolve(running.registrationId);
    });
  });

interface Heard {
  readonly foreground: readonly string[];
  readonly background: readonly string[];
  readonly clicks: readonly (string | null)[];
}

async function listening(page: Page): Promise<() => Promise<Heard>> {
  const heard = await page.evaluateHandle(() => {
    const news: { foreground: string[]; background: string[]; clicks: (string | null)[] } = {
      foreground: [],
      background: [],
      clicks: [],
    };
    const { messaging } = window.client;
    messaging.onMessage(({ data }) => void news.foreground.push(data['pageId'] ?? ''));
    messaging.onBackgroundMessage(({ data }) => void news.background.push(data['pageId'] ?? ''));
    messaging.onClick(({ action }) => void news.clicks.push(action));
    return news;
  });
  return () => heard.jsonValue();
}

/** Shows another tab in front of it. */
async function putOutOfSight(page: Page): Promise<void> {
  await page.context().newPage();
  await inSight(page, 'hidden');
}

const inSight = (page: Page, state: DocumentVisibilityState) =>
  expect.poll(() => page.evaluate(() => document.visibilityState)).toBe(state);

const registration = (page: Page) => page.evaluate(() => window.client.messaging.registration());

test('a browser keeps its push registration after a reload and renews it when the push subscription changes', async ({
  openRegistered,
  registrations,
  context,
}) => {
  const page = await openRegistered();
  const { id, refreshedAt } = (await registration(page)) ?? { id: '', refreshedAt: 0 };
  expect(id).toMatch(/^[cdef][\w-]{21}$/);
  expect(registrations).toMatchObject([{ web: { applicationPubKey: pushKey } }]);
  await page.reload();
  expect(await registration(page)).toMatchObject({ id });

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const move = () =>
    page.evaluate(() =>
      localStorage.setItem('test-push-address', `https://push.example/${crypto.randomUUID()}`),
    );
  await move();
  await worker.evaluate(() => void dispatchEvent(new Event('pushsubscriptionchange')));
  await expect.poll(() => registrations).toHaveLength(2);
  // The page stores it after the service has answered.
  await expect.poll(async () => (await registration(page))?.refreshedAt).toBeGreaterThan(refreshedAt);
  // A change while no page was open is noticed by the next one.
  await move();
  await page.reload();
  await expect.poll(() => registrations).toHaveLength(3);
  expect(await registration(page)).toMatchObject({ id });
});

test('a push to a visible page arrives in the page and shows no notification', async ({
  openRegistered,
  push,
  desktop,
}) => {
  const page = await openRegistered();
  const heard = await listening(page);
  await inSight(page, 'visible');
  await push(page1);
  await expect.poll(heard).toEqual({ foreground: ['page-1'], background: [], clicks: [] });
  expect(desktop.shown()).toEqual([]);
});

test('a push to a hidden page shows a notification, and a click on it brings the page to the front', async ({
  openRegistered,
  push,
  desktop,
}) => {
  const page = await openRegistered();
  const heard = await listening(page);
  for (const [button, action] of [
    [undefined, null],
    ['Acknowledge', 'acknowledge'],
  ] as const) {
    await putOutOfSight(page);
    await push(page1);
    await expect.poll(() => desktop.shown().map(({ title }) => title)).toEqual(['Checkout is down']);
    expect(desktop.shown()[0]?.body).toContain('Acknowledge within 5 min.');
    for (const notification of desktop.shown()) desktop.click(notification, button);
    await expect.poll(async () => (await heard()).clicks.at(-1)).toBe(action);
    await inSight(page, 'visible');
    await expect.poll(() => desktop.shown()).toEqual([]);
  }
  await expect.poll(heard).toEqual({
    foreground: [],
    background: ['page-1', 'page-1'],
    clicks: [null, 'acknowledge'],
  });
});

test('without an open page, a settled push removes its own notification only', async ({
  openRegistered,
  push,
  desktop,
}) => {
  const titles = () => desktop.shown().map(({ title }) => title);
  const settled = (data: OutgoingPush['data']) => push({ data: { kind: 'settled', ...data } });
  const page = await openRegistered();
  await page.close();
  await push(page1);
  await push({ notification: { title: 'Cover Tuesday?', body: '', tag: 'notice-1' }, data: {} });
  await push({ notification: { title: 'Search is slow', body: '', tag: 'page-2' }, data: {} });
  await expect.poll(titles).toEqual(['Checkout is down', 'Cover Tuesday?', 'Search is slow']);
  await settled({ pageId: 'page-1' });
  await expect.poll(titles).toEqual(['Cover Tuesday?', 'Search is slow']);
  await settled({ tag: 'notice-1' });
  await expect.poll(titles).toEqual(['Search is slow']);
  await settled({ pageId: 'page-2' });
  await expect.poll(titles).toEqual([]);
});

test('without an open page, a click on a notification opens the link of its page, with the action of the button', async ({
  openRegistered,
  push,
  desktop,
  context,
  site,
}) => {
  for (const [button, address] of [
    [undefined, `${here}?page=page-1`],
    ['Acknowledge', `${here}?page=page-1&do=acknowledge`],
  ] as const) {
    const page = await openRegistered();
    await page.close();
    await push(page1);
    await expect.poll(() => desktop.shown()).toHaveLength(1);
    const opening = context.waitForEvent('page');
    for (const notification of desktop.shown()) desktop.click(notification, button);
    const opened = await opening;
    await opened.waitForURL(`${site.origin}${address}`);
    await expect.poll(() => desktop.shown()).toEqual([]);
    await opened.close();
  }
});
