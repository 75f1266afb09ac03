/** The embedded cloud's realtime service behind the websocket protocol that Firebase's clients speak. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import { Stores } from '../stores.ts';
import { Connection } from './connection.ts';
import { FrameReader, framesOf } from './frames.ts';
import { realtimeTools } from './tools.ts';

export interface RealtimeServerOptions {
  readonly cloud: FakeCloud;
  /** The namespace that it is. Default: the one that is named first; others are made as they are named. */
  readonly namespace?: string;
  /** Default: one that is free. */
  readonly port?: number;
  /** Default: this machine alone. */
  readonly host?: string;
  /** After how long without a word a client is taken for gone. Clients say something every 45 s. Default 90 s. */
  readonly silenceMs?: number;
}

export const realtimeServerOptions = {
  cloud: true,
  namespace: true,
  port: true,
  host: true,
  silenceMs: true,
} as const satisfies OptionNames<RealtimeServerOptions>;

export interface RealtimeServer {
  /** `host:port`, as `connectDatabaseEmulator` wants it in two. */
  readonly address: string;
  /** How many clients are connected. */
  connections(): number;
  /** Resolves once nothing is on its way between the server and those who are connected. */
  idle(): Promise<void>;
  /** Cuts everybody off. */
  close(): Promise<void>;
}

/** @throws TypeError for an option that there is not */
export async function serveRealtime(options: RealtimeServerOptions): Promise<RealtimeServer> {
  checkOptions('serveRealtime', options, realtimeServerOptions);
  const { cloud, port = 0, host = '127.0.0.1', silenceMs = 90_000, namespace } = options;
  const http = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const clients = new Map<string, WebSocket>();
  const own = namespace === undefined ? {} : { own: namespace };
  const stores = new Stores({ cloud, service: 'database', ...own });
  let moved = 0;

  const serve = (socket: WebSocket, cloud: FakeCloud, host: string, lastSession: string | null) => {
    // Whoever comes back is gone from where it was, whether that has been noticed or not.
    if (lastSession !== null) clients.get(lastSession)?.terminate();
    const connection = new Connection({
      cloud,
      host,
      send(message) {
        moved++;
        for (const frame of framesOf(message)) socket.send(frame);
      },
      hangUp: () => socket.terminate(),
    });
    const frames = new FrameReader((message) => {
      moved++;
      connection.receive(message);
    });
    clients.set(connection.id, socket);
    const silence = setTimeout(() => socket.terminate(), silenceMs);
    socket.on('message', (data: RawData) => {
      silence.refresh();
      try {
        frames.read(textOf(data));
      } catch {
        // Not a client of this protocol.
        socket.terminate();
      }
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      moved++;
      clearTimeout(silence);
      clients.delete(connection.id);
      connection.close();
    });
  };
  /** Whoever names no namespace means the given cloud; `null` when there are too many. */
  const storeOf = (name: string | null): FakeCloud | null => {
    try {
      return name === null ? cloud : stores.of(name);
    } catch {
      return null;
    }
  };
  http.on('request', realtimeTools(stores, storeOf));
  http.on('upgrade', (request, stream, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'ws://local');
    if (pathname !== '/.ws') return stream.destroy();
    // Where it found this server it finds it again: there may be something between the two that only this address goes through.
    const found = request.headers.host ?? address;
    const store = storeOf(searchParams.get('ns'));
    if (!store) return stream.destroy();
    sockets.handleUpgrade(request, stream, head, (socket) =>
      serve(socket, store, found, searchParams.get('ls')),
    );
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, resolve);
  });
  const address = `${host}:${(http.address() as AddressInfo).port}`;
  return {
    address,
    connections: () => clients.size,
    async idle() {
      for (let before = -1; before !== moved;) {
        before = moved;
        await Promise.all([...clients.values()].map(roundTrip));
      }
    },
    close() {
      for (const socket of clients.values()) socket.terminate();
      stores.close();
      return new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };
}

const textOf = (data: RawData) =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString();

/** There and back: what either side had said before has arrived then. */
const roundTrip = (socket: WebSocket) =>
  new Promise<void>((resolve) => {
    const done = () => {
      socket.off('pong', done);
      socket.off('close', done);
      resolve();
    };
    socket.on('pong', done);
    socket.on('close', done);
    if (socket.readyState === socket.OPEN) socket.ping();
    else if (socket.readyState === socket.CLOSED) done();
  });
