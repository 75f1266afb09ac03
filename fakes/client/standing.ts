/** Subscription that is reopened automatically after the connection was lost. */
import { isPortError, type PortError } from '#ports/errors.ts';
import type { Room } from '#fakes/cloud/protocol.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { Backoff, connectionBackoff } from '#provider-kit/backoff.ts';
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

/** A subscription that is reopened after the back-off, or at once when the connection returns. */
export function keepOpen<Event>(
  context: Pick<ClientContext, 'link' | 'clock' | 'random'>,
  standing: Standing<Event>,
): Unsubscribe {
  const { link, clock, random } = context;
  const backoff = new Backoff(
    clock,
    random.fork(`subscription/${standing.room}/${standing.topic}`),
    connectionBackoff,
  );
  let close: () => void = () => {};
  let cancel: () => void = () => {};
  let closed = false;

  const open = () => {
    cancel();
    const openedAt = clock.now();
    close = link.open(standing.room, standing.topic, standing.payload(), {
      event: (event: Event) => {
        backoff.calm();
        standing.event(event);
      },
      end: (error) => {
        if (closed) return;
        if (error && !isPortError(error, 'unavailable', 'internal', 'resource-exhausted')) {
          stop();
          standing.refused?.(error);
          return;
        }
        // A subscription without events that lasted was not refused.
        if (clock.now() - openedAt >= connectionBackoff.longestMs) backoff.calm();
        const leave = link.onOnline((online) => {
          if (online) open();
        });
        cancel = () => {
          leave();
          backoff.cancel();
        };
        if (link.online()) backoff.schedule(open);
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
