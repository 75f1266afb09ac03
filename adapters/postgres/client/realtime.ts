/** Realtime values over the connection to the server. */
import { type PortError, toPortError } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener, runEach } from '#provider-kit/guard-listener.ts';
import type { ListenEvent } from '#query/tree/protocol.ts';
import type { RealtimeTransport } from '#sync/realtime/transport.ts';
import type { Wire } from './wire.ts';

/** `clientId`: unique among all clients of the server. */
export function wireRealtime(wire: Wire, clock: Clock, clientId: string): RealtimeTransport {
  const offsetListeners = new Set<(offsetMs: number) => void>();
  let offset = 0;
  const measure = () => {
    const sent = clock.now();
    wire.ask('realtime.now', null, {
      done(now) {
        // Assumed: the server read its clock halfway between request and answer.
        const measured = Math.round(Number(now) - (sent + clock.now()) / 2);
        if (measured === offset || !Number.isFinite(measured)) return;
        offset = measured;
        runEach([...offsetListeners], (listener) => listener(measured));
      },
      failed() {},
    });
  };
  const isOnline = () => wire.connection.current() === 'online';
  wire.connection.onChange(() => {
    if (isOnline()) measure();
  });
  if (isOnline()) measure();
  return {
    clientId,
    online: isOnline,
    onOnline: (next) => wire.connection.onChange(guardListener(() => next(isOnline()))),
    serverTimeOffset: () => offset,
    onOffset(next) {
      const own = (offsetMs: number) => next(offsetMs);
      offsetListeners.add(own);
      return () => offsetListeners.delete(own);
    },
    ask(request, payload, answer) {
      const method = `realtime.${request}`;
      const done = (reply: unknown) => answer.done(reply as never);
      const failed = (error: PortError) => answer.failed(error);
      // A read of a client that has just begun waits for the connection.
      if (request === 'get')
        void wire
          .call(method, payload)
          .then(done)
          .catch((error: unknown) => failed(toPortError(error)));
      else wire.ask(method, payload, { done, failed });
    },
    listen: (query, receiver) =>
      wire.open('realtime.listen', query, {
        next: (event) => receiver.event(event as ListenEvent),
        failed: (error) => receiver.end(error),
      }),
    goodbye: () => wire.ask('realtime.goodbye', null, { done() {}, failed() {} }),
  };
}
