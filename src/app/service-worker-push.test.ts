/** Pushes and answers in the service worker while no tab of Muster is open, in a scope with a server that remembers. */
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { bundleServiceWorker } from '#tools/service-worker.ts';

const source = await bundleServiceWorker('embedded', null);

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly silent?: boolean;
  readonly data: { readonly message: object };
}

interface WorkerOptions {
  /** Answer of the server: a status and a body; `null`: it can’t be reached. */
  readonly server?: readonly [status: number, body: object] | null;
  readonly endpoint?: string;
  readonly isOpen?: boolean;
}

function worker({
  server = [200, { open: 0 }],
  endpoint = 'https://push.example/1',
  isOpen = false,
}: WorkerOptions = {}) {
  const listeners = new Map<string, (event: object) => void>();
  let shown: readonly Shown[] = [];
  const posted: unknown[] = [];
  const badges: (number | null)[] = [];
  const opened: string[] = [];
  const told: unknown[] = [];
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: { origin: 'https://muster.example' },
    clients: {
      matchAll: async () => (isOpen ? [{ postMessage: (message: unknown) => told.push(message) }] : []),
      openWindow: async (address: string) => void opened.push(address),
    },
    navigator: {
      setAppBadge: async (count: number) => void badges.push(count),
      clearAppBadge: async () => void badges.push(null),
    },
    registration: {
      pushManager: { getSubscription: async () => ({ endpoint }) },
      async showNotification(title: string, options: Omit<Shown, 'title'>) {
        shown = [...shown.filter(({ tag }) => tag !== options.tag), { title, ...options }];
      },
      getNotifications: async ({ tag }: { readonly tag: string }) =>
        shown
          .filter((one) => one.tag === tag)
          .map((one) => ({ ...one, close: () => (shown = shown.filter((other) => other !== one)) })),
    },
  };
  const fetch = async (address: string, { body }: { readonly body: string }) => {
    if (server === null) throw new TypeError('Failed to fetch');
    posted.push({ address, ...(JSON.parse(body) as object) });
    return { status: server[0], json: async () => server[1] };
  };
  vm.runInNewContext(source, { self, URL, fetch, console, setTimeout: () => {} });
  const handle = async (type: string, event: object) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
    await Promise.all(waits);
  };
  return {
    posted,
    badges,
    opened,
    told,
    change: () => handle('pushsubscriptionchange', {}),
    shown: () => shown.map(({ title, body, tag, silent = false }) => ({ title, body, tag, silent })),
    push: (message: object) => handle('push', { data: { json: () => message } }),
    click: (message: object, action = '') =>
      handle('notificationclick', {
        action,
        notification: { close: () => {}, data: { message, tab: null } },
      }),
  };
}

const ids = { teamId: 't', pageId: 'page-1', deliveryId: 'd', ticket: 'secret', seen: '{}' };
const notification = {
  title: 'Checkout is down',
  body: 'Acknowledge.',
  tag: 'page-1',
  link: '/?page=page-1',
};
const page = { id: 'm', sentAt: 0, data: { kind: 'page', open: '2', ...ids }, notification };
const settled = { id: 'n', sentAt: 1, data: { kind: 'settled', pageId: 'page-1', open: '0' } };
const plain = { title: 'Checkout is down', body: 'Acknowledge.', tag: 'page-1', silent: false };
const said = (answer: string) => ({ address: '/in/answer', ...ids, answer });

test('a page is shown, counted on the badge, and its receipt sent', async () => {
  const { push, shown, badges, posted } = worker();
  await push(page);
  expect(shown()).toEqual([plain]);
  expect(badges).toEqual([2]);
  expect(posted).toEqual([said('shown')]);
});

test('a repeat replaces the previous notification', async () => {
  const { push, shown } = worker();
  await push(page);
  await push(page);
  expect(shown()).toEqual([plain]);
});

test('a page settled elsewhere removes its notification and badge', async () => {
  const { push, shown, badges } = worker();
  await push(page);
  await push(settled);
  expect(shown()).toEqual([]);
  expect(badges).toEqual([2, null]);
});

test('an ended notice is removed by its tag, and no other', async () => {
  const { push, shown, badges } = worker();
  const notice = { title: 'Diego asks for cover', body: 'Wed', tag: 'notice-1', link: '/oncall' };
  await push({ id: 'c', sentAt: 0, data: { kind: 'notice', teamId: 't' }, notification: notice });
  await push(page);
  await push({ id: 'd', sentAt: 1, data: { kind: 'settled', teamId: 't', tag: 'notice-1' } });
  expect(shown()).toEqual([plain]);
  expect(badges).toEqual([2]);
});

test('a settled page shows a silent notification where each push has to show one', async () => {
  const { push, shown } = worker({ endpoint: 'https://web.push.apple.com/1' });
  await push(page);
  await push(settled);
  expect(shown()).toEqual([{ ...plain, body: 'It needs no answer any more.', silent: true }]);
});

test.each([
  ['acknowledge', 'Acknowledged'],
  ['decline', 'Declined'],
])('%s is carried out without opening the app, with a confirmation', async (action, title) => {
  const { click, shown, posted, badges, opened } = worker({ server: [200, { open: 1 }] });
  await click(page, action);
  expect(posted).toEqual([said(action)]);
  expect(shown()).toEqual([{ title, body: 'Checkout is down', tag: 'answer-page-1', silent: true }]);
  expect(badges).toEqual([1]);
  expect(opened).toEqual([]);
});

test('a rejected answer shows the reason', async () => {
  const { click, shown } = worker({ server: [409, { message: 'Kwame has it.' }] });
  await click(page, 'acknowledge');
  expect(shown()).toMatchObject([{ title: 'Not acknowledged', body: 'Kwame has it.' }]);
});

test('an answer by a device that is turned off leads to the app', async () => {
  const { click, shown } = worker({ server: [404, {}] });
  await click(page, 'acknowledge');
  expect(shown()).toMatchObject([
    { title: 'Not acknowledged', body: expect.stringContaining('Open Muster') },
  ]);
});

test.each([null, [500, {}] as const])(
  'an answer that did not get through (%j) can be repeated',
  async (server) => {
    const { click, shown } = worker({ server });
    await click(page, 'acknowledge');
    expect(shown()).toEqual([{ ...plain, body: 'Not acknowledged: Muster can’t be reached. Try again.' }]);
  },
);

test('a click beside the buttons opens the app and sends a receipt', async () => {
  const { click, opened, posted } = worker();
  await click(page);
  expect(opened).toEqual(['https://muster.example/?page=page-1']);
  expect(posted).toEqual([said('opened')]);
});

test('an open tab hears of a changed subscription and registers the new one', async () => {
  const { change, told } = worker({ isOpen: true });
  await change();
  expect(told).toEqual([{ type: 'muster:subscription-change' }]);
});
