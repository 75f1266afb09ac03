/**
 * Security notices, mails to the owner of an account that no answer waits for: after changes of the account, and links for a new password. Stored
 * in a transaction, sent at once, and attempted again each minute.
 * Each is sent at least once; again where a process ends between a mail server's answer and the removal, under the same `Message-ID`.
 */
import { isPortError, PortError } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import { newSecret, sealed, unsealed } from './secrets.ts';

/** A message to a person. */
export interface AuthMail {
  readonly to: string;
  readonly subject: string;
  /** Plain text, with the link in it. */
  readonly text: string;
  readonly link: string;
}

/** A mail with the name of its `Message-ID`, the same for each attempt. */
export interface SecurityNotice extends AuthMail {
  readonly id: string;
}

/** Takes a notice over for delivery; rejects when it can't. */
export type SendNotice = (notice: SecurityNotice) => void | Promise<void>;

export interface SecurityNoticesOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  /** Encrypts queued mails. */
  readonly key: string;
  readonly send: SendNotice;
  /** Runs background work. */
  readonly background: (work: () => Promise<void>) => void;
  readonly report: (error: unknown) => void;
}

const mostAttempts = 60;
/** Less than a minute, so that the next look of the same process finds the mail due. */
const retryMs = 50_000;
const longestAttemptMs = 3 * 60_000;
/** After an attempt whose process ended: longer than any attempt. */
const heldMs = longestAttemptMs + 30_000;
const atOnce = 20;

interface QueuedMailRow {
  readonly id: string;
  readonly mail: string;
  readonly attempts: number;
}

export class SecurityNotices {
  private readonly options: SecurityNoticesOptions;

  constructor(options: SecurityNoticesOptions) {
    this.options = options;
  }

  /** Stores a notice in a transaction. `sendDue` after the commit sends it. */
  async add(sql: Sql, uid: string, mail: AuthMail): Promise<void> {
    const { clock, key } = this.options;
    await sql.rows('INSERT INTO auth_queued_mails VALUES ($1, $2, $3, 0, $4)', [
      newSecret(20),
      uid,
      sealed(JSON.stringify(mail), key),
      clock.now(),
    ]);
  }

  /** Sends what is due, in the background. Called after each commit, and each minute. */
  sendDue(): void {
    this.options.background(() => this.run());
  }

  private async run(): Promise<void> {
    for (;;) {
      const begunAt = this.options.clock.now();
      const rows = await this.begin(begunAt);
      await Promise.all(rows.map((row) => this.attempt(row, begunAt)));
      if (rows.length < atOnce) return;
    }
  }

  /** Notes an attempt of each due mail, which no other process makes. */
  private begin(now: number): Promise<readonly QueuedMailRow[]> {
    return this.options.database.rows<QueuedMailRow & Record<string, unknown>>(
      `WITH found AS MATERIALIZED (
        SELECT id FROM auth_queued_mails WHERE due <= $1 ORDER BY due LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
      )
      UPDATE auth_queued_mails AS queued SET attempts = attempts + 1, due = $2 FROM found
        WHERE queued.id = found.id RETURNING queued.id, mail, attempts`,
      [now, now + heldMs],
    );
  }

  private async attempt(row: QueuedMailRow, begunAt: number): Promise<void> {
    const { database, report } = this.options;
    const { id, attempts } = row;
    // The process of the last attempt has ended.
    if (attempts > mostAttempts) return this.giveUp(id, mostAttempts, 'unknown');
    try {
      await this.send(row);
    } catch (error) {
      const isFinal = isPortError(error, 'invalid-argument', 'not-found') || attempts === mostAttempts;
      if (isFinal) return this.giveUp(id, attempts, isPortError(error) ? error.code : 'unknown');
      await database
        .rows('UPDATE auth_queued_mails SET due = $1 WHERE id = $2 AND attempts = $3', [
          begunAt + retryMs,
          id,
          attempts,
        ])
        .catch(report);
      return;
    }
    await this.remove(id);
  }

  private async send({ id, mail }: QueuedMailRow): Promise<void> {
    const { clock, key, send } = this.options;
    const late = Promise.withResolvers<never>();
    const cancel = clock.setTimer(
      () => late.reject(new PortError('deadline-exceeded', 'The mail server did not answer.')),
      longestAttemptMs,
    );
    try {
      await Promise.race([send({ ...(JSON.parse(unsealed(mail, key)) as AuthMail), id }), late.promise]);
    } finally {
      cancel();
    }
  }

  private async giveUp(id: string, attempts: number, code: PortError['code']): Promise<void> {
    const times = `${attempts} attempt${attempts === 1 ? '' : 's'}`;
    // Without the cause, which may name the address.
    this.options.report(
      new PortError(code, `A security notice of sign-in was not sent in ${times} (${code}).`),
    );
    await this.remove(id);
  }

  private async remove(id: string): Promise<void> {
    const { database, report } = this.options;
    await database.rows('DELETE FROM auth_queued_mails WHERE id = $1', [id]).catch(report);
  }
}
