import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notificationKey, sentAtKey } from './wire.ts';

type Listener = (event: object) => void;

interface Window {
  readonly url: string;
  readonly visibilityState: string;
  readonly mayFocus?: boolean;
}

/** What a service worker finds around it; the script is loaded into it as a browser would. */
async function worker(pages: readonly Window[] = []) {
  const listeners = new Map<string, Listener>();
  const told: unknown[] = [];
  const shown: unknown[] = [];
  const opened: string[] = [];
  const taken = { count: 0 };
  const clients = pages.map((page) => ({
    ...page,
    postMessage: (message: unknown) => told.push(message),
    async focus() {
      if (page.mayFocus === false) throw new Error('Not allowed to focus a window.');
      told.push('focus');
    },
  }));
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
  vi.stubGlobal('registration', {
    showNotification: async (title: string, options: object) => shown.push({ title, ...options }),
  });
  vi.stubGlobal('clients', {
    matchAll: async () => clients,
    openWindow: async (path: string) => opened.push(path),
    claim: async () => void (taken.count += 1),
  });
  vi.stubGlobal('skipWaiting', async () => void (taken.count += 1));
  await import('./service-worker.ts');
  const fire = async (type: string, event: object = {}) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(type)?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  };
  return { fire, told, shown, opened, taken };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const notification = { title: 'Page', body: 'The shop is down', tag: 'page', link: '/incidents/1' };
const pushed = {
  fcmMessageId: 'm1',
  data: { n: '1', [sentAtKey]: '5', [notificationKey]: JSON.stringify(notification) },
};
const message = { id: 'm1', notification, data: { n: '1' }, sentAt: 5 };
const push = { data: { json: () => pushed } };

test('it takes over as soon as it is installed', async () => {
  const { fire, taken } = await worker();
  await fire('install');
  await fire('activate');
  expect(taken.count).toBe(2);
});

test('with no page in sight a notification is shown; one in sight is told instead', async () => {
  const hidden = await worker([{ url: '/', visibilityState: 'hidden' }]);
  await hidden.fire('push', push);
  expect(hidden.shown).toMatchObject([
    { title: 'Page', body: 'The shop is down', tag: 'page', data: message },
  ]);
  expect(hidden.told).toEqual([{ muster: 'background', message }]);
  vi.resetModules();
  const visible = await worker([{ url: '/', visibilityState: 'visible' }]);
  await visible.fire('push', push);
  expect(visible.shown).toEqual([]);
  expect(visible.told).toEqual([{ muster: 'foreground', message }]);
});

test('what is none of this application’s messages does nothing', async () => {
  const { fire, shown, told } = await worker();
  for (const data of [null, { json: () => ({ data: { hello: 'x' } }) }, { json: () => 'text' }])
    await fire('push', { data });
  expect([...shown, ...told]).toEqual([]);
});

test('a click closes the notification and goes to a page, or opens the one it is about', async () => {
  const close = vi.fn<() => void>();
  const event = { action: '', notification: { data: message, close } };
  const closed = await worker();
  await closed.fire('notificationclick', event);
  expect(closed.opened).toEqual(['/incidents/1']);
  vi.resetModules();
  const open = await worker([{ url: '/', visibilityState: 'hidden' }]);
  await open.fire('notificationclick', { ...event, action: 'acknowledge' });
  expect(open.told).toEqual([{ muster: 'click', click: { action: 'acknowledge', message } }, 'focus']);
  expect(close).toHaveBeenCalledTimes(2);
});

test.each([
  ['/?page=p1', 'acknowledge', '/?page=p1&do=acknowledge'],
  ['/incidents/1#last', null, '/incidents/1#last'],
  [undefined, 'acknowledge', '/?do=acknowledge'],
  ['https://elsewhere.example/', null, '/'],
  ['//elsewhere.example/', 'acknowledge', '/'],
])('with no page open %s and the button %s open %s', async (link, action, address) => {
  const { fire, opened } = await worker();
  const data = { ...message, notification: { title: 'Page', body: '', link } };
  await fire('notificationclick', { action: action ?? '', notification: { data, close: () => {} } });
  expect(opened).toEqual([address]);
});

test('a page that may not come to the front is told all the same', async () => {
  const { fire, told } = await worker([{ url: '/', visibilityState: 'hidden', mayFocus: false }]);
  await fire('notificationclick', { action: '', notification: { data: message, close: () => {} } });
  expect(told).toEqual([{ muster: 'click', click: { action: null, message } }]);
});

test('when the push service has moved the browser, one page is told', async () => {
  const page = { url: '/', visibilityState: 'hidden' };
  const { fire, told } = await worker([page, page]);
  await fire('pushsubscriptionchange');
  expect(told).toEqual([{ muster: 'moved' }]);
});
