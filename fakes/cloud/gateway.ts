/**
 * The cloud's half of a connection: reads messages, calls the services, answers. Faults apply here. Changes are stored before the
 * message about them is sent.
 */
import { OwnSignal } from '#provider-kit/cancel.ts';
import { PortError } from '#ports/errors.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { CancelSignal } from '#ports/shared.ts';
import type { Channel } from './channel.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { FaultQueue, FaultVerdict } from './faults.ts';
import { handlerOf } from './handler-of.ts';
import { checkedPayload } from './payloads.ts';
import { type ErrorData, errorData } from '#provider-kit/error-data.ts';
import { absentService } from './services.ts';
import { type FromCloud, isOperator, type Room, type ToCloud } from './protocol.ts';
import type { CloudService } from './service.ts';
import type { Session, Sink } from './session.ts';

export interface GatewayContext {
  readonly clock: Clock;
  readonly faults: FaultQueue;
  /** Whether this connection may be an operator's. */
  readonly operators: boolean;
  /** Network address of the client; `null` where the connection has none. */
  readonly peer: string | null;
  service(room: Room): GatewayService | undefined;
  services(): Iterable<GatewayService>;
  /** Caller of a token; `null` for none, or one that is no longer valid. */
  verify(token: string): Caller | null;
  /** Notes an error that is no `PortError`, a mistake of the cloud. Returns the error for the client. */
  failure(operation: string, error: unknown): PortError;
  /** Observers of the traffic. */
  readonly readers: ReadonlySet<(traffic: Traffic) => void>;
  /** `null` in a complete cloud; else resolves once it is, or rejects when a part can't be loaded. */
  completion(): Promise<void> | null;
  /** Runs `run` once every change up to now is stored, in the order of the calls; at once in a cloud without storage. */
  whenKept(run: () => void): void;
}

/** A message between a client and the cloud. */
export interface Traffic {
  /** Epoch milliseconds, the cloud's time. */
  readonly at: number;
  readonly clientId: string;
  readonly from: 'client' | 'cloud';
  readonly message: ToCloud | FromCloud;
}

/** A service as the gateway sees it; the operator's door is one too. */
export type GatewayService = Pick<
  CloudService,
  'requests' | 'payloads' | 'topics' | 'disconnected' | 'identified'
>;

/** Rooms whose requests the security rules guard or backend code answers: they wait for a complete cloud. */
const roomsOfWholeCloud: ReadonlySet<Room> = new Set<Room>(['docs', 'realtime', 'storage', 'functions']);

export class Gateway {
  private readonly channel: Channel;
  private readonly context: GatewayContext;
  /** Requests and subscriptions that are open, by the client's number. */
  private readonly open = new Map<number, { cancel(): void }>();
  private session: SessionState | null = null;
  /** Messages that wait for the complete cloud, in their order; `null`: none has to. */
  private waiting: ToCloud[] | null = null;
  private readonly sessionId: string;
  private readonly gone: () => void;

  constructor(channel: Channel, context: GatewayContext, sessionId: string, gone: () => void) {
    this.channel = channel;
    this.context = context;
    this.sessionId = sessionId;
    this.gone = gone;
    channel.onMessage((message) => this.receive(message as ToCloud));
    channel.onClose(() => this.end());
  }

  /** Disconnects the client and tells it when to reconnect; null: after its own back-off. */
  drop(forMs: number | null): void {
    this.send({ type: 'drop', forMs });
    this.end();
  }

  /** Whether the other end is an operator, whom no fault and no reset disconnects. */
  servesOperator(): boolean {
    return this.context.operators && this.session !== null && isOperator(this.session.clientId);
  }

  announceTime(): void {
    if (this.session) this.send({ type: 'time', at: this.context.clock.now() });
  }

  private end(): void {
    const { session } = this;
    this.session = null;
    this.waiting = null;
    runEach(this.open.values(), (work) => work.cancel());
    this.open.clear();
    if (session) runEach(this.context.services(), (service) => service.disconnected?.(session));
    this.gone();
  }

  private send(message: FromCloud): void {
    this.note('cloud', message);
    this.context.whenKept(() => this.channel.send(message));
  }

  private note(from: Traffic['from'], message: ToCloud | FromCloud): void {
    const { clock, readers } = this.context;
    if (readers.size === 0 || !this.session) return;
    for (const reader of [...readers])
      reader({ at: clock.now(), clientId: this.session.clientId, from, message });
  }

  private receive(message: ToCloud): void {
    if (message.type === 'hello') {
      this.session = new SessionState(this.sessionId, message.clientId, () => this.context);
      this.session.token = message.token;
      this.session.exact = message.exact ?? false;
      this.note('client', message);
      this.send({ type: 'welcome', at: this.context.clock.now() });
      return;
    }
    if (!this.session) return;
    this.note('client', message);
    if (this.waiting) this.waiting.push(message);
    else if (isOfWholeCloud(message)) this.handleWhenComplete(message, this.session);
    else this.handle(message, this.session);
  }

  private handleWhenComplete(message: ToCloud, session: SessionState): void {
    const completion = this.context.completion();
    if (completion === null) return this.handle(message, session);
    const waiting = [message];
    this.waiting = waiting;
    completion.then(
      () => {
        if (this.waiting !== waiting) return;
        this.waiting = null;
        for (const each of waiting) if (this.session === session) this.handle(each, session);
      },
      // The client comes again, after its own back-off, with the same requests.
      () => {
        if (this.waiting === waiting) this.drop(null);
      },
    );
  }

  private handle(message: ToCloud, session: SessionState): void {
    switch (message.type) {
      case 'identify':
        session.token = message.token;
        // A listen that a service could not check again may be no longer allowed.
        runEach(
          this.context.services(),
          (service) => service.identified?.(session),
          () => this.drop(0),
        );
        return;
      case 'request':
        this.answer(message, session);
        return;
      case 'open':
        this.subscribe(message, session);
        return;
      case 'close':
        this.close(message.id);
    }
  }

  private close(id: number): void {
    const work = this.open.get(id);
    this.open.delete(id);
    work?.cancel();
  }

  private answer(message: Extract<ToCloud, { type: 'request' }>, session: Session): void {
    const { id, room, operation } = message;
    const verdict = this.context.faults.verdict(room, operation);
    const signal = new OwnSignal();
    this.open.set(id, signal);
    if (verdict.delayMs > 0)
      this.context.clock.setTimer(() => this.run(message, session, verdict, signal), verdict.delayMs);
    else this.run(message, session, verdict, signal);
  }

  /** A synchronous result is sent synchronously: before any later event. */
  private run(
    { id, room, operation, payload }: Extract<ToCloud, { type: 'request' }>,
    session: Session,
    verdict: FaultVerdict,
    signal: CancelSignal,
  ): void {
    if (signal.aborted) return;
    const refuse = (error: unknown) =>
      this.reply(
        { type: 'refusal', id, error: this.outward(`${room}.${operation}`, error) },
        verdict.loseAnswer,
      );
    const give = (value: unknown) => this.reply({ type: 'reply', id, value }, verdict.loseAnswer);
    try {
      if (verdict.refusal) throw verdict.refusal;
      const service = this.service(room);
      const handler = handlerOf(service.requests, operation);
      if (!handler) throw new PortError('unimplemented', `${room} has no operation ${operation}.`);
      const checked = checkedPayload(service.payloads, room, operation, payload);
      const outcome = handler(checked as never, session, signal);
      if (outcome instanceof Promise) outcome.then(give, refuse);
      else give(outcome);
    } catch (error) {
      refuse(error);
    }
  }

  /** Unless the request was cancelled. */
  private reply(answer: Extract<FromCloud, { type: 'reply' | 'refusal' }>, lost: boolean): void {
    if (!this.open.delete(answer.id)) return;
    if (lost) this.drop(0);
    else this.send(answer);
  }

  private subscribe(message: Extract<ToCloud, { type: 'open' }>, session: Session): void {
    const { id, room, topic } = message;
    const sink: Sink = {
      event: (value) => {
        if (this.open.has(id)) this.send({ type: 'event', id, value });
      },
      end: (error) => {
        if (!this.open.delete(id)) return;
        this.send({
          type: 'end',
          id,
          error: error === undefined ? null : this.outward(`${room}.${topic}`, error),
        });
      },
    };
    let close: (() => void) | null = null;
    let closed = false;
    const cancel = () => {
      closed = true;
      close?.();
    };
    this.open.set(id, { cancel });
    const verdict = this.context.faults.verdict(room, topic);
    const start = () => {
      if (closed) return;
      try {
        if (verdict.refusal) throw verdict.refusal;
        const service = this.service(room);
        const handler = handlerOf(service.topics, topic);
        if (!handler) throw new PortError('unimplemented', `${room} has no topic ${topic}.`);
        const checked = checkedPayload(service.payloads, room, topic, message.payload);
        close = handler(checked as never, session, verdict.loseAnswer ? this.dropping(id) : sink);
        if (closed) close();
      } catch (error) {
        sink.end(error);
      }
    };
    if (verdict.delayMs > 0) this.context.clock.setTimer(start, verdict.delayMs);
    else start();
  }

  /** @throws PortError unimplemented where the cloud was made without it */
  private service(room: Room): GatewayService {
    const service = this.context.service(room);
    if (!service)
      throw room === 'control'
        ? new PortError('unimplemented', 'Only operators have control.')
        : absentService(room);
    return service;
  }

  private outward(operation: string, error: unknown): ErrorData {
    return errorData(error instanceof PortError ? error : this.context.failure(operation, error));
  }

  /** The first message is never sent: the connection drops instead. */
  private dropping(id: number): Sink {
    const drop = () => {
      if (this.open.has(id)) this.drop(0);
    };
    return { event: drop, end: drop };
  }
}

const isOfWholeCloud = (message: ToCloud): boolean =>
  (message.type === 'request' || message.type === 'open') && roomsOfWholeCloud.has(message.room);

class SessionState implements Session {
  readonly id: string;
  readonly clientId: string;
  token: string | null = null;
  exact = false;
  private readonly context: () => GatewayContext;

  constructor(id: string, clientId: string, context: () => GatewayContext) {
    this.id = id;
    this.clientId = clientId;
    this.context = context;
  }

  get peer(): string {
    return this.context().peer ?? this.id;
  }

  caller(): Caller | null {
    return this.token === null ? null : this.context().verify(this.token);
  }

  hasToken(): boolean {
    return this.token !== null;
  }
}
