/** Push in pages: subscription, notifications, and clicks on them. */
import type { NotificationClick, PushMessage } from '#ports/messaging/messaging.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { clickMessage, subscriptionMessage, type WorkerMessage } from './worker-messages.ts';

/** Where a push service takes messages for this browser. */
export interface PushSubscriptionKeys {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Longest wait for the service worker, in milliseconds: where it could not be registered, "ready" never comes. */
const readyMs = 20_000;

/** @throws Error when there is none in time */
const readyWorker = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, late) => {
      setTimeout(() => late(new Error('There is no service worker.')), readyMs);
    }),
  ]);

export const isPageVisible = () => document.visibilityState === 'visible';

/** Shown as `tab`'s: clicks on it are routed to that tab. */
export async function showPush({ notification, ...message }: PushMessage, tab: string): Promise<void> {
  if (!notification) return;
  const { title, body, tag, requireInteraction = false, silent = false, actions = [] } = notification;
  const worker = await readyWorker();
  // `actions` and `renotify` are of the standard, and not yet in the DOM library.
  const options: NotificationOptions & { actions: readonly object[]; renotify?: boolean } = {
    body,
    requireInteraction,
    actions,
    icon: '/favicon.svg',
    data: { message: { ...message, notification }, tab },
    ...(tag !== undefined && { tag, renotify: !silent }),
    ...(silent && { silent }),
  };
  await worker.showNotification(title, options);
}

/** `publicKey`: the sender's. `anew` drops an earlier subscription. `null` in a browser whose push service can't be reached. */
export async function subscribeToPush(
  publicKey: string,
  anew: boolean,
): Promise<PushSubscriptionKeys | null> {
  try {
    const { pushManager } = await readyWorker();
    if (anew) await (await pushManager.getSubscription())?.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    const subscription = await pushManager.subscribe(options).catch(async () => {
      // Removes the subscription of an earlier sender at this address.
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

/** The service worker says that the browser's subscription has changed. */
export const onPushSubscription = (next: () => void): (() => void) =>
  onWorkerMessage(({ data }) => {
    if (data?.type === subscriptionMessage) next();
  });

/** Clicks on notifications of this tab. */
export const onPushClick = (next: (click: NotificationClick) => void, tab: string): (() => void) =>
  onWorkerMessage(({ data, ports: [answer] }) => {
    if (data?.type !== clickMessage || !data.click) return;
    const mine = data.tab === tab;
    answer?.postMessage(mine);
    if (mine) next(data.click);
  });

function onWorkerMessage(listen: (event: MessageEvent<WorkerMessage>) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const guarded = guardListener(listen);
  navigator.serviceWorker.addEventListener('message', guarded);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', guarded);
}
