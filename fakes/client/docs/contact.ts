/** Is the server there, as far as one can tell from here? */
import type { Clock } from '#fakes/cloud/clock.ts';
import type { Link } from '../link.ts';

/** How long a connection may take to come about before this client calls itself offline. */
const patienceMs = 10_000;

export interface ContactOwner {
  connected(): void;
  lost(): void;
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
    link.onOnline((online) => (online ? this.connect() : this.lose()));
    link.onNetwork((on) => {
      if (!on) this.lose();
    });
    if (link.online()) this.connect();
    else if (!link.networkOn()) this.lose();
    else
      this.cancelPatience = this.clock.setTimer(() => {
        if (this.state === 'unknown') this.lose();
      }, patienceMs);
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

  /** May the server be asked? */
  reachable(): boolean {
    return this.enabled && this.state !== 'offline';
  }

  setEnabled(enabled: boolean): void {
    if (this.enabled === enabled) return;
    this.enabled = enabled;
    if (!enabled) this.lose();
    else if (this.link.online()) this.connect();
  }

  private connect(): void {
    if (this.stopped || !this.enabled) return;
    this.cancelPatience();
    this.state = 'online';
    this.owner.connected();
  }

  private lose(): void {
    if (this.stopped) return;
    this.cancelPatience();
    this.state = 'offline';
    this.owner.lost();
  }
}
