/** Notifications of one database: a connection for all channels, made with the first listener, again when it is lost, and ended with the last. */
import pg from 'pg';
import { type OperationQueue, operationQueue } from '#provider-kit/operation-queue.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { databaseErrorOf } from './database-errors.ts';

/** Gets each payload; `null` after a connection was lost: anything may have been missed. */
export type NotificationListener = (payload: string | null) => void;

const reconnectMs = 500;

export class Notifications {
  private readonly settings: pg.ClientConfig;
  private readonly report: (error: unknown) => void;
  /** Listeners by channel, each in an object of its own: a function may listen twice. */
  private readonly channels = new Map<string, Set<{ readonly next: NotificationListener }>>();
  /** Changes of the connection, one after another. */
  private readonly changes: OperationQueue = operationQueue();
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** Whether listeners have to be told of a lost connection. */
  private missed = false;
  private closed = false;

  constructor(settings: pg.ClientConfig, report: (error: unknown) => void) {
    this.settings = settings;
    this.report = report;
  }

  /** Resolves once the channel is listened to. @throws PortError when the database can't be reached */
  async listen(channel: string, next: NotificationListener): Promise<Unsubscribe> {
    const listener = { next };
    const listeners = this.channels.get(channel) ?? new Set();
    this.channels.set(channel, listeners.add(listener));
    const stop = () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      if (this.channels.get(channel) === listeners) this.channels.delete(channel);
      void this.changes(() => this.forget(channel));
    };
    try {
      await this.changes(() => this.listenTo(channel));
    } catch (error) {
      stop();
      throw databaseErrorOf(error);
    }
    return stop;
  }

  /** Waits for no connection that is being made: such a connection is ended once it is there. */
  async close(): Promise<void> {
    this.closed = true;
    this.channels.clear();
    await this.disconnect();
  }

  private async listenTo(channel: string): Promise<void> {
    if (this.closed) return;
    // A new connection listens to all channels.
    if (this.client) await this.client.query(`LISTEN ${this.client.escapeIdentifier(channel)}`);
    else await this.connect();
  }

  private async forget(channel: string): Promise<void> {
    if (this.channels.size === 0) return this.disconnect();
    // A connection that is lost meanwhile is made again without the channel.
    if (!this.channels.has(channel))
      await this.client?.query(`UNLISTEN ${this.client.escapeIdentifier(channel)}`).catch(() => {});
  }

  private async connect(): Promise<void> {
    this.cancelRetry();
    const client = new pg.Client(this.settings);
    client.on('notification', ({ channel, payload }) => this.publish(channel, payload || null));
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, null));
    try {
      await client.connect();
      for (const channel of this.channels.keys())
        await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      void client.end().catch(() => {});
      if (this.missed) this.retry();
      throw error;
    }
    if (this.closed) return void client.end().catch(() => {});
    this.client = client;
    if (!this.missed) return;
    this.missed = false;
    for (const channel of [...this.channels.keys()]) this.publish(channel, null);
  }

  private async disconnect(): Promise<void> {
    this.cancelRetry();
    this.missed = false;
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => {});
  }

  private publish(channel: string, payload: string | null): void {
    for (const { next } of [...(this.channels.get(channel) ?? [])])
      try {
        next(payload);
      } catch (error) {
        this.report(error);
      }
  }

  private lost(client: pg.Client, error: Error | null): void {
    if (client !== this.client) return;
    this.client = null;
    this.missed = true;
    if (error) this.report(error);
    this.retry();
  }

  private retry(): void {
    if (this.closed || this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      // A failure is retried.
      this.changes(() => this.reconnect()).catch(() => {});
    }, reconnectMs);
  }

  private async reconnect(): Promise<void> {
    if (!this.closed && this.client === null && this.channels.size > 0) await this.connect();
  }

  private cancelRetry(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}
