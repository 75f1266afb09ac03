/**
 * Delivery of push messages to listeners, the same for every provider. Messages that arrive before any listener wait
 * for the first one.
 */
import { PortError } from '#ports/errors.ts';
import { later } from '../later.ts';
import { Listeners } from '../listeners.ts';
import type { Subscriptions } from '#ports/shared.ts';
import type {
  Messaging,
  NotificationClick,
  PushMessage,
  PushPermission,
  Registration,
} from '#ports/messaging/messaging.ts';

export function createHearing(client: Subscriptions) {
  const permissions = new Listeners<PushPermission>(client);
  const registrations = new Listeners<Registration | null>(client);
  const foreground = new Listeners<PushMessage>(client);
  const background = new Listeners<PushMessage>(client);
  const clicks = new Listeners<NotificationClick>(client);
  const unheard: PushMessage[] = [];
  /** `null` once something has listened. */
  let earlyClicks: NotificationClick[] | null = [];

  /** The part of the port that listens. */
  const port: Pick<Messaging, 'onPermission' | 'onMessage' | 'onBackgroundMessage' | 'onClick'> = {
    onPermission: (next) => permissions.add(next),
    onBackgroundMessage: (next) => background.add(next),
    onMessage(next) {
      const stop = foreground.add(next);
      for (const message of unheard.splice(0)) foreground.emit(message);
      return stop;
    },
    onClick(next) {
      const stop = clicks.add(next);
      later(() => {
        if (clicks.size === 0) return;
        for (const click of earlyClicks ?? []) clicks.emit(click);
        earlyClicks = null;
      });
      return stop;
    },
  };
  return {
    port,
    permissions,
    registrations,
    background,
    /** Message for a visible page. */
    message(message: PushMessage): void {
      if (foreground.size > 0) foreground.emit(message);
      else unheard.push(message);
    },
    clicked(click: NotificationClick): void {
      if (earlyClicks) earlyClicks.push(click);
      else clicks.emit(click);
    },
    dispose(): void {
      for (const listeners of [permissions, registrations, foreground, background, clicks])
        listeners.dispose();
    },
  };
}

/** Rejection of a registration for push, by permission; `null` where push is allowed. */
export const permissionError = (permission: PushPermission): PortError | null =>
  refusals[permission]?.() ?? null;

const refusals: Readonly<Record<PushPermission, (() => PortError) | null>> = {
  granted: null,
  default: () =>
    new PortError('messaging/permission-default', 'Permission for notifications has not been given yet.'),
  denied: () => new PortError('messaging/permission-blocked', 'Notifications are blocked in this browser.'),
  unsupported: () => new PortError('messaging/unsupported', 'This browser can’t show notifications.'),
};
