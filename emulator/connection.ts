/**
 * Connection to the cloud with the authority of a token: requests and subscriptions, as the cloud's own clients make
 * them.
 */
import { createChannel, type Channel } from '#fakes/cloud/channel.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { errorFrom } from '#provider-kit/error-data.ts';
import type { FromCloud, Room, ToCloud } from '#fakes/cloud/protocol.ts';
import { PortError } from '#ports/errors.ts';

interface Pending {
  resolve(value: unknown): void;
  reject(error: PortError): void;
}

export interface SocketReceiver {
  event(value: unknown): void;
  end(error: PortError): void;
}

const lost = () => new PortError('unavailable', 'The connection to the cloud was lost.');

export class SocketConnection {
  private readonly channel: Channel;
  private readonly pending = new Map<number, Pending>();
  private readonly receivers = new Map<number, SocketReceiver>();
  private readonly welcome: Promise<number>;
  private welcomed: (at: number) => void = () => {};
  private next = 1;
  private closed = false;

  /** `token`: what the caller showed; `null` for nobody. */
  constructor(cloud: FakeCloud, token: string | null, clientId = cloud.nameClient()) {
    const [mine, theirs] = createChannel();
    this.channel = mine;
    this.welcome = new Promise((resolve) => {
      this.welcomed = resolve;
    });
    cloud.accept(theirs);
    mine.onMessage((message) => this.receive(message as FromCloud));
    mine.onClose(() => this.fail());
    this.send({ type: 'hello', clientId, token, exact: true });
  }

  /** The server's time when the connection was made. */
  since(): Promise<number> {
    return this.welcome;
  }

  /** @throws PortError the refusal; unavailable when the connection is lost */
  request<T>(room: Room, operation: string, payload: unknown): Promise<T> {
    if (this.closed) return Promise.reject(lost());
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.pending.set(id, { resolve: (value) => resolve(value as T), reject });
      this.send({ type: 'request', id, room, operation, payload });
    });
  }

  /** Ends once, with why; `unavailable` when the connection is lost. */
  open(room: Room, topic: string, payload: unknown, receiver: SocketReceiver): void {
    const id = this.next++;
    this.receivers.set(id, receiver);
    this.send({ type: 'open', id, room, topic, payload });
  }

  /** Nothing is told any more. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.receivers.clear();
    this.pending.clear();
    this.channel.close();
  }

  private send(message: ToCloud): void {
    this.channel.send(message);
  }

  private fail(): void {
    if (this.closed) return;
    this.closed = true;
    const [pending, receivers] = [[...this.pending.values()], [...this.receivers.values()]];
    this.pending.clear();
    this.receivers.clear();
    for (const { reject } of pending) reject(lost());
    for (const { end } of receivers) end(lost());
    this.channel.close();
  }

  private receive(message: FromCloud): void {
    if (this.closed) return;
    switch (message.type) {
      case 'welcome':
        this.welcomed(message.at);
        return;
      case 'reply':
        this.take(message.id)?.resolve(message.value);
        return;
      case 'refusal':
        this.take(message.id)?.reject(errorFrom(message.error));
        return;
      case 'event':
        this.receivers.get(message.id)?.event(message.value);
        return;
      case 'end': {
        const receiver = this.receivers.get(message.id);
        this.receivers.delete(message.id);
        receiver?.end(message.error ? errorFrom(message.error) : lost());
        return;
      }
      case 'drop':
        this.fail();
        return;
      case 'time':
    }
  }

  private take(id: number): Pending | undefined {
    const found = this.pending.get(id);
    this.pending.delete(id);
    return found;
  }
}
