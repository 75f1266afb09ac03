/** Subscription that is reopened automatically after the connection was lost. */
import { isPortError, type PortError } from '#ports/errors.ts';
import type { Room } from '#fakes/cloud/protocol.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { ClientContext } from './context.ts';

export interface Standing<Event> {
  readonly room: Room;
  readonly topic: string;
  /** Payload of the request, computed each time it is opened. */
  payload(): unknown;
  event(event: Event): void;
  /** The server ended it for another reason than the way there; it stays closed. */
  refused?(error: PortError): void;
}

const pauseMs = 1000;

export function keepOpen<Event>(context: ClientContext, standing: Standing<Event>): Unsubscribe {
  const { link, clock } = context;
  let close: () => void = () => {};
  let cancel: () => void = () => {};
  let closed = false;

  const open = () => {
    cancel();
    close = link.open(standing.room, standing.topic, standing.payload(), {
      event: (event: Event) => standing.event(event),
      end: (error) => {
        if (closed) return;
        if (error && !isPortError(error, 'unavailable', 'internal', 'resource-exhausted')) {
          stop();
          standing.refused?.(error);
        } else if (link.online()) {
          cancel = clock.setTimer(open, pauseMs);
        } else {
          cancel = link.onOnline((online) => {
            if (online) open();
          });
        }
      },
    });
  };
  const stop = () => {
    closed = true;
    cancel();
    close();
  };
  open();
  return stop;
}
