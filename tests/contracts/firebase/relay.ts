/** Network cable of one client: a relay of all its traffic, until it is pulled. */
import { type AddressInfo, createServer, connect, type Socket } from 'node:net';

export interface Relay {
  /** Address of the server for the client, as `host:port`. */
  readonly address: string;
  isOn(): boolean;
  /** Bytes that have gone through, both ways. */
  traffic(): number;
  setOn(on: boolean): void;
  close(): Promise<void>;
}

/** `target`: `host:port` of the server. */
export async function openRelay(target: string): Promise<Relay> {
  const [host = '', port = ''] = target.split(':');
  const sockets = new Set<Socket>();
  let on = true;
  let bytes = 0;
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('data', (data: Buffer) => {
      bytes += data.length;
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer({ noDelay: true }, (near) => {
    if (!on) return near.destroy();
    const far = connect({ host, port: Number(port), noDelay: true });
    keep(near, far);
    keep(far, near);
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    isOn: () => on,
    traffic: () => bytes,
    setOn(next) {
      on = next;
      if (!on) cut();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
