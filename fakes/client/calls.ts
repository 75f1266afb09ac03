/** Requests and subscriptions over one client's connection, each under a number that is used once. */
import { errorFrom } from '#provider-kit/error-data.ts';
import type { FromCloud, Room, ToCloud } from '#fakes/cloud/protocol.ts';
import { PortError } from '#ports/errors.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** Receivers of an answer: called when it comes, before any later message of the cloud. */
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

type ToCalls = Extract<FromCloud, { type: 'reply' | 'refusal' | 'event' | 'end' }>;

export const cancelledError = (): PortError => new PortError('cancelled', 'The request was cancelled.');

export class ClientCalls {
  private readonly send: (message: ToCloud) => void;
  private readonly pending = new Map<number, Answer<never>>();
  private readonly receivers = new Map<number, Receiver>();
  private nextId = 1;

  constructor(send: (message: ToCloud) => void) {
    this.send = send;
  }

  /** Sends a request; when cancelled it fails with `cancelled`, and the cloud is notified. */
  request(
    room: Room,
    operation: string,
    payload: unknown,
    answer: Answer<never>,
    signal?: CancelSignal,
  ): void {
    const id = this.nextId++;
    this.pending.set(id, signal ? this.cancellable(id, answer, signal) : answer);
    this.send({ type: 'request', id, room, operation, payload });
  }

  /** Opens a subscription; with a `refusal` it ends at once (asynchronously). */
  open(
    room: Room,
    topic: string,
    payload: unknown,
    receiver: Receiver,
    refusal: PortError | null,
  ): Unsubscribe {
    const id = this.nextId++;
    this.receivers.set(id, receiver);
    if (refusal) queueMicrotask(guardListener(() => this.end(id, refusal)));
    else this.send({ type: 'open', id, room, topic, payload });
    return () => {
      if (this.receivers.delete(id)) this.send({ type: 'close', id });
    };
  }

  receive(message: ToCalls): void {
    switch (message.type) {
      case 'reply':
        this.take(message.id)?.done(message.value as never);
        return;
      case 'refusal':
        this.take(message.id)?.failed(errorFrom(message.error));
        return;
      case 'event':
        this.receivers.get(message.id)?.event(message.value as never);
        return;
      case 'end':
        this.end(message.id, message.error ? errorFrom(message.error) : null);
    }
  }

  /** Fails every open request and subscription: the connection is gone. */
  endAll(reason: () => PortError): void {
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const answer of pending) answer.failed(reason());
    for (const id of [...this.receivers.keys()]) this.end(id, reason());
  }

  private cancellable(id: number, { done, failed }: Answer<never>, signal: CancelSignal): Answer<never> {
    const cancel = guardListener(() => {
      if (!this.pending.delete(id)) return;
      this.send({ type: 'close', id });
      failed(cancelledError());
    });
    const settled = () => signal.removeEventListener('abort', cancel);
    signal.addEventListener('abort', cancel);
    return {
      done: (value) => {
        settled();
        done(value);
      },
      failed: (error) => {
        settled();
        failed(error);
      },
    };
  }

  private end(id: number, error: PortError | null): void {
    const receiver = this.receivers.get(id);
    if (this.receivers.delete(id)) receiver?.end(error);
  }

  private take(id: number): Answer<never> | undefined {
    const answer = this.pending.get(id);
    this.pending.delete(id);
    return answer;
  }
}
