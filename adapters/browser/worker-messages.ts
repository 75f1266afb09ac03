/** Messages between the service worker's pushes (push-worker.ts) and the pages (browser-host.ts). */
import type { NotificationClick } from '#ports/messaging/messaging.ts';

export const clickMessage = 'muster:notification-click';
export const subscriptionMessage = 'muster:subscription-change';

export interface WorkerMessage {
  readonly type?: string;
  readonly click?: NotificationClick;
  /** Id of the tab that showed the notification; null if the service worker did. */
  readonly tab?: string | null;
}
