/** Standard web push behind this cloud's messaging, for messages that no open page takes. */
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { OutgoingPush } from '#ports/server/server.ts';
import type { Platform } from '../service.ts';
import type { Mailbox } from './mailbox.ts';

/** A browser's subscription to its push service, as the Push API gives it. */
export interface PushAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface WebPushSender {
  /** By which the push service knows this sender (VAPID), in base64url. */
  readonly publicKey: string;
  /** May messages go there? */
  accepts(address: PushAddress): boolean;
  /**
   * `gone`: there is no such subscription any more.
   * @throws Error for what may pass
   */
  send(
    address: PushAddress,
    message: PushMessage,
    options: { readonly timeToLiveSeconds: number; readonly urgency: 'normal' | 'high' },
  ): Promise<'taken' | 'gone'>;
}

/** A page that is open has so long to acknowledge a message; it may be frozen, or gone without a word. */
const patienceMs = 5000;
/** Retry policy. 5 retries within 62 s, none after the message's time. */
const pausesMs = [2000, 4000, 8000, 16_000, 32_000];

interface Sending {
  readonly box: Mailbox;
  readonly sequence: number;
  readonly message: PushMessage;
  readonly urgency: NonNullable<OutgoingPush['urgency']>;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export class WebPushes {
  private readonly platform: Platform;
  private readonly arrived: (box: Mailbox) => void;
  private readonly gone: (box: Mailbox) => void;

  /** `arrived`: a message no longer waits in a box. `gone`: nobody can be reached through a box any more. */
  constructor(platform: Platform, arrived: (box: Mailbox) => void, gone: (box: Mailbox) => void) {
    this.platform = platform;
    this.arrived = arrived;
    this.gone = gone;
  }

  /** Resolves once the push service has answered, or an open page has the message. */
  async deliver(sending: Sending): Promise<void> {
    if (!sending.box.isOpen()) return this.attempt(sending, 0);
    this.platform.clock.setTimer(() => void this.attempt(sending, 0), patienceMs);
  }

  private async attempt(sending: Sending, tries: number): Promise<void> {
    const { box, sequence, message, urgency, expiresAt } = sending;
    const { clock, options } = this.platform;
    const left = expiresAt - clock.now();
    if (!options.webPush || !box.push || left <= 0 || !box.isWaiting(sequence)) return;
    const how = { timeToLiveSeconds: Math.ceil(left / 1000), urgency };
    const outcome = await options.webPush.send(box.push, message, how).catch(() => null);
    if (outcome === 'gone') this.gone(box);
    else if (outcome === 'taken') {
      box.remove(sequence);
      this.arrived(box);
    } else if (pausesMs[tries] !== undefined)
      clock.setTimer(() => void this.attempt(sending, tries + 1), pausesMs[tries]);
  }
}
