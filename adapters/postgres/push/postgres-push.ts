/** Pushes: an open page takes a message over its connection, else the push service of its browser. */
import { PortError } from '#ports/errors.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { OutgoingPush, SentPush, ServerPush } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { checkOutgoing, checkTopic, longestTimeToLiveSeconds } from '#provider-kit/messaging/check.ts';
import { keyedQueue } from '#provider-kit/operation-queue.ts';
import type { Random } from '#provider-kit/random.ts';
import type { SqlDatabase } from '../database.ts';
import { PushInboxes } from './push-inboxes.ts';
import { type DueMessage, type OutgoingMessage, pageMs, PushMessages } from './push-messages.ts';
import { vapidKeysOf } from './vapid-keys.ts';
import { isRegistrationId, PushRegistrations, registrationUnknown } from './push-registrations.ts';
import { pushTopicOf } from './push-topic.ts';
import {
  PushServiceUnavailable,
  PushServiceSender,
  type PushServiceSenderOptions,
} from './push-service-sender.ts';

export interface PostgresPushOptions extends PushServiceSenderOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  /** Its ids name registrations, by which messages are received: they can't be guessed. */
  readonly random: Random;
  /** Gets each failed request to a push service, with `push:HOST`, and errors that are in no answer. */
  readonly report: (error: unknown, from: string) => void;
}

/** Pauses between requests for one message: the first, doubled up to the longest. */
const [firstPauseMs, longestPauseMs] = [2000, 60_000];
const sweepMs = 15_000;
const sendsAtOnce = 10;

export class PostgresPush implements ServerPush {
  /** Public key by which browsers subscribe to their push services. */
  readonly publicKey: string;
  readonly registrations: PushRegistrations;
  readonly inboxes: PushInboxes;
  /** Hosts of push services beside the browsers' own. */
  readonly services: readonly string[];
  private readonly options: PostgresPushOptions;
  private readonly messages: PushMessages;
  private readonly sender: PushServiceSender;
  /** Messages of a registration are stored in the order in which they are sent. */
  private readonly storing = keyedQueue();
  private readonly timers = new Set<() => void>();
  private closed = false;

  /** Of `openPostgresPush`. */
  constructor(options: PostgresPushOptions, publicKey: string, sender: PushServiceSender) {
    const { database, clock, random, report, services = [] } = options;
    this.options = options;
    this.publicKey = publicKey;
    this.services = services;
    this.sender = sender;
    this.registrations = new PushRegistrations(database, clock, random);
    this.messages = new PushMessages(database, clock);
    this.inboxes = new PushInboxes(database, clock, random.id(), report);
  }

  /** Hears of messages for open pages, and sends what other processes have left. @throws PortError unavailable */
  async start(): Promise<void> {
    await this.inboxes.start();
    const sweepLater = () =>
      this.later(sweepMs, async () => {
        sweepLater();
        await this.sweep();
      });
    sweepLater();
  }

  close(): void {
    this.closed = true;
    for (const cancel of this.timers) cancel();
    this.timers.clear();
    this.inboxes.close();
    this.sender.close();
  }

  async send(registrationId: string, message: OutgoingPush): Promise<SentPush> {
    const outgoing = this.compose(message);
    const pushService = await this.sendTo(registrationId, outgoing);
    return { id: outgoing.id, pushService };
  }

  async sendToTopic(topic: string, message: OutgoingPush): Promise<string> {
    checkTopic(topic);
    const outgoing = this.compose(message);
    const waiting = [...(await this.registrations.subscribed(topic))];
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        await this.sendTo(id, outgoing).catch((error: unknown) => {
          // A registration that has ended, and failures that were reported.
          if (!(error instanceof PortError)) this.options.report(error, 'push');
        });
    };
    await Promise.all(Array.from({ length: sendsAtOnce }, work));
    return outgoing.id;
  }

  subscribe(registrationId: string, topic: string): Promise<void> {
    return this.registrations.subscribe(registrationId, topic);
  }

  unsubscribe(registrationId: string, topic: string): Promise<void> {
    return this.registrations.unsubscribe(registrationId, topic);
  }

  /** Gives messages to push services that are due: pages have not taken them, or requests have failed. */
  async sweep(): Promise<void> {
    const now = this.options.clock.now();
    const due = await this.messages.takeDue(now);
    // Failures are reported, and followed by further requests.
    await Promise.allSettled(due.map((message) => this.attempt(message)));
    await this.messages.removeExpired(now);
  }

  /** A copy of the message as it is now. */
  private compose(message: OutgoingPush): OutgoingMessage {
    checkOutgoing(message);
    const { notification, data = {}, urgency = 'normal', timeToLiveSeconds } = message;
    const { clock, random } = this.options;
    const id = random.id();
    const sentAt = clock.now();
    const pushed: PushMessage = { id, data, sentAt, ...(notification && { notification }) };
    return {
      id,
      text: JSON.stringify(pushed),
      topic: pushTopicOf(pushed),
      urgency,
      expires: sentAt + (timeToLiveSeconds ?? longestTimeToLiveSeconds) * 1000,
    };
  }

  /** The push service's host once it has the message; null when an open page has it, or it waits for one. */
  private async sendTo(registration: string, outgoing: OutgoingMessage): Promise<string | null> {
    if (!isRegistrationId(registration)) throw registrationUnknown();
    const { message, isOpen } = await this.storing(registration, () =>
      this.messages.store(registration, outgoing),
    );
    if (!message) return null;
    if (!isOpen) return this.attempt(message, true);
    this.later(pageMs, () => this.sweep());
    return null;
  }

  /**
   * A request to the push service. @throws PortError messaging/registration-unknown; invalid-argument for a message that the service never
   * accepts; unavailable: the message is sent again later
   */
  private async attempt(due: DueMessage, isFirst = false): Promise<string | null> {
    const { clock, report } = this.options;
    const { number, registration, message, topic, urgency, endpoint, p256dh, auth } = due;
    const { host } = new URL(endpoint);
    const leftMs = Number(due.expires) - clock.now();
    if (leftMs <= 0 && !isFirst) {
      await this.messages.remove(number);
      return null;
    }
    try {
      const outcome = await this.sender.send({ endpoint, keys: { p256dh, auth } }, message, {
        timeToLiveSeconds: Math.max(0, Math.ceil(leftMs / 1000)),
        urgency,
        topic,
      });
      if (outcome === 'gone') {
        await this.registrations.lost(registration, endpoint);
        throw registrationUnknown();
      }
      await this.messages.remove(number);
      if (outcome === 'accepted') return host;
      report(new Error('The push service declined a message.'), `push:${host}`);
      throw new PortError('invalid-argument', 'The push service does not take this message.');
    } catch (error) {
      if (!(error instanceof PushServiceUnavailable)) throw error;
      report(error, `push:${host}`);
      const pauseMs = Math.max(error.retryAfterMs, Math.min(firstPauseMs * 2 ** due.tries, longestPauseMs));
      await this.messages.retryAt(number, clock.now() + pauseMs);
      this.later(pauseMs, () => this.sweep());
      throw new PortError('unavailable', 'The push service can’t be reached. The message is tried again.', {
        cause: error,
        details: { pushService: host },
      });
    }
  }

  private later(delayMs: number, work: () => Promise<void>): void {
    if (this.closed) return;
    const cancel = this.options.clock.setTimer(
      guardListener(() => {
        this.timers.delete(cancel);
        return work().catch((error: unknown) => this.options.report(error, 'push'));
      }),
      delayMs,
    );
    this.timers.add(cancel);
  }
}

/** Opens pushes of a database; its keys are made when there are none. @throws PortError unavailable */
export async function openPostgresPush(options: PostgresPushOptions): Promise<PostgresPush> {
  const keys = await vapidKeysOf(options.database);
  return new PostgresPush(options, keys.publicKey, new PushServiceSender(keys, options));
}
