/** Online state of a client: connection, and answers of the server over it. */
import type { Clock } from '#provider-kit/clock.ts';
import type { Link } from '../link.ts';
import { patienceMs } from './remote.ts';

export interface ContactOwner {
  connected(): void;
  /** Called when the connection is lost; it may be back in a moment. */
  disconnected(): void;
  /** Called when the server is unreachable: shown data may be out of date. */
  outOfTouch(): void;
}

export class Contact {
  private readonly link: Link;
  private readonly clock: Clock;
  private readonly owner: ContactOwner;
  private state: 'unknown' | 'online' | 'offline' = 'unknown';
  private enabled = true;
  private stopped = false;
  private cancelPatience: () => void = () => {};

  constructor(link: Link, clock: Clock, owner: ContactOwner) {
    this.link = link;
    this.clock = clock;
    this.owner = owner;
  }

  start(): void {
    const { link } = this;
    link.onOnline((online) => (online ? this.connect() : this.disconnect()));
    link.onBroken((back) => {
      if (!back) this.lose();
    });
    link.onNetwork((on) => {
      if (!on) this.lose();
    });
    if (link.online()) this.connect();
    else if (link.networkOn()) this.wait();
    else this.lose();
  }

  stop(): void {
    this.stopped = true;
    this.cancelPatience();
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
    else if (this.link.online()) this.connect();
  }

  /** Goes offline although there is a connection: the server does not answer. */
  doubt(): void {
    this.goOffline();
  }

  /** Goes online: the server has answered. */
  trust(): void {
    if (!this.stopped && this.enabled && this.link.online()) this.state = 'online';
  }

  /** Ends the doubt of `doubt`: nothing waits for the server any more, so the next request finds out. */
  calm(): void {
    if (this.stopped || !this.enabled || this.state !== 'offline' || !this.link.online()) return;
    this.state = 'unknown';
  }

  private connect(): void {
    if (this.stopped || !this.enabled) return;
    this.cancelPatience();
    this.state = 'online';
    this.owner.connected();
  }

  private disconnect(): void {
    if (this.stopped) return;
    this.owner.disconnected();
    if (this.state === 'online') this.wait();
  }

  private lose(): void {
    if (this.stopped) return;
    this.owner.disconnected();
    this.goOffline();
  }

  private wait(): void {
    this.state = 'unknown';
    this.cancelPatience();
    this.cancelPatience = this.clock.setTimer(() => this.goOffline(), patienceMs);
  }

  private goOffline(): void {
    if (this.stopped) return;
    this.cancelPatience();
    this.state = 'offline';
    this.owner.outOfTouch();
  }
}
