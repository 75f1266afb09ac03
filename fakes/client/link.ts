/** The client's half of a connection: requests, subscriptions, the network's state. One per client. */
import { type Channel } from '#fakes/cloud/channel.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { FromCloud, Room, ToCloud } from '#fakes/cloud/protocol.ts';
import type { Random } from '#provider-kit/random.ts';
import { disposedError, PortError } from '#ports/errors.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';
import { Backoff, connectionBackoff } from '#provider-kit/backoff.ts';
import { type Answer, ClientCalls, cancelledError, type Receiver } from './calls.ts';

export class CloudLink {
  readonly clientId: string;
  private readonly connect: () => Channel;
  private readonly clock: Clock;
  private channel: Channel | null = null;
  private readonly calls = new ClientCalls((message) => this.send(message));
  private readonly listeners = new Set<(online: boolean) => void>();
  private readonly networkListeners = new Set<(online: boolean) => void>();
  private readonly brokenListeners = new Set<(back: boolean) => void>();
  private readonly offsetListeners = new Set<(offsetMs: number) => void>();
  private token: string | null = null;
  private person: string | null = null;
  private readonly identityListeners = new Set<(uid: string | null) => void>();
  private readonly holds = new Set<object>();
  private held: ToCloud[] = [];
  private network = true;
  private welcomed = false;
  private disposed = false;
  private offsetMs = 0;
  private readonly backoff: Backoff;
  /** Cancels the reconnection after the time that the cloud stated. */
  private cancelStated: (() => void) | null = null;

  constructor(clientId: string, connect: () => Channel, clock: Clock, random: Random) {
    this.clientId = clientId;
    this.connect = connect;
    this.clock = clock;
    this.backoff = new Backoff(clock, random.fork('reconnect'), connectionBackoff);
    this.start();
  }

  /** Whether there is a connection to the cloud. */
  online(): boolean {
    return this.welcomed;
  }

  /** Calls `next` at each change of `online`. */
  onOnline(next: (online: boolean) => void): Unsubscribe {
    this.listeners.add(next);
    return () => this.listeners.delete(next);
  }

  /** Pulls the cable, or plugs it in again. On while it is on, it ends a wait to reconnect. */
  setNetwork(on: boolean): void {
    if (this.disposed) return;
    if (this.network === on) {
      this.reconnectNow();
      return;
    }
    this.network = on;
    for (const listener of [...this.networkListeners]) listener(on);
    if (on) this.start();
    else this.stop();
  }

  /** Ends a wait to reconnect: the connection is opened now. The time that a `drop` states is not cut short. */
  reconnectNow(): void {
    if (!this.backoff.waiting()) return;
    this.backoff.reset();
    this.start();
  }

  networkOn(): boolean {
    return this.network;
  }

  onNetwork(next: (on: boolean) => void): Unsubscribe {
    this.networkListeners.add(next);
    return () => this.networkListeners.delete(next);
  }

  /** Calls `next` each time the connection breaks or can't be reopened. `back`: it is being reopened at this moment. */
  onBroken(next: (back: boolean) => void): Unsubscribe {
    this.brokenListeners.add(next);
    return () => this.brokenListeners.delete(next);
  }

  /** The server's clock less this client's, as measured on connecting. */
  serverTimeOffset(): number {
    return this.offsetMs;
  }

  /** Calls `next` at each change of `serverTimeOffset`. */
  onOffset(next: (offsetMs: number) => void): Unsubscribe {
    this.offsetListeners.add(next);
    return () => this.offsetListeners.delete(next);
  }

  /** Sends another identity with requests from now on; `uid` is the person that the token stands for. */
  identify(token: string | null, uid: string | null = null): void {
    if (this.disposed) return;
    if (token !== this.token) {
      this.token = token;
      if (this.channel) this.send({ type: 'identify', token });
    }
    if (uid === this.person) return;
    this.person = uid;
    for (const listener of [...this.identityListeners]) listener(uid);
  }

  /** Id of the person signed in here, as far as this client knows; `null` for nobody. */
  uid(): string | null {
    return this.person;
  }

  /** Calls `next` at each change of `uid`; requests from then on carry that identity. */
  onIdentity(next: (uid: string | null) => void): Unsubscribe {
    this.identityListeners.add(next);
    return () => this.identityListeners.delete(next);
  }

  /**
   * Holds back requests to all rooms but auth's until the returned function is called: while the identity is unknown, no request
   * may go out in nobody's name.
   */
  hold(): () => void {
    const hold = {};
    this.holds.add(hold);
    return () => {
      this.holds.delete(hold);
      if (this.holds.size > 0) return;
      const { held } = this;
      this.held = [];
      for (const message of held) this.channel?.send(message);
    };
  }

  /** @throws PortError `unavailable` when offline, or when the connection is lost before the answer; `cancelled` */
  request<T>(room: Room, operation: string, payload: unknown, signal?: CancelSignal): Promise<T> {
    const refusal = this.refusal(signal);
    if (refusal) return Promise.reject(refusal);
    return new Promise<T>((done, failed) =>
      this.calls.request(room, operation, payload, { done, failed }, signal),
    );
  }

  /** Like `request`, without the moment that a promise takes. */
  ask<T>(room: Room, operation: string, payload: unknown, answer: Answer<T>, signal?: CancelSignal): void {
    const refusal = this.refusal(signal);
    if (refusal) answer.failed(refusal);
    else this.calls.request(room, operation, payload, answer, signal);
  }

  /** Opens a subscription. Offline it ends at once (asynchronously) with `unavailable`. */
  open(room: Room, topic: string, payload: unknown, receiver: Receiver): Unsubscribe {
    return this.calls.open(room, topic, payload, receiver, this.refusal());
  }

  isDisposed(): boolean {
    return this.disposed;
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.stop();
    this.listeners.clear();
    this.networkListeners.clear();
    this.brokenListeners.clear();
    this.offsetListeners.clear();
    this.identityListeners.clear();
  }

  /** Error of a request that can't be sent now; `null` when it can. */
  private refusal(signal?: CancelSignal): PortError | null {
    if (this.disposed) return disposedError();
    if (signal?.aborted) return cancelledError();
    return this.channel ? null : offlineError();
  }

  private start(): void {
    if (this.channel || !this.network || this.disposed) return;
    const channel = this.connect();
    this.channel = channel;
    channel.onMessage((message) => {
      if (this.channel === channel) this.receive(message as FromCloud);
    });
    channel.onClose(() => {
      if (this.channel === channel) this.lost(null);
    });
    this.send({ type: 'hello', clientId: this.clientId, token: this.token });
  }

  private stop(): void {
    this.backoff.cancel();
    this.cancelStated?.();
    this.cancelStated = null;
    const { channel } = this;
    this.channel = null;
    this.held = [];
    channel?.close();
    this.setOnline(false);
    this.calls.endAll(this.disposed ? disposedError : offlineError);
  }

  /** A connection that broke by itself is reopened automatically: after the stated time, or the back-off. */
  private lost(afterMs: number | null): void {
    const back = this.welcomed && afterMs === 0;
    this.stop();
    for (const listener of [...this.brokenListeners]) listener(back);
    if (this.disposed || !this.network || this.channel) return;
    if (afterMs === null) this.backoff.schedule(() => this.start());
    else this.cancelStated = this.clock.setTimer(() => this.start(), afterMs);
  }

  private setOnline(online: boolean): void {
    if (this.welcomed === online) return;
    this.welcomed = online;
    for (const listener of [...this.listeners]) listener(online);
  }

  private send(message: ToCloud): void {
    if (this.holds.size > 0 && isHeld(message)) this.held.push(message);
    else this.channel?.send(message);
  }

  private receive(message: FromCloud): void {
    switch (message.type) {
      case 'welcome':
        this.measure(message.at);
        this.backoff.calm();
        this.setOnline(true);
        return;
      case 'time':
        this.measure(message.at);
        return;
      case 'drop':
        this.lost(message.forMs);
        return;
      default:
        this.calls.receive(message);
    }
  }

  private measure(serverTime: number): void {
    const offsetMs = serverTime - this.clock.now();
    if (offsetMs === this.offsetMs) return;
    this.offsetMs = offsetMs;
    for (const listener of [...this.offsetListeners]) listener(offsetMs);
  }
}

const isHeld = (message: ToCloud) =>
  message.type === 'close' ||
  ((message.type === 'request' || message.type === 'open') && message.room !== 'auth');

const offlineError = () =>
  new PortError('unavailable', 'There is no connection to the backend. Try again when it is back.');
