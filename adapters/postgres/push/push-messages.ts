/** Table of messages that wait: for an open page to take them, or for the next request to a push service. */
import type { OutgoingPush } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import { inboxLeaseMs } from './push-inboxes.ts';
import { registrationChannel, registrationUnknown } from './push-registrations.ts';

/** A message as it is stored for a registration. */
export interface OutgoingMessage {
  readonly id: string;
  readonly text: string;
  readonly topic: string | null;
  readonly urgency: NonNullable<OutgoingPush['urgency']>;
  readonly expires: number;
}

/** A stored message with the address of its push service. */
export interface DueMessage {
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

interface StoredMessage {
  /** `null`: it waits for a page, without a push service. */
  readonly message: DueMessage | null;
  /** Whether a page is open, which takes it within `pageMs`. */
  readonly isOpen: boolean;
}

const mostWaiting = 100;
/** An open page has so long to take a message: it may be frozen, or gone without notice. */
export const pageMs = 5000;
/** A request to a push service is over by then; when its process was killed, another one sends the message. */
const sendingMs = 30_000;
/** Messages without a time to live are kept for pages that are just being told. */
const instantMs = 60_000;

const dueColumns =
  'number, registration, message, topic, urgency, expires, tries, endpoint, p256dh, push_registrations.auth';

export class PushMessages {
  private readonly database: SqlDatabase;
  private readonly clock: Clock;

  constructor(database: SqlDatabase, clock: Clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Stores a message and tells open pages of it. @throws PortError messaging/registration-unknown */
  store(registration: string, outgoing: OutgoingMessage): Promise<StoredMessage> {
    return this.database.write((sql) => this.storeIn(sql, registration, outgoing));
  }

  /** Messages whose time for a request has come by `now`; no other process gets them for `sendingMs`. */
  takeDue(now: number): Promise<readonly DueMessage[]> {
    return this.database.rows<DueMessage>(
      `UPDATE push_messages SET push_at = $2 FROM push_registrations
      WHERE number IN (
        SELECT number FROM push_messages WHERE push_at <= $1 ORDER BY push_at LIMIT 100 FOR UPDATE SKIP LOCKED
      ) AND push_registrations.id = registration AND endpoint IS NOT NULL RETURNING ${dueColumns}`,
      [now, now + sendingMs],
    );
  }

  async remove(number: string): Promise<void> {
    await this.database.rows('DELETE FROM push_messages WHERE number = $1', [number]);
  }

  /** Notes a failed request, and the time of the next one. `at`: epoch milliseconds. */
  async retryAt(number: string, at: number): Promise<void> {
    await this.database.rows('UPDATE push_messages SET tries = tries + 1, push_at = $2 WHERE number = $1', [
      number,
      at,
    ]);
  }

  /** Removes messages that had expired before `now`, with some time for pages that are just being told. */
  async removeExpired(now: number): Promise<void> {
    await this.database.rows('DELETE FROM push_messages WHERE expires < $1', [now - instantMs]);
  }

  private async storeIn(sql: Sql, registration: string, outgoing: OutgoingMessage): Promise<StoredMessage> {
    const now = this.clock.now();
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
    await sql.rows('SELECT pg_notify($1, $2)', [this.database.channel(registrationChannel), registration]);
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
}
