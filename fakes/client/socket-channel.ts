/** A channel over a websocket, at the client's end. A server that falls silent counts as gone. */
import type { Channel } from '#fakes/cloud/channel.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { fromWireText, heartbeat, silenceMs, wireText } from '#fakes/cloud/wire.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** The part of a `WebSocket` that a channel needs. */
export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

const isOpen = 1;

export function socketChannel(socket: SocketLike, clock: Clock): Channel {
  let receive: ((message: unknown) => void) | null = null;
  let closed: (() => void) | null = null;
  let arrived: unknown[] = [];
  let unsent: unknown[] = [];
  let ended = false;
  let heardAt = clock.now();
  let cancelWatch = () => {};

  const end = () => {
    ended = true;
    cancelWatch();
    unsent = [];
    socket.close();
  };
  const lost = () => {
    if (ended) return;
    end();
    closed?.();
  };
  const watch = () => {
    const left = heardAt + silenceMs - clock.now();
    if (left <= 0) lost();
    else cancelWatch = clock.setTimer(watch, left);
  };
  watch();

  socket.addEventListener(
    'open',
    guardListener(() => {
      if (ended) return;
      for (const message of unsent) socket.send(wireText(message));
      unsent = [];
    }, lost),
  );
  socket.addEventListener(
    'message',
    guardListener(({ data }: { readonly data: unknown }) => {
      if (ended) return;
      heardAt = clock.now();
      if (data === heartbeat) return;
      const message = fromWireText(String(data));
      if (receive) receive(message);
      else arrived.push(message);
    }, lost),
  );
  socket.addEventListener('close', guardListener(lost));
  // An error is followed by the end.
  socket.addEventListener('error', () => {});

  return {
    send(message) {
      if (ended) return;
      if (socket.readyState === isOpen) socket.send(wireText(message));
      else unsent.push(message);
    },
    onMessage(next) {
      receive = next;
      const kept = arrived;
      arrived = [];
      for (const message of kept) next(message);
    },
    onClose(next) {
      closed = next;
    },
    close: end,
  };
}
