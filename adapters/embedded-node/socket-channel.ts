/** Channel over a websocket, at the cloud's end. Malformed input ends this socket, and no other. */
import type { WebSocket } from 'ws';
import type { Channel } from '#fakes/cloud/channel.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { FromCloud, ToCloud } from '#fakes/cloud/protocol.ts';
import { fromWireText, heartbeat, heartbeatMs, isToCloud, silenceMs, wireText } from '#fakes/cloud/wire.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { helloMs, mostOpen, mostUnread } from '#adapters/node/bounds.ts';
import { Inflow } from '#adapters/node/inflow.ts';

/** Codes with which a websocket ends (RFC 6455). */
export const closeCodes = {
  goingAway: 1001,
  unsupported: 1003,
  notParsed: 1007,
  policy: 1008,
  tooSlow: 1013,
} as const;

/** Serves until either side closes. `clock`: the machine's, for heartbeats. `accept` gets the channel at once. */
export class CloudSocket implements Channel {
  private readonly socket: WebSocket;
  private readonly clock: Clock;
  private readonly inflow: Inflow;
  /** Names of what is under way or open. */
  private readonly open = new Set<number>();
  private receive: ((message: ToCloud) => void) | null = null;
  private closed: (() => void) | null = null;
  private greeted = false;
  private ended = false;
  private heardAt: number;
  private cancelBeat = () => {};

  constructor(socket: WebSocket, clock: Clock) {
    this.socket = socket;
    this.clock = clock;
    this.heardAt = clock.now();
    this.inflow = new Inflow({
      clock,
      handle: (text) => this.handle(text),
      flow: (isOpen) => (isOpen ? socket.resume() : socket.pause()),
    });
    const terminate = () => socket.terminate();
    socket.on(
      'message',
      guardListener((data: WebSocket.RawData, isBinary: boolean) => {
        this.heardAt = clock.now();
        if (isBinary) this.refuse(closeCodes.unsupported, 'Messages are text.');
        else this.inflow.push(textOf(data));
      }, terminate),
    );
    socket.on(
      'pong',
      guardListener(() => (this.heardAt = clock.now())),
    );
    // Ends with an event of its own.
    socket.on('error', () => {});
    socket.on(
      'close',
      guardListener(() => this.end()),
    );
    this.cancelBeat = clock.setTimer(
      guardListener(() => {
        if (this.greeted) this.beat();
        else this.refuse(closeCodes.policy, 'It was not said who this is.');
      }, terminate),
      helloMs,
    );
  }

  send(message: unknown): void {
    if (this.ended) return;
    if (this.socket.bufferedAmount > mostUnread)
      return this.refuse(closeCodes.tooSlow, 'Too much waits to be read. Connect again.');
    const { type } = message as FromCloud;
    if (type === 'reply' || type === 'refusal' || type === 'end')
      this.open.delete((message as { readonly id: number }).id);
    this.socket.send(wireText(message));
    // The client goes by itself.
    if (type === 'drop') this.socket.close();
  }

  onMessage(receive: (message: unknown) => void): void {
    this.receive = receive;
  }

  onClose(closed: () => void): void {
    this.closed = closed;
  }

  close(): void {
    this.socket.close();
  }

  /** Ends the connection with a code; the client comes back if it can. */
  refuse(code: number, reason: string): void {
    if (this.ended) return;
    this.end();
    this.socket.close(code, reason);
    // Fallback for a peer that reads nothing, and so does not read the close frame.
    this.clock.setTimer(() => this.socket.terminate(), heartbeatMs);
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    this.inflow.end();
    this.cancelBeat();
    this.open.clear();
    this.closed?.();
  }

  private beat(): void {
    if (this.ended) return;
    if (this.clock.now() - this.heardAt > silenceMs) {
      this.end();
      this.socket.terminate();
      return;
    }
    this.socket.ping();
    this.socket.send(heartbeat);
    this.cancelBeat = this.clock.setTimer(
      guardListener(
        () => this.beat(),
        () => this.socket.terminate(),
      ),
      heartbeatMs,
    );
  }

  private handle(text: string): void {
    let message: unknown;
    try {
      message = fromWireText(text);
    } catch {
      return this.refuse(closeCodes.notParsed, 'This is no message.');
    }
    const problem = isToCloud(message) ? this.problemOf(message) : 'This is no message of a client.';
    if (problem !== null) return this.refuse(closeCodes.policy, problem);
    try {
      this.receive?.(message as ToCloud);
    } catch (error) {
      console.error(error);
      this.refuse(closeCodes.policy, 'This message can’t be handled.');
    }
  }

  /** Why this can't come now, from any client that keeps to the protocol; notes what it opens. */
  private problemOf(message: ToCloud): string | null {
    const isHello = message.type === 'hello';
    if (isHello === this.greeted) return 'The first message, and no other, says who this is.';
    this.greeted = true;
    if (message.type === 'close') this.open.delete(message.id);
    if (message.type !== 'request' && message.type !== 'open') return null;
    if (this.open.has(message.id)) return 'This id is in use.';
    if (this.open.size >= mostOpen) return `No more than ${mostOpen} things can be open.`;
    this.open.add(message.id);
    return null;
  }
}

const textOf = (data: WebSocket.RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString();
