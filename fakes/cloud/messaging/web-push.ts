/** Standard web push behind this cloud's messaging, for messages that no open page takes. */
import { PortError } from '#ports/errors.ts';
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

export interface WebPushSender {
  /** By which the push service knows this sender (VAPID), in base64url. */
  readonly publicKey: string;
  /** May messages go there? */
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

export class PushServiceBusy extends Error {
  override readonly name = 'PushServiceBusy';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`The push service asks for ${Math.ceil(retryAfterMs / 1000)} s of rest.`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** What a later message takes the place of: a page, with what is said of its end; `null` for a message of its own. */
const topicOf = ({ notification, data }: Pick<PushMessage, 'notification' | 'data'>): string | null =>
  notification?.tag ?? data['tag'] ?? data['pageId'] ?? null;

/** A page that is open has so long to acknowledge a message; it may be frozen, or gone without a word. */
const patienceMs = 5000;
/** Retry policy: the first pause, doubled with each up to the longest, until the message's time is up or a later one replaces it. */
const firstPauseMs = 2000;
const longestPauseMs = 60_000;

interface Sending {
  readonly box: Mailbox;
  readonly sequence: number;
  readonly message: PushMessage;
  readonly urgency: Urgency;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

interface WebPushesOptions {
  readonly platform: Platform;
  /** What waits in a box has changed. */
  changed(box: Mailbox): void;
  /** Nobody can be reached through a box any more. */
  gone(box: Mailbox): void;
  /** Is this box one of the cloud's, as it is now? */
  isCurrent(box: Mailbox): boolean;
}

export class WebPushes {
  private readonly options: WebPushesOptions;

  constructor(options: WebPushesOptions) {
    this.options = options;
  }

  /**
   * Resolves once the push service has been asked for the first time, or an open page has the message.
   * @throws PortError invalid-argument when the push service will never take it
   */
  async deliver(sending: Sending): Promise<void> {
    const { box, sequence, message } = sending;
    const topic = topicOf(message);
    if (topic !== null && box.removeOlder(sequence, (other) => topicOf(other) === topic))
      this.options.changed(box);
    if (box.isOpen()) this.later(sending, patienceMs, 0);
    else if ((await this.attempt(sending, 0)) === 'refused')
      throw new PortError('invalid-argument', 'The push service does not take this message.');
  }

  /** After a restart: what waited then is tried again, unless a page comes back for it first. */
  resume(box: Mailbox): void {
    for (const waiting of box.pushable()) this.later({ box, ...waiting }, patienceMs, 0);
  }

  private later(sending: Sending, pauseMs: number, tries: number): void {
    this.options.platform.clock.setTimer(() => void this.attempt(sending, tries), pauseMs);
  }

  private async attempt(sending: Sending, tries: number): Promise<'refused' | null> {
    const { box, sequence, message, urgency, expiresAt } = sending;
    const { platform, changed, gone, isCurrent } = this.options;
    const { webPush, onFailure } = platform.options;
    const left = expiresAt - platform.clock.now();
    if (!webPush || !box.push || left <= 0 || !isCurrent(box) || !box.isWaiting(sequence)) return null;
    const how = { timeToLiveSeconds: Math.ceil(left / 1000), urgency, topic: topicOf(message) };
    const { host } = new URL(box.push.endpoint);
    try {
      const outcome = await webPush.send(box.push, message, how);
      if (outcome === 'gone') {
        if (isCurrent(box)) gone(box);
        return null;
      }
      if (outcome === 'refused')
        onFailure?.({ kind: 'push', name: host, error: new Error('It does not take this message.') });
      box.remove(sequence);
      changed(box);
      return outcome === 'refused' ? outcome : null;
    } catch (error) {
      onFailure?.({ kind: 'push', name: host, error });
      const asked = error instanceof PushServiceBusy ? error.retryAfterMs : 0;
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** tries);
      this.later(sending, Math.max(asked, pause), tries + 1);
      return null;
    }
  }
}
