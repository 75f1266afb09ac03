/** A server of this process, on a port that is free unless one is given. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  readonly port: number;
  /** Stops answering, also requests under way. */
  stop(): Promise<void>;
}

export async function serve(listener: RequestListener, port = 0): Promise<Served> {
  const server = createServer(listener).listen(port, '127.0.0.1');
  // No idle connection is closed: on a loaded machine a client may be sending its next request over it, which would fail.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
