/** The network between a browser and a server: a TCP relay that a test cuts. */
import { connect, createServer, type Socket } from 'node:net';

export interface Line {
  /** Ends every connection, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export interface Ends {
  /** IP address that the browser connects to. */
  readonly from: string;
  /** IP address of the server. */
  readonly to: string;
  /** Of both. */
  readonly port: number;
}

export async function openLine({ from, to, port }: Ends): Promise<Line> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const hold = (socket: Socket, other: () => Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other().destroy();
    });
  };
  const relay = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, to);
    hold(near, () => far);
    hold(far, () => near);
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((listening, failed) => {
    relay.once('error', failed);
    relay.listen(port, from, listening);
  });
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    cut() {
      isCut = true;
      endAll();
    },
    restore() {
      isCut = false;
    },
    async close() {
      const closed = new Promise((done) => void relay.close(done));
      endAll();
      await closed;
    },
  };
}
