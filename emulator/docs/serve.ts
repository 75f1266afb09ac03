/** The documents on one port for everybody: gRPC for Node, HTTP for browsers. What a connection says first tells which. */
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { ServerCredentials } from '@grpc/grpc-js';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import { Stores } from '../stores.ts';
import { grpcServer } from './grpc.ts';
import type { ChannelTimes } from './channels.ts';
import { httpServer } from './http.ts';
import { projectOf } from './names.ts';
import { resources } from './resources.ts';
import { documentsService } from './service.ts';
import { tools } from './tools.ts';

export interface DocumentsServerOptions extends ChannelTimes {
  readonly cloud: FakeCloud;
  /** The database that it is, `projects/p/databases/d`. Default: the one that is named first; others are made as they are named. */
  readonly database?: string;
  /** Default: one that is free. */
  readonly port?: number;
  /** Default: this machine alone. */
  readonly host?: string;
}

export const documentsServerOptions = {
  cloud: true,
  database: true,
  port: true,
  host: true,
  silenceMs: true,
  holdMs: true,
} as const satisfies OptionNames<DocumentsServerOptions>;

export interface DocumentsServer {
  /** `host:port`, as `connectFirestoreEmulator` wants it in two. */
  readonly address: string;
  /** Cuts everybody off. */
  close(): Promise<void>;
}

/** HTTP/2 without a handshake begins so; no request of HTTP/1.1 does. */
const preface = 'PRI';

/** @throws TypeError for an option that there is not */
export async function serveDocuments(options: DocumentsServerOptions): Promise<DocumentsServer> {
  checkOptions('serveDocuments', options, documentsServerOptions);
  const { cloud, port = 0, host = '127.0.0.1', database, ...timing } = options;
  const stores = new Stores({
    cloud,
    service: 'firestore',
    scopeOf: projectOf,
    ...(database === undefined ? {} : { own: database }),
  });
  const service = documentsService(stores);
  const grpc = grpcServer(service);
  const binary = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const [documents, beside] = [resources(service), tools(stores)];
  const http: Server = httpServer(service, timing, (asking) => beside(asking) ?? documents(asking));
  const sockets = new Set<Socket>();
  // Small messages, one after the other: each goes at once.
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Whoever serves it has its own; before that, nobody needs to know.
    socket.on('error', () => socket.destroy());
    tellApart(socket, (isBinary) =>
      isBinary ? binary.injectConnection(socket) : http.emit('connection', socket),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    address: `${host}:${(server.address() as AddressInfo).port}`,
    close() {
      http.emit('close');
      binary.destroy();
      grpc.forceShutdown();
      for (const socket of sockets) socket.destroy();
      stores.close();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Looks at the first bytes, and puts them back. `held`: those that were too few. */
function tellApart(socket: Socket, told: (isBinary: boolean) => void, held = Buffer.alloc(0)): void {
  socket.once('readable', () => {
    const read = socket.read() as Buffer | null;
    if (read === null) return;
    const start = Buffer.concat([held, read]);
    const beginning = start.subarray(0, preface.length).toString('latin1');
    if (beginning.length < preface.length && preface.startsWith(beginning))
      return tellApart(socket, told, start);
    socket.unshift(start);
    told(beginning === preface);
  });
}
