/** Browser APIs of an embedded client: visibility, permission, notifications and clicks on them. */
import { notificationPermission } from '#adapters/browser/notification-permission.ts';
import { onTiming } from '#adapters/browser/timings.ts';
import type { BrowserHost } from '#fakes/client/browser.ts';
import type { PushAddress } from '#fakes/cloud/messaging/web-push.ts';
import type { NotificationClick, PushMessage } from '#ports/messaging/messaging.ts';

const clickMessage = 'muster:notification-click';
const subscriptionMessage = 'muster:subscription-change';

/** `tab` is the tab's id, kept over reloads: clicks on its notifications are routed to it. */
export function browserHost(tab: string, chooseAccount: BrowserHost['chooseAccount']): BrowserHost {
  const permission = notificationPermission();
  return {
    language: () => navigator.language,
    onTiming,
    visible: () => document.visibilityState === 'visible',
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

async function showNotification(message: PushMessage, tab: string): Promise<void> {
  const { notification } = message;
  if (!notification) return;
  const { title, body, tag, requireInteraction = false, actions = [] } = notification;
  const worker = await navigator.serviceWorker.ready;
  // `actions` and `renotify` are of the standard, and not yet in the DOM library.
  const options: NotificationOptions & { actions: readonly object[]; renotify?: boolean } = {
    body,
    requireInteraction,
    actions,
    icon: '/favicon.svg',
    data: { message, tab },
    ...(tag !== undefined && { tag, renotify: true }),
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

/** Of the service worker (public/sw.js). */
interface WorkerMessage {
  readonly type?: string;
  readonly click?: NotificationClick;
  readonly tab?: string;
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
  navigator.serviceWorker.addEventListener('message', listen);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', listen);
}

/** Registers the service worker that shows notifications. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
