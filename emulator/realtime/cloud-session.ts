/**
 * Connection to the cloud, over a channel of its own: requests and subscriptions, delivered in the order of their
 * responses.
 */
import { createChannel } from '#fakes/cloud/channel.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { errorFrom } from '#provider-kit/error-data.ts';
import type { FromCloud, ToCloud } from '#fakes/cloud/protocol.ts';
import type { RealtimeOperation, RealtimeOperations } from '#fakes/cloud/realtime/protocol.ts';
import type { ListenEvent } from '#query/tree/protocol.ts';
import type { PortError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Unsubscribe } from '#ports/shared.ts';

/** Called when the answer comes, before anything that the cloud says after it. */
export interface SessionAnswer<T> {
  done(value: T): void;
  failed(error: PortError): void;
}

export interface ListenSink {
  event(event: ListenEvent): void;
  /** The cloud ended it. */
  end(error: PortError): void;
}

export class CloudSession {
  readonly id: string;
  private readonly channel;
  private readonly answers = new Map<number, SessionAnswer<unknown>>();
  private readonly sinks = new Map<number, ListenSink>();
  private nextId = 1;

  /** `dropped`: the cloud has cut this connection off. */
  constructor(cloud: FakeCloud, dropped: () => void) {
    const [mine, theirs] = createChannel();
    this.id = cloud.nameClient();
    this.channel = mine;
    cloud.accept(theirs);
    mine.onMessage((message) => this.receive(message as FromCloud, dropped));
    this.say({ type: 'hello', clientId: this.id, token: null });
  }

  identify(token: string | null): void {
    this.say({ type: 'identify', token });
  }

  ask<Name extends RealtimeOperation>(
    operation: Name,
    payload: RealtimeOperations[Name]['payload'],
    answer: SessionAnswer<RealtimeOperations[Name]['reply']>,
  ): void {
    const id = this.nextId++;
    this.answers.set(id, answer as SessionAnswer<unknown>);
    this.say({ type: 'request', id, room: 'realtime', operation, payload });
  }

  listen(query: NormalQuery, sink: ListenSink): Unsubscribe {
    const id = this.nextId++;
    this.sinks.set(id, sink);
    this.say({ type: 'open', id, room: 'realtime', topic: 'listen', payload: query });
    return () => {
      if (this.sinks.delete(id)) this.say({ type: 'close', id });
    };
  }

  close(): void {
    this.answers.clear();
    this.sinks.clear();
    this.channel.close();
  }

  private say(message: ToCloud): void {
    this.channel.send(message);
  }

  private receive(message: FromCloud, dropped: () => void): void {
    if (message.type === 'drop') return dropped();
    if (message.type === 'reply' || message.type === 'refusal') {
      const answer = this.answers.get(message.id);
      this.answers.delete(message.id);
      if (message.type === 'reply') answer?.done(message.value);
      else answer?.failed(errorFrom(message.error));
    }
    if (message.type === 'event') this.sinks.get(message.id)?.event(message.value as ListenEvent);
    if (message.type === 'end') {
      const sink = this.sinks.get(message.id);
      this.sinks.delete(message.id);
      if (message.error) sink?.end(errorFrom(message.error));
    }
  }
}
