/** Messages pushed to this browser: to the page when it is visible, else as a notification. */
import type { Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';

/**
 * This browser as an address for messages; of the embedded provider, this tab, so that two tabs can play two people. Server code sends to
 * the id, which survives a reload, and ends when the permission is revoked.
 */
export interface Registration {
  readonly id: string;
  /**
   * Epoch milliseconds. Renewed by itself when older than the setting `registrationRefreshMs` (7 days), while a page is open and
   * online; `id` may change then.
   */
  readonly refreshedAt: number;
}

export interface PushNotification {
  readonly title: string;
  readonly body: string;
  /** Notifications with one tag replace each other. */
  readonly tag?: string;
  /** Path of this application to open on a click; for a button's, with its name as `do` in the query. */
  readonly link?: string;
  readonly requireInteraction?: boolean;
  /** Shown without sound and vibration. Default false. */
  readonly silent?: boolean;
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

export interface PushMessage {
  readonly id: string;
  /** Absent: a data message, which shows nothing. */
  readonly notification?: PushNotification;
  readonly data: Readonly<Record<string, string>>;
  readonly sentAt: number;
}

/** A click on a notification, or on one of its buttons. */
export interface NotificationClick {
  /** `null` for the notification itself. */
  readonly action: string | null;
  readonly message: PushMessage;
}

export type PushPermission = 'default' | 'granted' | 'denied' | 'unsupported';

export interface Messaging {
  permission(): PushPermission;
  /** At each change. */
  onPermission(next: (permission: PushPermission) => void): Unsubscribe;
  /**
   * Makes this browser reachable, asking for permission if `ask` is true and it was not yet given. When it is reachable already,
   * resolves with the registration there is. Messages sent while it is offline arrive on return, in order, if their time to live
   * allows.
   * @throws messaging/permission-default (also when the question was dismissed), messaging/permission-blocked, messaging/unsupported, messaging/registration-failed
   */
  register(options?: { readonly ask?: boolean }): Promise<Registration>;
  /** `null` when not registered. */
  registration(): Promise<Registration | null>;
  /** Now, and after each registration, renewal and removal. */
  onRegistration(next: (registration: Registration | null) => void): Unsubscribe;
  /** Messages to it fail from now on. Does nothing when not registered. @throws unavailable when offline; it stays registered */
  unregister(): Promise<void>;
  /**
   * Messages that arrive while the page is visible (whether or not it has the focus). No notification is shown. Messages from before the
   * first listener are delivered to it.
   */
  onMessage(next: (message: PushMessage) => void): Unsubscribe;
  /** Messages that arrived while it was not; the notification, if any, has been shown. */
  onBackgroundMessage(next: (message: PushMessage) => void): Unsubscribe;
  /** Clicks from before the first listener go to it. */
  onClick(next: (click: NotificationClick) => void): Unsubscribe;
}

export const messagingToken = portToken<Messaging>('messaging');
