/**
 * The service worker that receives what is pushed while a page is open, and while none is. The build emits it as
 * `/firebase-messaging-sw.js`. It needs no configuration and no SDK: it only shows, ends, tells and opens.
 */
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { clicked, moved, receive, type WorkerHost } from './push.ts';

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface PushEvent extends Extendable {
  readonly data: { json(): unknown } | null;
}

interface ShownNotification {
  readonly title: string;
  readonly data: unknown;
  close(): void;
}

interface ClickEvent extends Extendable {
  readonly action: string;
  readonly notification: ShownNotification;
}

interface WindowClient {
  readonly url: string;
  readonly visibilityState: string;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}

/** The part of a service worker's global scope that is used here; the types of the platform exclude those of a page. */
interface WorkerScope {
  readonly clients: {
    matchAll(options: object): Promise<readonly WindowClient[]>;
    openWindow(path: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>;
    getNotifications(options: { readonly tag: string }): Promise<readonly ShownNotification[]>;
    readonly pushManager: { getSubscription(): Promise<{ readonly endpoint: string } | null> };
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: never) => void): void;
}

const scope = globalThis as unknown as WorkerScope;

const host: WorkerHost = {
  async pages() {
    const clients = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return clients.map((client) => ({
      url: client.url,
      visible: client.visibilityState === 'visible',
      tell: (news) => client.postMessage(news),
      focus: () => client.focus(),
    }));
  },
  show: (message, { title, body, tag, requireInteraction, actions }) =>
    scope.registration.showNotification(title, {
      body,
      data: message,
      ...(tag === undefined ? {} : { tag, renotify: true }),
      ...(requireInteraction === undefined ? {} : { requireInteraction }),
      ...(actions === undefined ? {} : { actions }),
    }),
  /**
   * Each push must show something. Chromium and Firefox let some pass that don’t. Safari ends the subscription after a few, so there
   * the notification stays, silent, and says that it is over. The same in `public/sw.js`.
   */
  async end(message, tag) {
    const shown = await scope.registration.getNotifications({ tag });
    if (!(await isApple())) {
      for (const notification of shown) notification.close();
      return;
    }
    const [{ title, data }] = shown.length > 0 ? shown : [{ title: 'Muster', data: message }];
    await scope.registration.showNotification(title, {
      body: 'It needs no answer any more.',
      data,
      tag,
      renotify: false,
      silent: true,
    });
  },
  open: (path) => scope.clients.openWindow(path),
};

async function isApple(): Promise<boolean> {
  const subscription = await scope.registration.pushManager.getSubscription();
  return subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com');
}

// A new one takes over at once: it keeps nothing that the old one would miss.
scope.addEventListener('install', (event: Extendable) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event: Extendable) => event.waitUntil(scope.clients.claim()));

/** One after another: what ends a notification must not overtake it. */
let received: Promise<void> = Promise.resolve();

scope.addEventListener('push', (event: PushEvent) => {
  if (!event.data) return;
  const pushed = event.data.json();
  received = received.then(() => receive(pushed, host)).catch((error: unknown) => console.error(error));
  event.waitUntil(received);
});

scope.addEventListener('pushsubscriptionchange', (event: Extendable) => event.waitUntil(moved(host)));

scope.addEventListener('notificationclick', (event: ClickEvent) => {
  event.notification.close();
  const action = event.action === '' ? null : event.action;
  event.waitUntil(clicked({ action, message: event.notification.data as PushMessage }, host));
});
