/** Says which parts are running and where, as the official emulators' hub does: tools of tests find them by it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { Sockets, watchRequests } from './sockets.ts';

export interface HubOptions {
  /** `host:port` of each part, by its official name. */
  readonly parts: Readonly<Record<string, string>>;
  /** Default: this machine alone. */
  readonly host?: string;
  /** Default: one that is free. */
  readonly port?: number;
}

export interface SocketHub {
  /** `host:port`, for the environment variable FIREBASE_EMULATOR_HUB. */
  readonly address: string;
  close(): Promise<void>;
}

export async function serveHub({ parts, host = '127.0.0.1', port = 0 }: HubOptions): Promise<SocketHub> {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const isListing = request.method === 'GET' && request.url === '/emulators';
    const said = isListing
      ? listing({ ...parts, hub: address })
      : { error: 'There is only GET /emulators here: functions and their triggers are not served.' };
    response.writeHead(isListing ? 200 : 404, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(said));
  };
  const server = createServer(guardListener(answer, (_, response) => response.destroy()));
  const guard = new Sockets();
  watchRequests(server, guard);
  server.on(
    'connection',
    guardListener(
      (socket: Socket) => guard.admit(socket),
      (socket) => socket.destroy(),
    ),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', guardListener(reject));
    server.listen(port, host, resolve);
  });
  const address = `${host}:${(server.address() as AddressInfo).port}`;
  return {
    address,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const listing = (parts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, at]) => {
      const colon = at.lastIndexOf(':');
      const [host, port] = [at.slice(0, colon), Number(at.slice(colon + 1))];
      return [name, { name, host, port, listen: [{ address: host, family: 'IPv4', port }] }];
    }),
  );
