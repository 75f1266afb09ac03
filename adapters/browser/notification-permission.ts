/**
 * May this page show notifications? `Notification.permission` alone answers `denied` in some browsers where the person was never
 * asked; the Permissions API tells these two apart.
 */
import type { PushPermission } from '#ports/messaging/messaging.ts';
import type { Unsubscribe } from '#ports/shared.ts';

/** The part of a `PermissionStatus` that is used. */
interface Status {
  readonly state: PermissionState;
  addEventListener(type: 'change', listener: () => void): void;
}

export interface PermissionSources {
  /** `Notification.permission`; `unsupported` where there are no notifications. */
  readonly answered: () => PushPermission;
  readonly request: () => Promise<unknown>;
  /** The Permissions API; rejects where the browser can't be asked. */
  readonly query: () => Promise<Status>;
  /** Calls `next` each time the page becomes visible, for browsers that don't report a change. */
  readonly onVisible: (next: () => void) => void;
}

export interface NotificationPermissionState {
  current(): PushPermission;
  request(): Promise<PushPermission>;
  onChange(next: () => void): Unsubscribe;
}

export function notificationPermission(
  sources: PermissionSources = browserPermission,
): NotificationPermissionState {
  const listeners = new Set<() => void>();
  let status: Status | null = null;
  const read = () => {
    const answered = sources.answered();
    return answered === 'denied' && status?.state === 'prompt' ? 'default' : answered;
  };
  // `Notification.permission` blocks the page for milliseconds, each time: it is read again where it can have changed.
  let last = read();
  let isWatched = true;
  const current = () => (isWatched ? last : read());
  const tell = () => {
    const now = read();
    if (now === last) return;
    last = now;
    for (const listener of [...listeners]) listener();
  };
  if (last !== 'unsupported')
    sources.query().then(
      (found) => {
        status = found;
        found.addEventListener('change', tell);
        tell();
      },
      () => void (isWatched = false),
    );
  sources.onVisible(tell);
  return {
    current,
    async request() {
      if (current() !== 'unsupported') await sources.request();
      tell();
      return current();
    },
    onChange(next) {
      listeners.add(next);
      return () => void listeners.delete(next);
    },
  };
}

export const browserPermission: PermissionSources = {
  answered: () =>
    'Notification' in globalThis && 'serviceWorker' in navigator ? Notification.permission : 'unsupported',
  request: () => Notification.requestPermission(),
  query: async () => navigator.permissions.query({ name: 'notifications' }),
  onVisible: (next) =>
    // Outside of a page there is none.
    globalThis.document?.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') next();
    }),
};
