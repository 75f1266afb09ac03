/** The service worker as the browser runs it, in a scope of its own with windows that remember what they were told. */
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { bundleServiceWorker } from '#tools/service-worker.ts';

const source = await bundleServiceWorker('embedded', null);
const origin = 'https://muster.example';

/** Answer of a tab that is asked whether a click is meant for it; `null` for one that hangs. */
type Tab = boolean | null;

/** Two ends that reach each other at once. */
class LocalChannel {
  readonly port1: { onmessage: ((event: { data: unknown }) => void) | null } = { onmessage: null };
  readonly port2 = { postMessage: (data: unknown) => this.port1.onmessage?.({ data }) };
}

function worker(open: readonly Tab[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const happened: unknown[] = [];
  const tabs = open.map((answer, index) => ({
    postMessage: (message: unknown, [port]: [MessagePort]) => {
      happened.push({ told: index, message });
      if (answer !== null) port.postMessage(answer);
    },
    focus: () => happened.push({ focused: index }),
  }));
  const timers: (() => void)[] = [];
  const setTimeout = (run: () => void) => timers.push(run);
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: { origin },
    clients: {
      matchAll: async () => tabs,
      openWindow: async (address: string) => void happened.push({ opened: address }),
    },
  };
  vm.runInNewContext(source, { self, URL, MessageChannel: LocalChannel, setTimeout });
  return {
    happened,
    async click(message: object | undefined, action = '') {
      const waits: Promise<unknown>[] = [];
      listeners.get('notificationclick')?.({
        action,
        notification: { close: () => happened.push('closed'), data: { message, tab: 'tab 1' } },
        waitUntil: (wait: Promise<unknown>) => waits.push(wait),
      });
      await new Promise(setImmediate);
      for (const run of timers) run();
      await Promise.all(waits);
    },
    listens: () => [...listeners.keys()],
  };
}

const message = { id: 'm', data: {}, notification: { title: 'Down', body: '', link: '/?page=p1' } };

test('a click without an open tab opens the app at the target of the message', async () => {
  const { click, happened } = worker();
  await click(message);
  expect(happened).toEqual(['closed', { opened: `${origin}/?page=p1` }]);
});

test('the clicked button is part of the opened address', async () => {
  const { click, happened } = worker();
  await click(message, 'acknowledge');
  expect(happened).toContainEqual({ opened: `${origin}/?page=p1&do=acknowledge` });
});

const told = (index: number, action: string | null) => ({
  told: index,
  message: { type: 'muster:notification-click', click: { action, message }, tab: 'tab 1' },
});

test('a click focuses the tab that showed the message, with the clicked button', async () => {
  const { click, happened } = worker([true]);
  await click(message, 'acknowledge');
  expect(happened).toEqual(['closed', told(0, 'acknowledge'), { focused: 0 }]);
});

test('another person’s tab is left alone', async () => {
  const { click, happened } = worker([false, true, false]);
  await click(message);
  expect(happened.filter((one) => typeof one === 'object' && one !== null && 'focused' in one)).toEqual([
    { focused: 1 },
  ]);
});

test('a click opens the app when no open tab belongs to the message', async () => {
  const { click, happened } = worker([false, null]);
  await click(message);
  expect(happened).toContainEqual({ opened: `${origin}/?page=p1` });
});

test('a message can’t lead to another site', async () => {
  const { click, happened } = worker();
  await click({ ...message, notification: { ...message.notification, link: 'https://evil.example/' } });
  expect(happened).toContainEqual({ opened: origin });
});
