/** Standard web push behind this cloud's messaging, for messages that no open page takes; the sender is given by the host. */
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Mailbox } from './mailbox.ts';
import type { PushAddress, Urgency } from './push-address.ts';

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
   * `gone`: the subscription no longer exists. `refused`: it will not accept this message.
   * @throws Error for a transient failure; `PushServiceBusy` when the push service names the time of the next attempt
   */
  send(
    address: PushAddress,
    message: PushMessage,
    options: { readonly timeToLiveSeconds: number; readonly urgency: Urgency; readonly topic: string | null },
  ): Promise<'taken' | 'gone' | 'refused'>;
}

export interface PushSending {
  readonly box: Mailbox;
  readonly sequence: number;
  readonly message: PushMessage;
  readonly urgency: Urgency;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface WebPushesOptions {
  readonly clock: Clock;
  /** Receives each attempt that failed. */
  readonly onFailure:
    | ((failure: { readonly kind: 'push'; readonly name: string; readonly error: unknown }) => void)
    | undefined;
  /** Called when the waiting messages of a box have changed. */
  changed(box: Mailbox): void;
  /** Called when the push service has dropped the box's subscription. */
  gone(box: Mailbox): void;
  /** Whether a box is one of the cloud's, in its present state. */
  isCurrent(box: Mailbox): boolean;
}

export interface WebPushDelivery {
  /**
   * Resolves with the push service's host after the first request to it; with null for an open page, which has the message.
   * @throws PortError invalid-argument when the push service will never accept it; unavailable, with its host as `ServerPush` says, when
   * the first request failed, which is tried again until the message's time is up or another of its topic replaces it
   */
  deliver(sending: PushSending): Promise<string | null>;
  /** Sends messages again that waited before a restart, unless a page fetches them first. */
  resume(box: Mailbox): void;
}
