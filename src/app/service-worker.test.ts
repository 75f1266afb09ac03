/** The service worker as the browser runs it, in a scope of its own with windows that remember what they were told. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, test } from 'vitest';

const source = readFileSync(path.resolve(import.meta.dirname, '../../public/sw.js'), 'utf8');
const origin = 'https://muster.example';

interface Tab {
  readonly focused: boolean;
  readonly visibilityState: 'visible' | 'hidden';
}

function worker(open: readonly Tab[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const happened: unknown[] = [];
  const tabs = open.map((tab, index) => ({
    ...tab,
    postMessage: (message: unknown) => happened.push({ told: index, message }),
    focus: () => happened.push({ focused: index }),
  }));
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: { origin },
    clients: {
      matchAll: async () => tabs,
      openWindow: async (address: string) => void happened.push({ opened: address }),
    },
  };
  vm.runInNewContext(source, { self, URL });
  return {
    happened,
    async click(message: object | undefined, action = '') {
      const waits: Promise<unknown>[] = [];
      listeners.get('notificationclick')?.({
        action,
        notification: { close: () => happened.push('closed'), data: { message } },
        waitUntil: (wait: Promise<unknown>) => waits.push(wait),
      });
      await Promise.all(waits);
    },
    listens: () => [...listeners.keys()],
  };
}

const message = { id: 'm', data: {}, notification: { title: 'Down', body: '', link: '/?page=p1' } };

test('a click without an open tab opens the app where the message leads', async () => {
  const { click, happened } = worker();
  await click(message);
  expect(happened).toEqual(['closed', { opened: `${origin}/?page=p1` }]);
});

test('the button goes along in the address', async () => {
  const { click, happened } = worker();
  await click(message, 'acknowledge');
  expect(happened).toContainEqual({ opened: `${origin}/?page=p1&do=acknowledge` });
});

test('an open tab is told what was clicked and brought to the front', async () => {
  const { click, happened } = worker([{ focused: false, visibilityState: 'hidden' }]);
  await click(message, 'acknowledge');
  expect(happened).toEqual([
    'closed',
    { told: 0, message: { type: 'muster:notification-click', click: { action: 'acknowledge', message } } },
    { focused: 0 },
  ]);
});

test('of several tabs the one in use is told, and no other', async () => {
  const { click, happened } = worker([
    { focused: false, visibilityState: 'hidden' },
    { focused: false, visibilityState: 'visible' },
    { focused: true, visibilityState: 'visible' },
  ]);
  await click(message);
  expect(happened).toContainEqual({ focused: 2 });
  expect(happened.filter((one) => typeof one === 'object' && one !== null && 'told' in one)).toHaveLength(1);
});

test('a message can’t lead to another site', async () => {
  const { click, happened } = worker();
  await click({ ...message, notification: { ...message.notification, link: 'https://evil.example/' } });
  expect(happened).toContainEqual({ opened: origin });
});

test('it answers no requests, so a reload gets what is served', () => {
  expect(worker().listens()).not.toContain('fetch');
});
