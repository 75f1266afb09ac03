/** Pushes in the service worker: it needs no configuration and no SDK, for it only shows, ends, tells, opens and sends receipts. */
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { answerPath } from '#adapters/browser/push-receipt.ts';
import type { WorkerScope } from '#adapters/browser/worker-scope.ts';
import { clicked, moved, receivePush, type PushWorkerHost } from './push.ts';

export function attachFirebasePushes(scope: WorkerScope): void {
  const host = hostOf(scope);
  /** Sequential queue: the end of a notification must not overtake its display. */
  let received: Promise<void> = Promise.resolve();
  scope.addEventListener('push', (event) => {
    if (!event.data) return;
    const pushed = event.data.json();
    received = received.then(() => receivePush(pushed, host)).catch((error: unknown) => console.error(error));
    event.waitUntil(received);
  });
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(moved(host)));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const action = event.action === '' ? null : event.action;
    event.waitUntil(clicked({ action, message: event.notification.data as PushMessage }, host));
  });
}

const hostOf = (scope: WorkerScope): PushWorkerHost => ({
  async pages() {
    const clients = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return clients.map((client) => ({
      url: client.url,
      visible: client.visibilityState === 'visible',
      tell: (news) => client.postMessage(news),
      focus: () => client.focus(),
    }));
  },
  show: (message, { title, body, tag, requireInteraction, silent = false, actions }) =>
    scope.registration.showNotification(title, {
      body,
      data: message,
      ...(tag === undefined ? {} : { tag, renotify: !silent }),
      ...(silent ? { silent } : {}),
      ...(requireInteraction === undefined ? {} : { requireInteraction }),
      ...(actions === undefined ? {} : { actions }),
    }),
  /**
   * Each push must show something. Chromium and Firefox let some pass that don’t. Safari ends the subscription after a few, so there
   * the notification stays, silent, and says that it is over. The same in the embedded provider’s (push-worker.ts).
   */
  async end(message, tag) {
    const shown = await scope.registration.getNotifications({ tag });
    if (!(await isApple(scope))) {
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
  post: (body) =>
    fetch(answerPath, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
      () => undefined,
      () => undefined,
    ),
});

async function isApple({ registration }: WorkerScope): Promise<boolean> {
  const subscription = await registration.pushManager?.getSubscription();
  return subscription ? new URL(subscription.endpoint).hostname.endsWith('.push.apple.com') : false;
}
