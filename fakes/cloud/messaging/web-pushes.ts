/** Sends messages that no open page takes to push services, with retries. */
import { PortError } from '#ports/errors.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { PushSending, WebPush, WebPushDelivery, WebPushesOptions, WebPushSender } from './web-push.ts';
import type { Mailbox } from './mailbox.ts';

export class PushServiceBusy extends Error {
  override readonly name = 'PushServiceBusy';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`The push service asks for ${Math.ceil(retryAfterMs / 1000)} s of rest.`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Topic of a message: a later message of the same topic replaces it (the end of a page, say); `null` for a message of its own. */
const topicOf = ({ notification, data }: Pick<PushMessage, 'notification' | 'data'>): string | null =>
  notification?.tag ?? data['tag'] ?? data['pageId'] ?? null;

/** A page that is open has so long to acknowledge a message; it may be frozen, or gone without a word. */
const patienceMs = 5000;
/** Retry policy: the first pause, doubled with each up to the longest, until the message's time is up or a later one replaces it. */
const firstPauseMs = 2000;
const longestPauseMs = 60_000;

export const webPushBy = (sender: WebPushSender): WebPush => ({
  publicKey: sender.publicKey,
  accepts: (address) => sender.accepts(address),
  open: (options) => new WebPushes(sender, options),
});

class WebPushes implements WebPushDelivery {
  private readonly sender: WebPushSender;
  private readonly options: WebPushesOptions;

  constructor(sender: WebPushSender, options: WebPushesOptions) {
    this.sender = sender;
    this.options = options;
  }

  async deliver(sending: PushSending): Promise<string | null> {
    const { box, sequence, message } = sending;
    const topic = topicOf(message);
    if (topic !== null && box.removeOlder(sequence, (other) => topicOf(other) === topic))
      this.options.changed(box);
    if (box.isOpen()) {
      this.later(sending, patienceMs, 0);
      return null;
    }
    const pushService = box.push && new URL(box.push.endpoint).host;
    const outcome = await this.attempt(sending, 0);
    if (outcome === 'refused')
      throw new PortError('invalid-argument', 'The push service does not take this message.');
    if (outcome === 'failed')
      throw new PortError('unavailable', 'The push service can’t be reached. The message is tried again.', {
        details: { pushService },
      });
    return outcome === 'taken' ? pushService : null;
  }

  resume(box: Mailbox): void {
    for (const waiting of box.pushable()) this.later({ box, ...waiting }, patienceMs, 0);
  }

  private later(sending: PushSending, pauseMs: number, tries: number): void {
    this.options.clock.setTimer(() => void this.attempt(sending, tries), pauseMs);
  }

  private async attempt(sending: PushSending, tries: number): Promise<'taken' | 'refused' | 'failed' | null> {
    const { box, sequence, message, urgency, expiresAt } = sending;
    const { clock, onFailure, changed, gone, isCurrent } = this.options;
    const left = expiresAt - clock.now();
    if (!box.push || left <= 0 || !isCurrent(box) || !box.isWaiting(sequence)) return null;
    const how = { timeToLiveSeconds: Math.ceil(left / 1000), urgency, topic: topicOf(message) };
    const { host } = new URL(box.push.endpoint);
    try {
      const outcome = await this.sender.send(box.push, message, how);
      if (outcome === 'gone') {
        if (isCurrent(box)) gone(box);
        return null;
      }
      if (outcome === 'refused')
        onFailure?.({ kind: 'push', name: host, error: new Error('It does not take this message.') });
      box.remove(sequence);
      changed(box);
      return outcome;
    } catch (error) {
      onFailure?.({ kind: 'push', name: host, error });
      const asked = error instanceof PushServiceBusy ? error.retryAfterMs : 0;
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** tries);
      this.later(sending, Math.max(asked, pause), tries + 1);
      return 'failed';
    }
  }
}
