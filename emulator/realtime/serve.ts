/** The embedded cloud's realtime service behind the websocket protocol that Firebase's clients speak. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '#provider-kit/clock.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { targetAddress } from '#provider-kit/http/request-target.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import { largestFrame, mostUnreadOfSocket } from '../bounds.ts';
import { Sockets, watchRequests } from '../sockets.ts';
import { Stores } from '../stores.ts';
import type { Later } from '../turns.ts';
import { RealtimeConnection } from './connection.ts';
import { FrameReader, framesOf, TooLong } from './frames.ts';
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
  /** By which those are cut off who have not said yet what they want. Default: the machine's. */
  readonly clock?: Clock;
  /** Puts off work that is too much for one turn of the event loop. Default: to the next one. */
  readonly later?: Later;
}

export const realtimeServerOptions = {
  cloud: true,
  namespace: true,
  port: true,
  host: true,
  silenceMs: true,
  clock: true,
  later: true,
} as const satisfies OptionNames<RealtimeServerOptions>;

export interface RealtimeServer {
  /** `host:port`, as `connectDatabaseEmulator` wants it in two. */
  readonly address: string;
  /** Number of connected clients. */
  connections(): number;
  /** Resolves once nothing is on its way between the server and those who are connected. */
  idle(): Promise<void>;
  /** Cuts everybody off. */
  close(): Promise<void>;
}

/** @throws TypeError for an option that there is not */
export async function serveRealtime(options: RealtimeServerOptions): Promise<RealtimeServer> {
  checkOptions('serveRealtime', options, realtimeServerOptions);
  const { cloud, port = 0, host = '127.0.0.1', silenceMs = 90_000, namespace, clock, later } = options;
  const http = createServer();
  const guard = new Sockets(clock);
  watchRequests(http, guard);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestFrame });
  const clients = new Map<string, WebSocket>();
  const open = new Set<RealtimeConnection>();
  const own = namespace === undefined ? {} : { own: namespace };
  const stores = new Stores({ cloud, service: 'database', ...own });
  let moved = 0;

  const serve = (socket: WebSocket, cloud: FakeCloud, host: string, lastSession: string | null) => {
    // A reconnecting client ends its earlier session, even when its loss was not noticed.
    if (lastSession !== null) clients.get(lastSession)?.terminate();
    let isPaused = false;
    const connection: RealtimeConnection = new RealtimeConnection({
      cloud,
      host,
      send(message) {
        moved++;
        if (socket.bufferedAmount > mostUnreadOfSocket) return socket.terminate();
        for (const frame of framesOf(message)) socket.send(frame);
      },
      hangUp: () => socket.terminate(),
      ...(later && { later }),
      flow(isOpen) {
        isPaused = !isOpen;
        if (isPaused) return socket.pause();
        silence.refresh();
        socket.resume();
      },
    });
    const frames = new FrameReader((message) => {
      moved++;
      connection.receive(message);
    });
    clients.set(connection.id, socket);
    open.add(connection);
    const end = () => socket.terminate();
    const silence: NodeJS.Timeout = setTimeout(
      guardListener(() => {
        // Reading is paused by this server: no silence of the client.
        if (isPaused) silence.refresh();
        else socket.terminate();
      }, end),
      silenceMs,
    );
    socket.on(
      'message',
      guardListener((data: RawData) => {
        silence.refresh();
        try {
          frames.read(textOf(data));
        } catch (error) {
          if (error instanceof TooLong) socket.close(tooLong, error.message);
          // Not a client of this protocol.
          else socket.terminate();
        }
      }, end),
    );
    socket.on('error', guardListener(end));
    socket.on(
      'close',
      guardListener(() => {
        moved++;
        clearTimeout(silence);
        clients.delete(connection.id);
        connection.close(() => open.delete(connection));
      }),
    );
  };
  /** Store of a namespace; no name means the given cloud, `null`: too many stores. */
  const storeOf = (name: string | null): FakeCloud | null => {
    try {
      return name === null ? cloud : stores.of(name);
    } catch {
      return null;
    }
  };
  http.on(
    'request',
    guardListener(realtimeTools(stores, storeOf), (_, response) => response.destroy()),
  );
  http.on(
    'connection',
    guardListener(
      (socket: Socket) => guard.admit(socket),
      (socket) => socket.destroy(),
    ),
  );
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    guard.heard(request.socket);
    const { pathname, searchParams } = URL.parse(targetAddress(request)) ?? nowhere;
    if (pathname !== '/.ws') return stream.destroy();
    // Where it found this server it finds it again: there may be something between the two that only this address goes through.
    const found = request.headers.host ?? address;
    const store = storeOf(searchParams.get('ns'));
    if (!store) return stream.destroy();
    sockets.handleUpgrade(request, stream, head, (socket) =>
      serve(socket, store, found, searchParams.get('ls')),
    );
  };
  http.on(
    'upgrade',
    guardListener(upgrade, (_, stream) => stream.destroy()),
  );
  await new Promise<void>((resolve, reject) => {
    http.once('error', guardListener(reject));
    http.listen(port, host, resolve);
  });
  const address = `${host}:${(http.address() as AddressInfo).port}`;
  return {
    address,
    connections: () => clients.size,
    async idle() {
      // Of those who are gone, too, what they had asked for is done first.
      const isBusy = (one: RealtimeConnection) => one.isPutOff() || !clients.has(one.id);
      for (let before = -1; before !== moved || [...open].some(isBusy);) {
        before = moved;
        await Promise.all([...clients.values()].map(roundTrip));
        await new Promise<void>((resolve) => setImmediate(guardListener(resolve)));
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

/** Code of a websocket that ends for a message that is too big. */
const tooLong = 1009;

/** Of a request that has no address. */
const nowhere = new URL('http://nowhere');

const textOf = (data: RawData) =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString();

/** There and back: what either side had said before has arrived then. */
const roundTrip = (socket: WebSocket) =>
  new Promise<void>((resolve) => {
    const done = guardListener(() => {
      socket.off('pong', done);
      socket.off('close', done);
      resolve();
    });
    socket.on('pong', done);
    socket.on('close', done);
    if (socket.readyState === socket.OPEN) socket.ping();
    else if (socket.readyState === socket.CLOSED) done();
  });
