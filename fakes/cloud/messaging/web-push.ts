/** Standard web push behind this cloud's messaging, for messages that no open page takes: what it is given, by whoever can send. */
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { OutgoingPush } from '#ports/server/server.ts';
import type { Platform } from '../service.ts';
import type { Mailbox } from './mailbox.ts';

/** A browser's subscription to its push service, as the Push API gives it. */
export interface PushAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export type Urgency = NonNullable<OutgoingPush['urgency']>;

/** Sender to push services, with retries. A class of its own (`web-pushes.ts`), so that no browser loads it. */
export interface WebPush extends Pick<WebPushSender, 'publicKey' | 'accepts'> {
  open(options: WebPushesOptions): WebPushDelivery;
}

export interface WebPushSender {
  /** Public key of this sender for push services (VAPID), in base64url. */
  readonly publicKey: string;
  /** Whether messages may be sent to an address. */
  accepts(address: PushAddress): boolean;
  /**
   * `gone`: there is no such subscription any more. `refused`: it will not take this message.
   * @throws Error for what may pass; `PushServiceBusy` when the push service says when to come again
   */
  send(
    address: PushAddress,
    message: PushMessage,
    options: { readonly timeToLiveSeconds: number; readonly urgency: Urgency; readonly topic: string | null },
  ): Promise<'taken' | 'gone' | 'refused'>;
}

export interface Sending {
  readonly box: Mailbox;
  readonly sequence: number;
  readonly message: PushMessage;
  readonly urgency: Urgency;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface WebPushesOptions {
  readonly platform: Platform;
  /** Called when the waiting messages of a box have changed. */
  changed(box: Mailbox): void;
  /** Called when the push service has dropped the box's subscription. */
  gone(box: Mailbox): void;
  /** Whether a box is one of the cloud's, in its present state. */
  isCurrent(box: Mailbox): boolean;
}

export interface WebPushDelivery {
  /**
   * Resolves once the push service has been asked for the first time, or an open page has the message.
   * @throws PortError invalid-argument when the push service will never take it
   */
  deliver(sending: Sending): Promise<void>;
  /** Sends messages again that waited before a restart, unless a page fetches them first. */
  resume(box: Mailbox): void;
}
