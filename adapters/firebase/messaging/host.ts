/** What messaging needs of the browser around it. */
import type { PushPermission } from '#ports/messaging/messaging.ts';
import type { Unsubscribe } from '#ports/shared.ts';

export interface PushHost {
  permission(): PushPermission;
  requestPermission(): Promise<PushPermission>;
  onPermission(next: () => void): Unsubscribe;
  /** The service worker that receives what is pushed; running. */
  worker(): Promise<ServiceWorkerRegistration>;
  /** Where the push service finds this browser; `null` for nowhere. */
  pushAddress(): Promise<string | null>;
  /** What the service worker tells this page. */
  onWorkerMessage(next: (message: unknown) => void): Unsubscribe;
  /** The way to the network is there again. */
  onOnline(next: () => void): Unsubscribe;
}

/** Where the build puts adapters/firebase/messaging/service-worker.ts, and what it may see of the application: nothing. */
const workerPath = '/firebase-messaging-sw.js';
const workerScope = '/firebase-cloud-messaging-push-scope';

const supported = (): boolean =>
  typeof Notification !== 'undefined' && typeof PushManager !== 'undefined' && 'serviceWorker' in navigator;

export const browserHost: PushHost = {
  permission: () => (supported() ? Notification.permission : 'unsupported'),
  requestPermission: () =>
    supported() ? Notification.requestPermission() : Promise.resolve<PushPermission>('unsupported'),
  onPermission(next) {
    if (!supported()) return () => {};
    let ended = false;
    let end = () => {};
    navigator.permissions
      .query({ name: 'notifications' })
      .then((status) => {
        if (ended) return;
        status.addEventListener('change', next);
        end = () => status.removeEventListener('change', next);
      })
      // Some browsers don't tell: the permission is asked for again at each use.
      .catch(() => {});
    return () => {
      ended = true;
      end();
    };
  },
  async worker() {
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
