/** Registrations for pushes, and their topics. */
import { PortError } from '#ports/errors.ts';
import { checkTopic } from '#provider-kit/messaging/check.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import type { PushSubscriptionAddress } from './push-services.ts';

/** Notification channel: registrations with new messages, and ended ones. */
export const registrationChannel = 'push';

/** Most of one person, and most of browsers in which nobody is signed in. The oldest end. */
const mostOfPerson = 100;
const mostOfNobody = 10_000;
/** Browsers renew theirs every 7 days, and every 60 days at the latest. */
const forgottenMs = 120 * 24 * 3_600_000;
const registrationId = /^[A-Za-z0-9]{20}$/u;

export const registrationUnknown = () =>
  new PortError('messaging/registration-unknown', 'There is no such registration, or not any more.');

export class PushRegistrations {
  private readonly database: SqlDatabase;
  private readonly clock: Clock;
  private readonly random: Random;

  constructor(database: SqlDatabase, clock: Clock, random: Random) {
    this.database = database;
    this.clock = clock;
    this.random = random;
  }

  /** Renews `known`, with its subscription unless a new one is given, if there is such a registration, else makes one. Returns its id. `owner`: who is signed in. */
  register(
    known: string | null,
    address: PushSubscriptionAddress | null,
    owner: string | null,
  ): Promise<string> {
    const now = this.clock.now();
    return this.database.write(async (sql) => {
      await sql.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [
        this.database.channel(`push ${address?.endpoint ?? ''}`),
      ]);
      // A subscription belongs to the registration that gave it last: an earlier one was of the same browser.
      if (address) await this.end(sql, 'endpoint = $1 AND id <> $2', [address.endpoint, known ?? '']);
      const values = [owner, address?.endpoint, address?.keys.p256dh, address?.keys.auth, now];
      const [renewed] = await sql.rows<{ id: string }>(
        `UPDATE push_registrations SET owner = $2, refreshed = $6, endpoint = coalesce($3, endpoint),
          p256dh = coalesce($4, p256dh), auth = coalesce($5, auth)
        WHERE id = $1 RETURNING id`,
        [isRegistrationId(known) ? known : '', ...values],
      );
      if (renewed) return renewed.id;
      const id = this.random.id();
      await sql.rows('INSERT INTO push_registrations VALUES ($1, $2, $3, $4, $5, $6)', [id, ...values]);
      await this.end(
        sql,
        `id IN (SELECT id FROM push_registrations WHERE owner IS NOT DISTINCT FROM $1
          ORDER BY refreshed DESC, id OFFSET $2) AND id <> $3`,
        [owner, owner === null ? mostOfNobody : mostOfPerson, id],
      );
      await this.end(sql, 'refreshed < $1', [now - forgottenMs]);
      return id;
    });
  }

  /** @throws PortError messaging/registration-unknown */
  async unregister(id: string): Promise<void> {
    const ended = await this.database.write((sql) =>
      this.end(sql, 'id = $1', [isRegistrationId(id) ? id : '']),
    );
    if (ended === 0) throw registrationUnknown();
  }

  /** Its subscription is gone: the registration ends, unless it has another one by now. */
  async lost(id: string, endpoint: string): Promise<void> {
    await this.database.write((sql) => this.end(sql, 'id = $1 AND endpoint = $2', [id, endpoint]));
  }

  /** @throws PortError messaging/registration-unknown, invalid-argument for a bad topic */
  async subscribe(id: string, topic: string): Promise<void> {
    checkTopic(topic);
    const [found] = await this.database.rows(
      `WITH found AS (SELECT id FROM push_registrations WHERE id = $2),
        added AS (INSERT INTO push_topics SELECT $1, id FROM found ON CONFLICT DO NOTHING)
      SELECT id FROM found`,
      [topic, isRegistrationId(id) ? id : ''],
    );
    if (!found) throw registrationUnknown();
  }

  /** @throws PortError invalid-argument for a bad topic */
  async unsubscribe(id: string, topic: string): Promise<void> {
    checkTopic(topic);
    await this.database.rows('DELETE FROM push_topics WHERE topic = $1 AND registration = $2', [
      topic,
      isRegistrationId(id) ? id : '',
    ]);
  }

  async subscribed(topic: string): Promise<readonly string[]> {
    const rows = await this.database.rows<{ registration: string }>(
      'SELECT registration FROM push_topics WHERE topic = $1 ORDER BY registration',
      [topic],
    );
    return rows.map(({ registration }) => registration);
  }

  private async end(sql: Sql, condition: string, values: readonly unknown[]): Promise<number> {
    const ended = await sql.rows<{ id: string }>(
      `DELETE FROM push_registrations WHERE ${condition} RETURNING id`,
      values,
    );
    for (const { id } of ended)
      await sql.rows('SELECT pg_notify($1, $2)', [this.database.channel(registrationChannel), id]);
    return ended.length;
  }
}

export const isRegistrationId = (id: unknown): id is string =>
  typeof id === 'string' && registrationId.test(id);
