/** The service worker and the versions of the app that it keeps in this browser: one runs, a newer one may wait. */
import { createStore, type Store } from '#src/data/client/store.ts';
import { teamScreenIdle } from '#src/data/client/first-screen-idle.ts';
import { savesData } from '#src/data/client/saves-data.ts';
import { whenIdle } from '#src/data/client/when-idle.ts';
import { watchWaiting } from './service-worker/waiting.ts';
import type { CachingMessage } from './service-worker/messages.ts';

export interface AppVersion extends Pick<Store<boolean>, 'current' | 'subscribe'> {
  /** Reloads this page, in the version that waits if there is one. */
  takeOver(): void;
}

/** Milliseconds that the version that waits has to take over, while the one that runs may have something under way. */
const takeOverMs = 3000;
/** Milliseconds between looks for a newer version, in a page that stays open. */
const lookEveryMs = 3_600_000;

const newer = createStore<boolean>(false);
let registered: Promise<ServiceWorkerRegistration | null> | null = null;

/** `current`: whether a newer version waits. */
export const appVersion: AppVersion = {
  current: newer.current,
  subscribe: newer.subscribe,
  takeOver() {
    const reload = () => location.reload();
    void waitingVersion().then((waiting) => {
      if (!waiting) return reload();
      navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
      // The one that runs then answers with the page of this one.
      setTimeout(reload, takeOverMs);
      waiting.postMessage({ type: 'muster:take-over' } satisfies CachingMessage);
    });
  },
};

/** Also before this page has registered the service worker, as on a screen that failed. */
async function waitingVersion(): Promise<ServiceWorker | null | undefined> {
  try {
    return (await navigator.serviceWorker.getRegistration())?.waiting;
  } catch {
    // A browser without service workers, or without storage for them.
    return null;
  }
}

/**
 * Registers the service worker once the first screen of a signed-in person is idle, and has it keep the other screens too, unless the
 * person saves data. Further calls do nothing.
 */
export function keepApp(): void {
  if (!('serviceWorker' in navigator)) return;
  registered ??= teamScreenIdle().then(register, () => null);
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    follow(registration);
    const { active } = await navigator.serviceWorker.ready;
    // A device that takes pages keeps its data also when it runs out of space. Without the permission some browsers would ask in a dialog.
    if ('Notification' in globalThis && Notification.permission === 'granted')
      void navigator.storage?.persist().catch(() => false);
    if (!savesData())
      whenIdle(() => active?.postMessage({ type: 'muster:keep-all' } satisfies CachingMessage));
    return registration;
  } catch (error) {
    // The app runs without: in a browser that refuses storage, or on a page without a certificate.
    console.warn('The service worker was not registered.', error);
    return null;
  }
}

function follow(registration: ServiceWorkerRegistration): void {
  const look = watchWaiting(registration, newer.set);
  navigator.serviceWorker.addEventListener('controllerchange', look);
  // A page that stays open for days looks by itself.
  let lookedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - lookedAt < lookEveryMs) return;
    lookedAt = performance.now();
    registration.update().catch(() => undefined);
  });
}
