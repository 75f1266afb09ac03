/** A socket that says whatever a test likes, and hears all there is to hear. */
import { connect, type Socket } from 'node:net';

export interface RawSocket {
  /** Everything heard so far. */
  heard(): string;
  /** Resolves once something like this has been heard, with all that was; rejects if the socket is closed before. */
  until(pattern: RegExp): Promise<string>;
  write(data: string | Uint8Array): void;
  /** Resolves once it is closed, by whomever. */
  readonly closed: Promise<void>;
  destroy(): void;
}

export function rawSocket(address: string): Promise<RawSocket> {
  const [host = '', port = ''] = address.split(':');
  const socket: Socket = connect({ host, port: Number(port), noDelay: true });
  let text = '';
  let wake = () => {};
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      wake();
      resolve();
    });
  });
  socket.on('data', (data) => {
    text += data.toString('latin1');
    wake();
  });
  // An end with an error is an end.
  socket.on('error', () => socket.destroy());
  const raw: RawSocket = {
    heard: () => text,
    async until(pattern) {
      while (!pattern.test(text)) {
        if (isClosed) throw new Error(`The socket was closed after “${text}”.`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return text;
    },
    write: (data) => void socket.write(data),
    closed,
    destroy: () => void socket.destroy(),
  };
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(raw));
    socket.once('close', () => resolve(raw));
  });
}
