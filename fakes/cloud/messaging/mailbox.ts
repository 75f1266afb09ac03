/** Messages for one registration, kept until delivered or expired. */
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { Sink } from '../session.ts';
import type { PushDelivery } from './protocol.ts';
import type { PushAddress, Urgency } from './push-address.ts';

interface Waiting extends PushDelivery {
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Absent: normal. */
  readonly urgency?: Urgency;
}

export interface MailboxState {
  readonly id: string;
  readonly topics: readonly string[];
  readonly lastSequence: number;
  readonly waiting: readonly Waiting[];
  readonly push?: PushAddress;
}

const most = 100;

export class Mailbox {
  readonly id: string;
  readonly topics: Set<string>;
  private lastSequence: number;
  private waiting: readonly Waiting[];
  private readonly sinks = new Set<Sink>();
  /** Push service for messages that no open page takes; `null` for none. */
  push: PushAddress | null;

  constructor(state: MailboxState) {
    this.id = state.id;
    this.topics = new Set(state.topics);
    this.lastSequence = state.lastSequence;
    this.waiting = state.waiting;
    this.push = state.push ?? null;
  }

  /** Adds a message and returns its sequence number in this registration. */
  put(message: PushMessage, now: number, timeToLiveMs: number, urgency: Urgency = 'normal'): number {
    const delivery = { sequence: ++this.lastSequence, message };
    const until = { expiresAt: now + timeToLiveMs, ...(urgency !== 'normal' && { urgency }) };
    if (timeToLiveMs > 0) this.waiting = [...this.waiting, { ...delivery, ...until }].slice(-most);
    for (const sink of [...this.sinks]) sink.event(delivery);
    return delivery.sequence;
  }

  /** Whether a page listens. */
  isOpen(): boolean {
    return this.sinks.size > 0;
  }

  isWaiting(sequence: number): boolean {
    return this.waiting.some((delivery) => delivery.sequence === sequence);
  }

  remove(sequence: number): void {
    this.waiting = this.waiting.filter((delivery) => delivery.sequence !== sequence);
  }

  /** Whether a message waiting before `sequence` was of this kind. */
  removeOlder(sequence: number, isOfKind: (message: PushMessage) => boolean): boolean {
    const left = this.waiting.filter((other) => other.sequence >= sequence || !isOfKind(other.message));
    const gone = left.length < this.waiting.length;
    this.waiting = left;
    return gone;
  }

  /** Waiting messages, if there is a push service to send them to. */
  pushable(): readonly (Waiting & { readonly urgency: Urgency })[] {
    if (!this.push) return [];
    return this.waiting.map((waiting) => ({ ...waiting, urgency: waiting.urgency ?? 'normal' }));
  }

  /** Delivers valid waiting messages, then later ones. */
  open(sink: Sink, now: number): () => void {
    this.sinks.add(sink);
    this.waiting = this.waiting.filter(({ expiresAt }) => expiresAt > now);
    for (const { sequence, message } of this.waiting)
      sink.event({ sequence, message } satisfies PushDelivery);
    return () => this.sinks.delete(sink);
  }

  /** True when something waited for it. */
  acknowledge(sequence: number): boolean {
    const left = this.waiting.filter((delivery) => delivery.sequence > sequence);
    const gone = left.length < this.waiting.length;
    this.waiting = left;
    return gone;
  }

  /** Ends the delivery and notifies the listener. */
  end(error: Error): void {
    for (const sink of [...this.sinks]) sink.end(error);
    this.sinks.clear();
  }

  state(): MailboxState {
    const { id, topics, lastSequence, waiting, push } = this;
    return { id, topics: [...topics], lastSequence, waiting, ...(push && { push }) };
  }
}
