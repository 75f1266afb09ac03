/**
 * Requests and subscriptions of a connection that are open: calls of the services, and their answers and events. Faults apply here.
 */
import { PortError } from '#ports/errors.ts';
import { OwnSignal } from '#provider-kit/cancel.ts';
import { type ErrorData, errorData } from '#provider-kit/error-data.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import type { GatewayContext, GatewayService } from './gateway-context.ts';
import { handlerOf } from './handler-of.ts';
import { checkedPayload } from './payloads.ts';
import type { FromCloud, Room, ToCloud } from './protocol.ts';
import { absentService } from './services.ts';
import type { Session, Sink } from './session.ts';

export interface OpenRequests {
  answer(message: Extract<ToCloud, { type: 'request' }>, session: Session): void;
  subscribe(message: Extract<ToCloud, { type: 'open' }>, session: Session): void;
  /** Cancels a request, or closes a subscription. `id`: the client's number. */
  close(id: number): void;
  /** Cancels and closes all. */
  end(): void;
}

/** `send`: to the client; `drop`: disconnects it, which then reconnects at once. */
export function openRequests(
  context: GatewayContext,
  send: (message: FromCloud) => void,
  drop: () => void,
): OpenRequests {
  const { clock, faults } = context;
  /** By the client's number. */
  const open = new Map<number, { cancel(): void }>();

  /** @throws PortError unimplemented where the cloud was made without it */
  const serviceOf = (room: Room): GatewayService => {
    const service = context.service(room);
    if (!service)
      throw room === 'control'
        ? new PortError('unimplemented', 'Only operators have control.')
        : absentService(room);
    return service;
  };

  const outward = (operation: string, error: unknown): ErrorData =>
    errorData(error instanceof PortError ? error : context.failure(operation, error));

  const later = (run: () => void, delayMs: number) => {
    if (delayMs > 0) clock.setTimer(run, delayMs);
    else run();
  };

  return {
    answer({ id, room, operation, payload }, session) {
      const verdict = faults.verdict(room, operation);
      const signal = new OwnSignal();
      open.set(id, signal);
      /** Unless the request was cancelled. */
      const reply = (answer: FromCloud) => {
        if (!open.delete(id)) return;
        if (verdict.loseAnswer) drop();
        else send(answer);
      };
      const fail = (error: unknown) =>
        reply({ type: 'refusal', id, error: outward(`${room}.${operation}`, error) });
      const give = (value: unknown) => reply({ type: 'reply', id, value });
      // A synchronous result is sent synchronously: before any later event.
      later(() => {
        if (signal.aborted) return;
        try {
          if (verdict.refusal) throw verdict.refusal;
          const service = serviceOf(room);
          const handler = handlerOf(service.requests, operation);
          if (!handler) throw new PortError('unimplemented', `${room} has no operation ${operation}.`);
          const checked = checkedPayload(service.payloads, room, operation, payload);
          const outcome = handler(checked as never, session, signal);
          if (outcome instanceof Promise) outcome.then(give, fail);
          else give(outcome);
        } catch (error) {
          fail(error);
        }
      }, verdict.delayMs);
    },
    subscribe({ id, room, topic, payload }, session) {
      const sink: Sink = {
        event: (value) => {
          if (open.has(id)) send({ type: 'event', id, value });
        },
        end: (error) => {
          if (!open.delete(id)) return;
          send({ type: 'end', id, error: error === undefined ? null : outward(`${room}.${topic}`, error) });
        },
      };
      let close: (() => void) | null = null;
      let closed = false;
      const cancel = () => {
        closed = true;
        close?.();
      };
      open.set(id, { cancel });
      const verdict = faults.verdict(room, topic);
      const lose = () => {
        if (open.has(id)) drop();
      };
      later(() => {
        if (closed) return;
        try {
          if (verdict.refusal) throw verdict.refusal;
          const service = serviceOf(room);
          const handler = handlerOf(service.topics, topic);
          if (!handler) throw new PortError('unimplemented', `${room} has no topic ${topic}.`);
          const checked = checkedPayload(service.payloads, room, topic, payload);
          // A lost answer: the first message is never sent, the connection drops instead.
          close = handler(checked as never, session, verdict.loseAnswer ? { event: lose, end: lose } : sink);
          if (closed) close();
        } catch (error) {
          sink.end(error);
        }
      }, verdict.delayMs);
    },
    close(id) {
      const work = open.get(id);
      open.delete(id);
      work?.cancel();
    },
    end() {
      runEach(open.values(), (work) => work.cancel());
      open.clear();
    },
  };
}
