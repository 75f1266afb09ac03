import { afterEach, expect, test, vi } from 'vitest';
import type { WorkerScope } from '#adapters/browser/worker-scope.ts';
import { attachFirebasePushes } from './service-worker.ts';
import { notificationKey, sentAtKey } from './wire.ts';

type Listener = (event: object) => void;

interface Window {
  readonly url: string;
  readonly visibilityState: string;
  readonly mayFocus?: boolean;
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag?: string;
  readonly silent?: boolean;
  readonly renotify?: boolean;
  readonly data?: unknown;
}

/** Environment of a service worker. */
async function worker(pages: readonly Window[] = [], endpoint = 'https://push.example/1') {
  const listeners = new Map<string, Listener>();
  const told: unknown[] = [];
  const shown: Shown[] = [];
  const opened: string[] = [];
  const posted: unknown[] = [];
  const take = (tag: string | undefined) => {
    const found = shown.findIndex((one) => tag !== undefined && one.tag === tag);
    if (found >= 0) shown.splice(found, 1);
  };
  const clients = pages.map((page) => ({
    ...page,
    postMessage: (message: unknown) => told.push(message),
    async focus() {
      if (page.mayFocus === false) throw new Error('Not allowed to focus a window.');
      told.push('focus');
    },
  }));
  const registration = {
    // Where the system is slow, what comes later must not overtake it.
    async showNotification(title: string, options: Omit<Shown, 'title'>) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      take(options.tag);
      shown.push({ title, ...options });
    },
    getNotifications: async ({ tag }: { readonly tag: string }) =>
      shown.filter((one) => one.tag === tag).map((one) => ({ ...one, close: () => take(tag) })),
    pushManager: { getSubscription: async () => ({ endpoint }) },
  };
  const scope = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration,
    clients: {
      matchAll: async () => clients,
      openWindow: async (path: string) => opened.push(path),
    },
  };
  vi.stubGlobal('fetch', async (path: string, { body }: { readonly body: string }) => {
    posted.push({ path, ...(JSON.parse(body) as object), shown: shown.length });
    throw new TypeError('Failed to fetch');
  });
  attachFirebasePushes(scope as unknown as WorkerScope);
  const fire = async (type: string, event: object = {}) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(type)?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  };
  return { fire, told, shown, opened, posted };
}

afterEach(() => vi.unstubAllGlobals());

const notification = { title: 'Page', body: 'The shop is down', tag: 'page', link: '/incidents/1' };
const pushed = {
  fcmMessageId: 'm1',
  data: { n: '1', [sentAtKey]: '5', [notificationKey]: JSON.stringify(notification) },
};
const message = { id: 'm1', notification, data: { n: '1' }, sentAt: 5 };
const push = { data: { json: () => pushed } };

test('without a visible page a notification is shown, and a visible page gets the message instead', async () => {
  const hidden = await worker([{ url: '/', visibilityState: 'hidden' }]);
  await hidden.fire('push', push);
  expect(hidden.shown).toMatchObject([
    { title: 'Page', body: 'The shop is down', tag: 'page', data: message },
  ]);
  expect(hidden.told).toEqual([{ muster: 'background', message }]);
  const visible = await worker([{ url: '/', visibilityState: 'visible' }]);
  await visible.fire('push', push);
  expect(visible.shown).toEqual([]);
  expect(visible.told).toEqual([{ muster: 'foreground', message }]);
});

test('a receipt with the message’s ticket follows a shown notification, and no receipt a visible page', async () => {
  const ids = { teamId: 't', pageId: 'p', deliveryId: 'd', ticket: 'secret' };
  const ticketed = { ...push, data: { json: () => ({ ...pushed, data: { ...pushed.data, ...ids } }) } };
  const hidden = await worker([{ url: '/', visibilityState: 'hidden' }]);
  await hidden.fire('push', ticketed);
  expect(hidden.posted).toEqual([{ path: '/in/answer', ...ids, answer: 'shown', shown: 1 }]);
  await hidden.fire('push', push);
  expect(hidden.posted).toHaveLength(1);
  const visible = await worker([{ url: '/', visibilityState: 'visible' }]);
  await visible.fire('push', ticketed);
  expect(visible.posted).toEqual([]);
});

const settled = (data: object) => ({
  data: { json: () => ({ fcmMessageId: 'm2', data: { kind: 'settled', [sentAtKey]: '6', ...data } }) },
});

test.each([
  ['a page', { pageId: 'page' }],
  ['a notice', { tag: 'page', pageId: 'another' }],
])('a message that settles %s closes its notification only, without an open page', async (_, data) => {
  const { fire, shown } = await worker();
  await fire('push', push);
  const other = { ...notification, tag: 'other' };
  const pushedToo = { ...pushed, data: { ...pushed.data, [notificationKey]: JSON.stringify(other) } };
  await fire('push', { data: { json: () => pushedToo } });
  await fire('push', settled(data));
  expect(shown.map(({ tag }) => tag)).toEqual(['other']);
});

test('a settling message is handled after the page’s message', async () => {
  const { fire, shown } = await worker();
  await Promise.all([fire('push', push), fire('push', settled({ pageId: 'page' }))]);
  expect(shown).toEqual([]);
});

test('a push after one that could not be shown is shown', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { fire, shown } = await worker();
  const broken = { fcmMessageId: 'm0', data: { [sentAtKey]: '4', [notificationKey]: 'no JSON' } };
  await fire('push', { data: { json: () => broken } });
  await fire('push', push);
  expect(shown).toMatchObject([{ title: 'Page' }]);
  expect(error).toHaveBeenCalledOnce();
});

test('under Apple’s push service a settled notification is replaced by an outdated one', async () => {
  const { fire, shown } = await worker([], 'https://web.push.apple.com/1');
  await fire('push', push);
  await fire('push', settled({ pageId: 'page' }));
  expect(shown).toEqual([
    {
      title: 'Page',
      body: 'It needs no answer any more.',
      tag: 'page',
      data: message,
      renotify: false,
      silent: true,
    },
  ]);
});

test('under Apple’s push service an unseen settled page shows an outdated notification that opens the start', async () => {
  const { fire, shown, opened } = await worker([], 'https://web.push.apple.com/1');
  await fire('push', settled({ pageId: 'page' }));
  expect(shown).toMatchObject([{ title: 'Muster', body: 'It needs no answer any more.' }]);
  await fire('notificationclick', { action: '', notification: { ...shown[0], close: () => {} } });
  expect(opened).toEqual(['/']);
});

test('a visible page gets the settling message and closes the notification itself', async () => {
  const { fire, told } = await worker([{ url: '/', visibilityState: 'visible' }]);
  await fire('push', settled({ pageId: 'page' }));
  expect(told).toMatchObject([
    { muster: 'foreground', message: { data: { kind: 'settled', pageId: 'page' } } },
  ]);
});

test('a foreign message has no effect', async () => {
  const { fire, shown, told } = await worker();
  for (const data of [null, { json: () => ({ data: { hello: 'x' } }) }, { json: () => 'text' }])
    await fire('push', { data });
  expect([...shown, ...told]).toEqual([]);
});

test('a click closes the notification and focuses an open page, or opens the notification’s link', async () => {
  const close = vi.fn<() => void>();
  const event = { action: '', notification: { data: message, close } };
  const closed = await worker();
  await closed.fire('notificationclick', event);
  expect(closed.opened).toEqual(['/incidents/1']);
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
])('without an open page, %s and the button %s open %s', async (link, action, address) => {
  const { fire, opened } = await worker();
  const data = { ...message, notification: { title: 'Page', body: '', link } };
  await fire('notificationclick', { action: action ?? '', notification: { data, close: () => {} } });
  expect(opened).toEqual([address]);
});

test('a page that may not be focused gets the click', async () => {
  const { fire, told } = await worker([{ url: '/', visibilityState: 'hidden', mayFocus: false }]);
  await fire('notificationclick', { action: '', notification: { data: message, close: () => {} } });
  expect(told).toEqual([{ muster: 'click', click: { action: null, message } }]);
});

test('when the push subscription changes, one page is notified', async () => {
  const page = { url: '/', visibilityState: 'hidden' };
  const { fire, told } = await worker([page, page]);
  await fire('pushsubscriptionchange');
  expect(told).toEqual([{ muster: 'moved' }]);
});
