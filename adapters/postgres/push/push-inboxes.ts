/** Pages that are open at this process, and take messages over their connection. */
import { PortError } from '#ports/errors.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { SqlDatabase } from '../database.ts';
import type { StreamObserver } from '../wire/peer.ts';
import { isRegistrationId, registrationChannel, registrationUnknown } from './push-registrations.ts';

/** A process that has not said so for so long has no open page: it was killed. */
export const inboxLeaseMs = 30_000;
const renewalMs = 10_000;
/** Messages without a time to live reach pages that hear of them within this time. */
const instantMs = 5000;

interface Inbox {
  readonly observer: StreamObserver;
  last: number;
  isPulling: boolean;
  pullAgain: boolean;
}

export class PushInboxes {
  private readonly database: SqlDatabase;
  private readonly clock: Clock;
  private readonly process: string;
  private readonly report: (error: unknown, from: string) => void;
  private readonly inboxes = new Map<string, Set<Inbox>>();
  private stopListening: Unsubscribe = () => {};
  private cancelRenewal: () => void = () => {};

  constructor(
    database: SqlDatabase,
    clock: Clock,
    process: string,
    report: (error: unknown, from: string) => void,
  ) {
    this.database = database;
    this.clock = clock;
    this.process = process;
    this.report = report;
  }

  /** @throws PortError unavailable */
  async start(): Promise<void> {
    this.stopListening = await this.database.listen(registrationChannel, (registration) => {
      for (const [id, inboxes] of this.inboxes)
        if (registration === null || registration === id)
          for (const inbox of inboxes) this.pullSoon(id, inbox);
    });
    this.renewLater();
  }

  close(): void {
    this.stopListening();
    this.cancelRenewal();
    void this.database
      .rows('DELETE FROM push_inboxes WHERE process = $1', [this.process])
      .catch((error: unknown) => this.report(error, 'push'));
  }

  /** Publishes the messages that wait, then later ones, in order. @throws PortError messaging/registration-unknown */
  async open(id: unknown, observer: StreamObserver): Promise<Unsubscribe> {
    if (!isRegistrationId(id)) throw registrationUnknown();
    // Notifications of earlier messages wait for the first look, which ends before this resolves.
    const inbox: Inbox = { observer, last: 0, isPulling: true, pullAgain: false };
    const inboxes = this.inboxes.get(id) ?? new Set();
    this.inboxes.set(id, inboxes.add(inbox));
    const close = () => {
      inboxes.delete(inbox);
      if (inboxes.size > 0) return;
      if (this.inboxes.get(id) === inboxes) this.inboxes.delete(id);
      void this.closed(id).catch((error: unknown) => this.report(error, 'push'));
    };
    try {
      if (!(await this.opened(id))) throw registrationUnknown();
      inbox.isPulling = false;
      await this.pull(id, inbox, this.clock.now() + 1);
    } catch (error) {
      close();
      throw error;
    }
    return close;
  }

  /** A page has a message. */
  async taken(id: unknown, message: unknown): Promise<void> {
    if (!isRegistrationId(id) || !isRegistrationId(message))
      throw new PortError('invalid-argument', 'A registration and a message are named by their ids.');
    await this.database.rows('DELETE FROM push_messages WHERE registration = $1 AND id = $2', [id, message]);
  }

  private async opened(id: string): Promise<boolean> {
    const [found] = await this.database.rows(
      `INSERT INTO push_inboxes SELECT id, $2, $3 FROM push_registrations WHERE id = $1 FOR KEY SHARE
      ON CONFLICT (registration, process) DO UPDATE SET seen = excluded.seen RETURNING registration`,
      [id, this.process, this.clock.now()],
    );
    return found !== undefined;
  }

  private async closed(id: string): Promise<void> {
    await this.database.rows('DELETE FROM push_inboxes WHERE registration = $1 AND process = $2', [
      id,
      this.process,
    ]);
    // Another page has been opened meanwhile.
    if (this.inboxes.has(id)) await this.opened(id);
  }

  private pullSoon(id: string, inbox: Inbox): void {
    void this.pull(id, inbox, this.clock.now() - instantMs).catch((error: unknown) =>
      inbox.observer.failed(error),
    );
  }

  /** Publishes what is newer than the last; one look at a time. `after`: when messages expire at the earliest. */
  private async pull(id: string, inbox: Inbox, after: number): Promise<void> {
    if (inbox.isPulling) {
      inbox.pullAgain = true;
      return;
    }
    inbox.isPulling = true;
    try {
      do {
        inbox.pullAgain = false;
        const rows = await this.database.rows<{ number: string | null; message: string | null }>(
          `SELECT number, message FROM push_registrations LEFT JOIN push_messages
            ON registration = push_registrations.id AND number > $2 AND expires >= $3
          WHERE push_registrations.id = $1 ORDER BY number`,
          [id, inbox.last, after],
        );
        if (rows.length === 0) throw registrationUnknown();
        for (const { number, message } of rows) {
          if (number === null || message === null) continue;
          inbox.last = Number(number);
          inbox.observer.next(JSON.parse(message) as PushMessage);
        }
      } while (inbox.pullAgain);
    } finally {
      inbox.isPulling = false;
    }
  }

  private renewLater(): void {
    this.cancelRenewal = this.clock.setTimer(
      guardListener(() => {
        this.renewLater();
        if (this.inboxes.size === 0) return;
        return this.database
          .rows('UPDATE push_inboxes SET seen = $2 WHERE process = $1', [this.process, this.clock.now()])
          .catch((error: unknown) => this.report(error, 'push'));
      }),
      renewalMs,
    );
  }
}
