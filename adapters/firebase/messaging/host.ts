/** Browser functions that messaging uses. */
import {
  browserPermission,
  notificationPermission,
  type NotificationPermissionState,
} from '#adapters/browser/notification-permission.ts';
import type { PushPermission } from '#ports/messaging/messaging.ts';
import type { Unsubscribe } from '#ports/shared.ts';

export interface PushHost {
  permission(): PushPermission;
  requestPermission(): Promise<PushPermission>;
  onPermission(next: () => void): Unsubscribe;
  /** The service worker that receives what is pushed; running. */
  worker(): Promise<ServiceWorkerRegistration>;
  /** Address of this browser at the push service; `null`: none. */
  pushAddress(): Promise<string | null>;
  /** Messages of the service worker to this page. */
  onWorkerMessage(next: (message: unknown) => void): Unsubscribe;
  /** The way to the network is there again. */
  onOnline(next: () => void): Unsubscribe;
}

/** The application's one service worker: of files and of pushes (service-worker.ts). */
const workerPath = '/sw.js';
const workerScope = '/';
/** Scope of the worker for pushes alone that earlier versions registered; its subscription ends with it. */
const earlierScope = '/firebase-cloud-messaging-push-scope';

const supported = (): boolean =>
  typeof Notification !== 'undefined' && typeof PushManager !== 'undefined' && 'serviceWorker' in navigator;

let asked: NotificationPermissionState | null = null;
/** From its first use on: in Node there is no browser to ask. */
function permission(): NotificationPermissionState {
  asked ??= notificationPermission({
    ...browserPermission,
    answered: () => (supported() ? Notification.permission : 'unsupported'),
  });
  return asked;
}

export const browserPushHost: PushHost = {
  permission: () => permission().current(),
  requestPermission: () => permission().request(),
  onPermission: (next) => permission().onChange(next),
  async worker() {
    const earlier = await navigator.serviceWorker.getRegistration(earlierScope);
    if (earlier && new URL(earlier.scope).pathname === earlierScope) await earlier.unregister();
    const registration = await navigator.serviceWorker.register(workerPath, { scope: workerScope });
    await running(registration);
    return registration;
  },
  async pushAddress() {
    const registration = await navigator.serviceWorker.getRegistration(workerScope);
    const subscription = await registration?.pushManager.getSubscription();
    return subscription?.endpoint ?? null;
  },
  onWorkerMessage(next) {
    if (!supported()) return () => {};
    const hear = ({ data }: MessageEvent<unknown>) => next(data);
    navigator.serviceWorker.addEventListener('message', hear);
    // Messages that came before anybody listened are held back until this is called.
    navigator.serviceWorker.startMessages();
    return () => navigator.serviceWorker.removeEventListener('message', hear);
  },
  onOnline(next) {
    if (typeof window === 'undefined') return () => {};
    window.addEventListener('online', next);
    return () => window.removeEventListener('online', next);
  },
};

function running(registration: ServiceWorkerRegistration): Promise<void> {
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return Promise.resolve();
  return new Promise((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve();
      if (coming.state === 'redundant') reject(new Error('The service worker could not be installed.'));
    });
  });
}
