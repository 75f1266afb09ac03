/** Browser APIs of an embedded client: visibility, permission, notifications and clicks on them. */
import { notificationPermission } from '#adapters/browser/notification-permission.ts';
import { onTiming } from '#adapters/browser/timings.ts';
import type { BrowserHost } from '#fakes/client/browser.ts';
import type { PushAddress } from '#fakes/cloud/messaging/push-address.ts';
import type { NotificationClick, PushMessage } from '#ports/messaging/messaging.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { clickMessage, subscriptionMessage, type WorkerMessage } from '../browser/worker-messages.ts';

/** `tab` is the tab's id, kept over reloads: clicks on its notifications are routed to it. */
export function browserHost(tab: string, chooseAccount: BrowserHost['chooseAccount']): BrowserHost {
  const permission = notificationPermission();
  return {
    language: () => navigator.language,
    onTiming,
    visible: isVisible,
    onOnlineOrVisible,
    permission: permission.current,
    requestPermission: permission.request,
    onPermission: (next) => permission.onChange(() => next(permission.current())),
    showNotification: (message) => showNotification(message, tab),
    subscribe,
    onSubscriptionChange: (next) =>
      onWorkerMessage(({ data }) => {
        if (data?.type === subscriptionMessage) next();
      }),
    onNotificationClick: (next) => onNotificationClick(next, tab),
    chooseAccount,
    leaveAndReturn: () => location.reload(),
  };
}

const isVisible = () => document.visibilityState === 'visible';

function onOnlineOrVisible(next: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener('online', guardListener(next), { signal });
  document.addEventListener(
    'visibilitychange',
    guardListener(() => {
      if (isVisible()) next();
    }),
    { signal },
  );
  return () => ending.abort();
}

async function showNotification(message: PushMessage, tab: string): Promise<void> {
  const { notification } = message;
  if (!notification) return;
  const { title, body, tag, requireInteraction = false, silent = false, actions = [] } = notification;
  const worker = await navigator.serviceWorker.ready;
  // `actions` and `renotify` are of the standard, and not yet in the DOM library.
  const options: NotificationOptions & { actions: readonly object[]; renotify?: boolean } = {
    body,
    requireInteraction,
    actions,
    icon: '/favicon.svg',
    data: { message, tab },
    ...(tag !== undefined && { tag, renotify: !silent }),
    ...(silent && { silent }),
  };
  await worker.showNotification(title, options);
}

/** A browser whose push service can't be reached is a page's that is open. */
async function subscribe(publicKey: string, anew: boolean): Promise<PushAddress | null> {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    if (anew) await (await pushManager.getSubscription())?.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    const subscription = await pushManager.subscribe(options).catch(async () => {
      // One for another sender, as of an earlier trial at this address, is in the way.
      await (await pushManager.getSubscription())?.unsubscribe();
      return pushManager.subscribe(options);
    });
    const { endpoint = '', keys } = subscription.toJSON();
    return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
  } catch (error) {
    console.warn('The push service of this browser can’t be reached.', error);
    return null;
  }
}

function onNotificationClick(next: (click: NotificationClick) => void, tab: string): () => void {
  return onWorkerMessage(({ data, ports: [answer] }) => {
    if (data?.type !== clickMessage || !data.click) return;
    const mine = data.tab === tab;
    answer?.postMessage(mine);
    if (mine) next(data.click);
  });
}

function onWorkerMessage(listen: (event: MessageEvent<WorkerMessage>) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const guarded = guardListener(listen);
  navigator.serviceWorker.addEventListener('message', guarded);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', guarded);
}
