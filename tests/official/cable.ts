/** A network cable between one client and one part: it can be pulled, and plugged in again, without the part's knowing. */
import { once } from 'node:events';
import net from 'node:net';

export interface Cable {
  /** What the client connects to, as `host:port`. */
  readonly address: string;
  plug(on: boolean): Promise<void>;
}

const host = '127.0.0.1';

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function layCable(target: number): Promise<Cable> {
  const ends = new Set<net.Socket>();
  const port = await freePort();
  let server: net.Server | null = null;

  const join = (near: net.Socket) => {
    const far = net.connect(target, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  };

  const plug = async (on: boolean): Promise<void> => {
    if (on === (server !== null)) return;
    if (on) {
      server = net.createServer(join).listen(port, host);
      await once(server, 'listening');
      return;
    }
    const closing = server;
    server = null;
    for (const end of ends) end.destroy();
    closing?.close();
    if (closing) await once(closing, 'close');
  };

  await plug(true);
  return { address: `${host}:${port}`, plug };
}
