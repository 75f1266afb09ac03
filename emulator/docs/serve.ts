/** The documents on one port for everybody: gRPC for Node, HTTP for browsers. What a connection says first tells which. */
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { ServerCredentials } from '@grpc/grpc-js';
import type { Clock } from '#fakes/cloud/clock.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { Sockets, watchRequests } from '../sockets.ts';
import { grpcServer } from './grpc.ts';
import type { ChannelOptions } from './channels.ts';
import { httpServer } from './http.ts';
import { documentsService } from './service.ts';

export interface DocumentsServerOptions extends ChannelOptions {
  readonly cloud: FakeCloud;
  /** Default: one that is free. */
  readonly port?: number;
  /** Default: this machine alone. */
  readonly host?: string;
  /** By which those are cut off who keep it waiting. Default: the machine's. */
  readonly clock?: Clock;
}

export interface DocumentsServer {
  /** `host:port`, as `connectFirestoreEmulator` wants it in two. */
  readonly address: string;
  /** Cuts everybody off. */
  close(): Promise<void>;
}

/** HTTP/2 without a handshake begins so; no request of HTTP/1.1 does. */
const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

export async function serveDocuments({
  cloud,
  port = 0,
  host = '127.0.0.1',
  clock,
  ...options
}: DocumentsServerOptions): Promise<DocumentsServer> {
  const service = documentsService(cloud);
  const grpc = grpcServer(service, options.later);
  const binary = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const http: Server = httpServer(service, options);
  const sockets = new Sockets(clock);
  watchRequests(http, sockets);
  // Small messages, one after the other: each goes at once.
  const server = createServer({ noDelay: true }, (socket) => {
    if (!sockets.admit(socket)) return;
    tellApart(socket, (isBinary) => {
      if (!isBinary) return void http.emit('connection', socket);
      sockets.heard(socket);
      binary.injectConnection(socket);
    });
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
      sockets.destroyAll();
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
