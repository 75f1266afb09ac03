/** The connection to the server over a websocket, at the browser's end. */
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { TextChannel } from '../wire/channel.ts';

/** The part of a `WebSocket` that a channel needs. */
export interface BrowserSocket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

const isOpen = 1;

export function browserChannel(socket: BrowserSocket): TextChannel {
  let next: ((text: string) => void) | null = null;
  let closed: (() => void) | null = null;
  let arrived: string[] = [];
  let unsent: string[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
    unsent = [];
    socket.close();
  };
  const lost = () => {
    if (isOver) return;
    end();
    closed?.();
  };
  socket.addEventListener(
    'open',
    guardListener(() => {
      if (isOver) return;
      for (const text of unsent) socket.send(text);
      unsent = [];
    }, lost),
  );
  socket.addEventListener(
    'message',
    guardListener(({ data }: { readonly data: unknown }) => {
      if (isOver) return;
      if (next) next(String(data));
      else arrived.push(String(data));
    }, lost),
  );
  socket.addEventListener('close', guardListener(lost));
  // An error is followed by the end.
  socket.addEventListener('error', () => {});
  return {
    send(text) {
      if (isOver) return;
      if (socket.readyState === isOpen) socket.send(text);
      else unsent.push(text);
    },
    onText(listener) {
      next = listener;
      for (const text of arrived) listener(text);
      arrived = [];
    },
    onClose: (listener) => void (closed = listener),
    close: end,
  };
}
