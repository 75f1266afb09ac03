/** The client's half of a connection: requests, subscriptions, the network's state. One per client. */
import { type Channel } from '#fakes/cloud/channel.ts';
import type { Clock } from '#fakes/cloud/clock.ts';
import { errorFrom, type FromCloud, type Room, type ToCloud } from '#fakes/cloud/protocol.ts';
import { PortError } from '#ports/errors.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';

interface Pending {
  resolve(value: unknown): void;
  reject(error: PortError): void;
}

/** Called when the answer comes, before anything that the cloud says after it. */
export interface Answer<T> {
  done(value: T): void;
  /** `unavailable` when the connection is lost before the answer. */
  failed(error: PortError): void;
}

export interface Receiver {
  event(value: never): void;
  /** The server ended it (with its reason), or the connection was lost (`unavailable`): open it again when online. */
  end(error: PortError | null): void;
}

export class Link {
  readonly clientId: string;
  private readonly connect: () => Channel;
  private readonly clock: Clock;
  private channel: Channel | null = null;
  private readonly pending = new Map<number, Pending>();
  private readonly receivers = new Map<number, Receiver>();
  private readonly listeners = new Set<(online: boolean) => void>();
  private readonly networkListeners = new Set<(online: boolean) => void>();
  private readonly brokenListeners = new Set<(back: boolean) => void>();
  private readonly offsetListeners = new Set<(offsetMs: number) => void>();
  private nextId = 1;
  private token: string | null = null;
  private person: string | null = null;
  private readonly identityListeners = new Set<(uid: string | null) => void>();
  private readonly holds = new Set<object>();
  private held: ToCloud[] = [];
  private network = true;
  private welcomed = false;
  private disposed = false;
  private offsetMs = 0;
  private cancelRetry: (() => void) | null = null;

  constructor(clientId: string, connect: () => Channel, clock: Clock) {
    this.clientId = clientId;
    this.connect = connect;
    this.clock = clock;
    this.start();
  }

  /** In touch with the cloud. */
  online(): boolean {
    return this.welcomed;
  }

  /** Told at each change of `online`. */
  onOnline(next: (online: boolean) => void): Unsubscribe {
    this.listeners.add(next);
    return () => this.listeners.delete(next);
  }

  /** Pulls the cable, or plugs it in again. */
  setNetwork(on: boolean): void {
    if (this.network === on || this.disposed) return;
    this.network = on;
    for (const listener of [...this.networkListeners]) listener(on);
    if (on) this.start();
    else this.stop();
  }

  networkOn(): boolean {
    return this.network;
  }

  onNetwork(next: (on: boolean) => void): Unsubscribe {
    this.networkListeners.add(next);
    return () => this.networkListeners.delete(next);
  }

  /**
   * Told each time the connection breaks by itself, or could not be made again. `back`: it is being made again at this very
   * moment.
   */
  onBroken(next: (back: boolean) => void): Unsubscribe {
    this.brokenListeners.add(next);
    return () => this.brokenListeners.delete(next);
  }

  /** The server's clock less this client's, as measured on connecting. */
  serverTimeOffset(): number {
    return this.offsetMs;
  }

  /** Told at each change of `serverTimeOffset`. */
  onOffset(next: (offsetMs: number) => void): Unsubscribe {
    this.offsetListeners.add(next);
    return () => this.offsetListeners.delete(next);
  }

  /** Shows who is calling from now on; `uid` names the person that the token stands for. */
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

  /** Who is signed in here, as far as this client knows; `null` for nobody. */
  uid(): string | null {
    return this.person;
  }

  /** Told at each change of `uid`; whatever is asked from then on is asked as that person. */
  onIdentity(next: (uid: string | null) => void): Unsubscribe {
    this.identityListeners.add(next);
    return () => this.identityListeners.delete(next);
  }

  /**
   * Keeps back what is said to all rooms but auth's until the returned function is called: while it is not known yet who
   * is calling, nothing may be asked in nobody's name.
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
    if (this.disposed) return Promise.reject(disposedError());
    if (signal?.aborted) return Promise.reject(new PortError('cancelled', 'The request was cancelled.'));
    if (!this.channel) return Promise.reject(offlineError());
    const id = this.nextId++;
    return new Promise<T>((resolve, reject) => {
      const cancel = () => {
        if (!this.pending.delete(id)) return;
        this.send({ type: 'close', id });
        reject(new PortError('cancelled', 'The request was cancelled.'));
      };
      const done = () => signal?.removeEventListener('abort', cancel);
      this.pending.set(id, {
        resolve: (value) => {
          done();
          resolve(value as T);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      signal?.addEventListener('abort', cancel);
      this.send({ type: 'request', id, room, operation, payload });
    });
  }

  /** Like `request`, without the moment that a promise takes. */
  ask<T>(room: Room, operation: string, payload: unknown, answer: Answer<T>): void {
    if (this.disposed || !this.channel) {
      answer.failed(this.disposed ? disposedError() : offlineError());
      return;
    }
    const id = this.nextId++;
    const resolve = (value: unknown) => answer.done(value as T);
    this.pending.set(id, { resolve, reject: (error) => answer.failed(error) });
    this.send({ type: 'request', id, room, operation, payload });
  }

  /** Opens a subscription. Offline it ends at once (asynchronously) with `unavailable`. */
  open(room: Room, topic: string, payload: unknown, receiver: Receiver): Unsubscribe {
    const id = this.nextId++;
    if (!this.channel || this.disposed) {
      const error = this.disposed ? disposedError() : offlineError();
      this.receivers.set(id, receiver);
      queueMicrotask(() => this.endReceiver(id, error));
    } else {
      this.receivers.set(id, receiver);
      this.send({ type: 'open', id, room, topic, payload });
    }
    return () => {
      if (this.receivers.delete(id)) this.send({ type: 'close', id });
    };
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

  private start(): void {
    if (this.channel || !this.network || this.disposed) return;
    const channel = this.connect();
    this.channel = channel;
    channel.onMessage((message) => {
      if (this.channel === channel) this.receive(message as FromCloud);
    });
    channel.onClose(() => {
      if (this.channel === channel) this.lost(1000);
    });
    this.send({ type: 'hello', clientId: this.clientId, token: this.token });
  }

  private stop(): void {
    this.cancelRetry?.();
    this.cancelRetry = null;
    const { channel } = this;
    this.channel = null;
    this.held = [];
    channel?.close();
    this.setOnline(false);
    this.failAll();
  }

  /** The connection broke by itself: comes back by itself too. */
  private lost(afterMs: number): void {
    const back = this.welcomed && afterMs === 0;
    this.stop();
    for (const listener of [...this.brokenListeners]) listener(back);
    this.cancelRetry = this.clock.setTimer(() => this.start(), afterMs);
  }

  private failAll(): void {
    const reason = this.disposed ? disposedError : offlineError;
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const request of pending) request.reject(reason());
    for (const id of [...this.receivers.keys()]) this.endReceiver(id, reason());
  }

  private endReceiver(id: number, error: PortError | null): void {
    const receiver = this.receivers.get(id);
    if (this.receivers.delete(id)) receiver?.end(error);
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
        this.setOnline(true);
        return;
      case 'time':
        this.measure(message.at);
        return;
      case 'reply':
        this.take(message.id)?.resolve(message.value);
        return;
      case 'refusal':
        this.take(message.id)?.reject(errorFrom(message.error));
        return;
      case 'event':
        this.receivers.get(message.id)?.event(message.value as never);
        return;
      case 'end':
        this.endReceiver(message.id, message.error ? errorFrom(message.error) : null);
        return;
      case 'drop':
        this.lost(message.forMs);
    }
  }

  private measure(serverTime: number): void {
    const offsetMs = serverTime - this.clock.now();
    if (offsetMs === this.offsetMs) return;
    this.offsetMs = offsetMs;
    for (const listener of [...this.offsetListeners]) listener(offsetMs);
  }

  private take(id: number): Pending | undefined {
    const request = this.pending.get(id);
    this.pending.delete(id);
    return request;
  }
}

const isHeld = (message: ToCloud) =>
  message.type === 'close' ||
  ((message.type === 'request' || message.type === 'open') && message.room !== 'auth');

const offlineError = () =>
  new PortError('unavailable', 'There is no connection to the backend. Try again when it is back.');
const disposedError = () => new PortError('failed-precondition', 'This client has been disposed of.');
