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
import type { Sql } from '../sql.ts';
import { inboxLeaseMs, PushInboxes } from './push-inboxes.ts';
import { vapidKeysOf } from './vapid-keys.ts';
import {
  isRegistrationId,
  registrationChannel,
  PushRegistrations,
  registrationUnknown,
} from './push-registrations.ts';
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

interface Outgoing {
  readonly id: string;
  readonly text: string;
  readonly topic: string | null;
  readonly urgency: NonNullable<OutgoingPush['urgency']>;
  readonly expires: number;
}

interface DueMessage {
  readonly number: string;
  readonly registration: string;
  readonly message: string;
  readonly topic: string | null;
  readonly urgency: NonNullable<OutgoingPush['urgency']>;
  readonly expires: string;
  readonly tries: number;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const mostWaiting = 100;
/** An open page has so long to take a message: it may be frozen, or gone without notice. */
const pageMs = 5000;
/** A request to a push service is over by then; when its process was killed, another one sends the message. */
const sendingMs = 30_000;
/** Pauses between requests for one message: the first, doubled up to the longest. */
const [firstPauseMs, longestPauseMs] = [2000, 60_000];
const sweepMs = 15_000;
const sendsAtOnce = 10;
/** Messages without a time to live are kept for pages that are just being told. */
const instantMs = 60_000;

const dueColumns =
  'number, registration, message, topic, urgency, expires, tries, endpoint, p256dh, push_registrations.auth';

export class PostgresPush implements ServerPush {
  /** Public key by which browsers subscribe to their push services. */
  readonly publicKey: string;
  readonly registrations: PushRegistrations;
  readonly inboxes: PushInboxes;
  /** Hosts of push services beside the browsers' own. */
  readonly services: readonly string[];
  private readonly options: PostgresPushOptions;
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
    const { database, clock } = this.options;
    const now = clock.now();
    const due = await database.rows<DueMessage>(
      `UPDATE push_messages SET push_at = $2 FROM push_registrations
      WHERE number IN (
        SELECT number FROM push_messages WHERE push_at <= $1 ORDER BY push_at LIMIT 100 FOR UPDATE SKIP LOCKED
      ) AND push_registrations.id = registration AND endpoint IS NOT NULL RETURNING ${dueColumns}`,
      [now, now + sendingMs],
    );
    // Failures are reported, and followed by further requests.
    await Promise.allSettled(due.map((message) => this.attempt(message)));
    await database.rows('DELETE FROM push_messages WHERE expires < $1', [now - instantMs]);
  }

  /** A copy of the message as it is now. */
  private compose(message: OutgoingPush): Outgoing {
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
  private async sendTo(registration: string, outgoing: Outgoing): Promise<string | null> {
    if (!isRegistrationId(registration)) throw registrationUnknown();
    const { message, isOpen } = await this.storing(registration, () =>
      this.options.database.write((sql) => this.store(sql, registration, outgoing)),
    );
    if (!message) return null;
    if (!isOpen) return this.attempt(message, true);
    this.later(pageMs, () => this.sweep());
    return null;
  }

  private async store(sql: Sql, registration: string, outgoing: Outgoing) {
    const { database, clock } = this.options;
    const now = clock.now();
    // Messages of one registration become visible in the order of their numbers.
    const [found] = await sql.rows<{ endpoint: string | null; p256dh: string; auth: string }>(
      'SELECT endpoint, p256dh, auth FROM push_registrations WHERE id = $1 FOR UPDATE',
      [registration],
    );
    if (!found) throw registrationUnknown();
    const { id, text, topic, urgency, expires } = outgoing;
    // After the lock: a page that is just being opened is seen, or sees the message.
    const [inbox] = await sql.rows(
      'SELECT registration FROM push_inboxes WHERE registration = $1 AND seen > $2 LIMIT 1',
      [registration, now - inboxLeaseMs],
    );
    const isOpen = inbox !== undefined;
    const isInstant = expires <= now;
    const pushAt = found.endpoint === null || (isOpen && isInstant) ? null : now;
    if (topic !== null)
      await sql.rows('DELETE FROM push_messages WHERE registration = $1 AND topic = $2', [
        registration,
        topic,
      ]);
    const [added] = await sql.rows<{ number: string }>(
      `INSERT INTO push_messages (registration, id, message, topic, urgency, expires, push_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING number`,
      [
        ...[registration, id, text, topic, urgency, expires],
        pushAt && pushAt + (isOpen ? pageMs : sendingMs),
      ],
    );
    await sql.rows(
      `DELETE FROM push_messages WHERE number IN (
        SELECT number FROM push_messages WHERE registration = $1 ORDER BY number DESC OFFSET ${mostWaiting}
      )`,
      [registration],
    );
    await sql.rows('SELECT pg_notify($1, $2)', [database.channel(registrationChannel), registration]);
    const { endpoint, p256dh, auth } = found;
    const message: DueMessage | null =
      pushAt === null || endpoint === null
        ? null
        : {
            ...{ registration, message: text, topic, urgency, tries: 0, endpoint, p256dh, auth },
            number: added?.number ?? '',
            expires: String(expires),
          };
    return { message, isOpen };
  }

  /**
   * A request to the push service. @throws PortError messaging/registration-unknown; invalid-argument for a message that the service never
   * accepts; unavailable: the message is sent again later
   */
  private async attempt(due: DueMessage, isFirst = false): Promise<string | null> {
    const { database, clock, report } = this.options;
    const { number, registration, message, topic, urgency, endpoint, p256dh, auth } = due;
    const { host } = new URL(endpoint);
    const leftMs = Number(due.expires) - clock.now();
    const drop = () => database.rows('DELETE FROM push_messages WHERE number = $1', [number]);
    if (leftMs <= 0 && !isFirst) {
      await drop();
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
      await drop();
      if (outcome === 'accepted') return host;
      report(new Error('The push service declined a message.'), `push:${host}`);
      throw new PortError('invalid-argument', 'The push service does not take this message.');
    } catch (error) {
      if (!(error instanceof PushServiceUnavailable)) throw error;
      report(error, `push:${host}`);
      const pauseMs = Math.max(error.retryAfterMs, Math.min(firstPauseMs * 2 ** due.tries, longestPauseMs));
      await database.rows('UPDATE push_messages SET tries = tries + 1, push_at = $2 WHERE number = $1', [
        number,
        clock.now() + pauseMs,
      ]);
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
