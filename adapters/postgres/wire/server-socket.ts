/** A browser's connection over a websocket, at the server's end. */
import type { WebSocket } from 'ws';
import { mostUnread } from '#adapters/node/bounds.ts';
import { Inflow } from '#adapters/node/inflow.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { TextChannel } from './channel.ts';

/** Milliseconds between pings, and without a message until a connection counts as lost. */
const pingMs = 20_000;
const goneMs = 50_000;
/** Milliseconds to hear that the connection ends. */
const lastWordsMs = 1000;

/** Codes with which a websocket ends (RFC 6455). */
const goingAway = 1001;
const policy = 1008;
const tooSlow = 1013;

/** `clock`: the machine's. */
export class ServerSocket implements TextChannel {
  private readonly socket: WebSocket;
  private readonly clock: Clock;
  private readonly inflow: Inflow;
  private next: ((text: string) => void) | null = null;
  private closed: (() => void) | null = null;
  private arrived: string[] = [];
  private isOver = false;
  private heardAt: number;
  private cancelPing: () => void;

  constructor(socket: WebSocket, clock: Clock) {
    this.socket = socket;
    this.clock = clock;
    this.heardAt = clock.now();
    this.inflow = new Inflow({
      clock,
      handle: guardListener(
        (text: string) => this.pass(text),
        () => this.lost(),
      ),
      flow: (isOpen) => (isOpen ? socket.resume() : socket.pause()),
    });
    const lost = () => this.lost();
    socket.on(
      'message',
      guardListener((data: WebSocket.RawData, isBinary: boolean) => {
        this.heardAt = clock.now();
        if (isBinary) this.lost();
        else this.inflow.push(textOf(data));
      }, lost),
    );
    socket.on(
      'pong',
      guardListener(() => (this.heardAt = clock.now())),
    );
    // Ends with an event of its own.
    socket.on('error', () => {});
    socket.on('close', guardListener(lost));
    this.cancelPing = this.nextPing();
  }

  send(text: string): void {
    if (this.isOver) return;
    if (this.socket.bufferedAmount <= mostUnread) return this.socket.send(text);
    this.lost();
    this.end(tooSlow, 'Too much waits to be read. Connect again.');
  }

  onText(next: (text: string) => void): void {
    this.next = next;
    for (const text of this.arrived) next(text);
    this.arrived = [];
  }

  onClose(next: () => void): void {
    this.closed = next;
  }

  close(): void {
    this.finish();
    this.end(policy, 'The connection has ended.');
  }

  /** Tells the browser to connect again, to another process. */
  goAway(): void {
    this.lost();
    this.end(goingAway, 'The server ends.');
  }

  private pass(text: string): void {
    if (this.isOver) return;
    if (this.next) this.next(text);
    else this.arrived.push(text);
  }

  private end(code: number, reason: string): void {
    this.socket.close(code, reason);
    this.clock.setTimer(
      guardListener(() => this.socket.terminate()),
      lastWordsMs,
    );
  }

  private nextPing(): () => void {
    return this.clock.setTimer(
      guardListener(() => {
        if (this.clock.now() - this.heardAt > goneMs) {
          this.lost();
          return this.socket.terminate();
        }
        this.socket.ping();
        this.cancelPing = this.nextPing();
      }),
      pingMs,
    );
  }

  private finish(): void {
    this.isOver = true;
    this.inflow.end();
    this.cancelPing();
  }

  private lost(): void {
    if (this.isOver) return;
    this.finish();
    this.closed?.();
  }
}

const textOf = (data: WebSocket.RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString();
