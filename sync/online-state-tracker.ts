/** Online state of a client: connection, and answers of the server over it. */
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Connection, StateSignal } from './transport.ts';
import { answerTimeoutMs } from './watch-stream.ts';

export type OnlineEvent =
  | 'connected'
  /** The connection is lost; it may be back in a moment. */
  | 'disconnected'
  /** The server is unreachable: shown data may be out of date. */
  | 'unreachable';

export class OnlineStateTracker {
  private readonly connection: StateSignal<Connection>;
  private readonly clock: Clock;
  private readonly publish: (event: OnlineEvent) => void;
  private state: 'unknown' | 'online' | 'offline' = 'unknown';
  private enabled = true;
  private stopped = false;
  private unsubscribe: Unsubscribe = () => {};
  private cancelTimeout: () => void = () => {};

  constructor(connection: StateSignal<Connection>, clock: Clock, publish: (event: OnlineEvent) => void) {
    this.connection = connection;
    this.clock = clock;
    this.publish = publish;
  }

  start(): void {
    this.unsubscribe = this.connection.onChange((connection) => {
      if (connection === 'online') this.connect();
      else if (connection === 'connecting') this.disconnect();
      else this.lose();
    });
    const connection = this.connection.current();
    if (connection === 'online') this.connect();
    else if (connection === 'connecting') this.wait();
    else this.lose();
  }

  stop(): void {
    this.stopped = true;
    this.unsubscribe();
    this.cancelTimeout();
  }

  online(): boolean {
    return this.state === 'online';
  }

  offline(): boolean {
    return this.state === 'offline';
  }

  /** Whether requests may be sent to the server. */
  reachable(): boolean {
    return this.enabled && this.state !== 'offline';
  }

  setEnabled(enabled: boolean): void {
    if (this.enabled === enabled) return;
    this.enabled = enabled;
    if (!enabled) this.lose();
    else if (this.isConnected()) this.connect();
  }

  /** Goes offline although there is a connection: the server does not answer. */
  suspect(): void {
    this.goOffline();
  }

  /** Goes online: the server has answered. */
  confirm(): void {
    if (!this.stopped && this.enabled && this.isConnected()) this.state = 'online';
  }

  /** Ends the doubt of `suspect`: nothing waits for the server any more, so the next request finds out. */
  calm(): void {
    if (this.stopped || !this.enabled || this.state !== 'offline' || !this.isConnected()) return;
    this.state = 'unknown';
  }

  private isConnected(): boolean {
    return this.connection.current() === 'online';
  }

  private connect(): void {
    if (this.stopped || !this.enabled) return;
    this.cancelTimeout();
    this.state = 'online';
    this.publish('connected');
  }

  private disconnect(): void {
    if (this.stopped) return;
    this.publish('disconnected');
    if (this.state === 'online') this.wait();
  }

  private lose(): void {
    if (this.stopped) return;
    this.publish('disconnected');
    this.goOffline();
  }

  private wait(): void {
    this.state = 'unknown';
    this.cancelTimeout();
    this.cancelTimeout = this.clock.setTimer(() => this.goOffline(), answerTimeoutMs);
  }

  private goOffline(): void {
    if (this.stopped) return;
    this.cancelTimeout();
    this.state = 'offline';
    this.publish('unreachable');
  }
}
