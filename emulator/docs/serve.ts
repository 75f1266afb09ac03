/** The documents on one port: gRPC for Node, HTTP for browsers, told apart by the first bytes of a connection. */
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { ServerCredentials } from '@grpc/grpc-js';
import type { Clock } from '#provider-kit/clock.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import { Sockets, watchRequests } from '../sockets.ts';
import { Stores } from '../stores.ts';
import { grpcServer } from './grpc.ts';
import type { ChannelsOptions } from './channels.ts';
import { httpServer } from './http.ts';
import { projectOf } from './names.ts';
import { resources } from './resources.ts';
import { documentsService } from './service.ts';
import { tools } from './tools.ts';

export interface DocumentsServerOptions extends ChannelsOptions {
  readonly cloud: FakeCloud;
  /** The database that it is, `projects/p/databases/d`. Default: the one that is named first; others are made as they are named. */
  readonly database?: string;
  /** Default: one that is free. */
  readonly port?: number;
  /** Default: this machine alone. */
  readonly host?: string;
  /** By which those are cut off who keep it waiting. Default: the machine's. */
  readonly clock?: Clock;
}

export const documentsServerOptions = {
  cloud: true,
  database: true,
  port: true,
  host: true,
  clock: true,
  silenceMs: true,
  holdMs: true,
  later: true,
} as const satisfies OptionNames<DocumentsServerOptions>;

export interface DocumentsServer {
  /** `host:port`, as `connectFirestoreEmulator` wants it in two. */
  readonly address: string;
  /** Cuts everybody off. */
  close(): Promise<void>;
}

/** HTTP/2 without a handshake begins so; no request of HTTP/1.1 does. */
const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** @throws TypeError for an option that there is not */
export async function serveDocuments(options: DocumentsServerOptions): Promise<DocumentsServer> {
  checkOptions('serveDocuments', options, documentsServerOptions);
  const { cloud, port = 0, host = '127.0.0.1', database, clock, ...channels } = options;
  const stores = new Stores({
    cloud,
    service: 'firestore',
    scopeOf: projectOf,
    ...(database === undefined ? {} : { own: database }),
  });
  const service = documentsService(stores);
  const grpc = grpcServer(service, channels.later);
  const binary = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const [documents, beside] = [resources(service), tools(stores)];
  const http: Server = httpServer(service, channels, (asking) => beside(asking) ?? documents(asking));
  const sockets = new Sockets(clock);
  watchRequests(http, sockets);
  // Small messages, one after the other: each goes at once.
  const serve = (socket: Socket) => {
    if (!sockets.admit(socket)) return;
    tellApart(socket, (isBinary) => {
      if (!isBinary) return void http.emit('connection', socket);
      sockets.heard(socket);
      binary.injectConnection(socket);
    });
  };
  const server = createServer(
    { noDelay: true },
    guardListener(serve, (socket) => socket.destroy()),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', guardListener(reject));
    server.listen(port, host, resolve);
  });
  return {
    address: `${host}:${(server.address() as AddressInfo).port}`,
    close() {
      http.emit('close');
      binary.destroy();
      grpc.forceShutdown();
      sockets.destroyAll();
      stores.close();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Looks at the first bytes, and puts them back. `held`: those that were too few. */
function tellApart(socket: Socket, told: (isBinary: boolean) => void, held = Buffer.alloc(0)): void {
  const look = () => {
    const read = socket.read() as Buffer | null;
    if (read === null) return;
    const start = Buffer.concat([held, read]);
    const beginning = start.subarray(0, preface.length).toString('latin1');
    if (beginning.length < preface.length && preface.startsWith(beginning))
      return tellApart(socket, told, start);
    socket.unshift(start);
    told(beginning === preface);
  };
  socket.once(
    'readable',
    guardListener(look, () => socket.destroy()),
  );
}
