/** Channels to a cloud over websockets, on the port of an HTTP server. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Channel } from '#fakes/cloud/channel.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { largestMessage } from '#fakes/cloud/wire.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { mostConnections } from '#adapters/node/bounds.ts';
import { rejectUpgrade } from '#adapters/node/reject-upgrade.ts';
import { closeCodes, CloudSocket } from './socket-channel.ts';

export interface ChannelServerOptions {
  /** The machine's, for heartbeats and shares. */
  readonly clock: Clock;
  /** HTTP's status for who may not connect; `null` for who may. */
  refusal(request: IncomingMessage): number | null;
  accept(channel: Channel, request: IncomingMessage): void;
}

export class ChannelServer {
  private readonly options: ChannelServerOptions;
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    perMessageDeflate: false,
  });
  private readonly open = new Set<CloudSocket>();
  private isClosing = false;

  constructor(options: ChannelServerOptions) {
    this.options = options;
    // Of a request that is no handshake: it has been answered.
    this.server.on(
      'wsClientError',
      guardListener((_error, socket) => socket.destroy()),
    );
  }

  /** Number of connected clients. */
  connections(): number {
    return this.server.clients.size;
  }

  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on(
      'error',
      guardListener(() => stream.destroy()),
    );
    const isFull = this.isClosing || this.connections() >= mostConnections;
    const status = isFull ? 503 : this.options.refusal(request);
    if (status !== null) {
      rejectUpgrade(stream, status);
      return;
    }
    this.server.handleUpgrade(request, stream, head, (socket) => {
      const channel = new CloudSocket(socket, this.options.clock);
      this.open.add(channel);
      socket.on(
        'close',
        guardListener(() => this.open.delete(channel)),
      );
      this.options.accept(channel, request);
    });
  }

  /** Tells every client that this server goes. Resolves once all are gone. */
  async close(): Promise<void> {
    this.isClosing = true;
    for (const channel of this.open) channel.refuse(closeCodes.goingAway, 'The server ends.');
    await Promise.all(
      [...this.server.clients].map(
        (socket) =>
          new Promise<void>((gone) => {
            socket.once('close', guardListener(gone));
            setTimeout(
              guardListener(() => socket.terminate()),
              lastWordsMs,
            ).unref();
          }),
      ),
    );
    this.server.close();
  }
}

/** Milliseconds that a client has to hear that the server ends. */
const lastWordsMs = 1000;
