/** The connections of one listener: how many there are, and how long each may keep it waiting. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '#provider-kit/clock.ts';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { bodyMs, firstWordsMs, mostSocketConnections, mostSilent, nextRequestMs } from './bounds.ts';

/** As they are before anybody takes time into their hands. */
const machine = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, now: Date.now };

/** The time of this machine, which keeps no process alive. */
const machineClock = (): Clock =>
  new RunningClock({
    now: machine.now,
    setTimeout: (run, ms) => machine.setTimeout(guardListener(run), ms).unref(),
    clearTimeout: (handle) => machine.clearTimeout(handle as NodeJS.Timeout),
  });

const full = `{"error":{"code":503,"status":"UNAVAILABLE","message":"${mostSocketConnections} connections are open, and more are not served. Close some of them."}}`;
const fullAnswer = `HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: ${full.length}\r\nConnection: close\r\n\r\n${full}`;

export class Sockets {
  private readonly clock: Clock;
  /** With what takes its deadline back. */
  private readonly open = new Map<Socket, () => void>();
  /** The oldest first. */
  private readonly silent = new Set<Socket>();

  constructor(clock: Clock = machineClock()) {
    this.clock = clock;
  }

  /** `false` for one too many: it has been told so, and is gone. */
  admit(socket: Socket): boolean {
    socket.on(
      'error',
      guardListener(() => socket.destroy()),
    );
    if (this.open.size >= mostSocketConnections) {
      socket.end(fullAnswer, () => socket.destroy());
      return false;
    }
    this.open.set(socket, () => {});
    this.silent.add(socket);
    socket.on(
      'close',
      guardListener(() => this.forget(socket)),
    );
    const [oldest] = this.silent;
    if (this.silent.size > mostSilent) oldest?.destroy();
    this.expect(socket, firstWordsMs);
    return true;
  }

  /** Ends the idle timeout of a socket whose request has arrived. */
  heard(socket: Socket): void {
    this.silent.delete(socket);
    this.cancel(socket);
  }

  /** Closes the socket after `ms` milliseconds, if `isLate` then and nothing has been received. */
  expect(socket: Socket, ms: number, isLate: () => boolean = () => true): void {
    if (!this.open.has(socket)) return;
    this.cancel(socket);
    const cancel = this.clock.setTimer(() => {
      if (isLate()) socket.destroy();
    }, ms);
    this.open.set(socket, cancel);
  }

  destroyAll(): void {
    for (const socket of this.open.keys()) socket.destroy();
  }

  private cancel(socket: Socket): void {
    this.open.get(socket)?.();
  }

  private forget(socket: Socket): void {
    this.cancel(socket);
    this.open.delete(socket);
    this.silent.delete(socket);
  }
}

/** Deadlines for everything that comes over HTTP/1.1: each body, and the next request after an answer. */
export function watchRequests(server: Server, sockets: Sockets): void {
  const watch = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    sockets.heard(socket);
    sockets.expect(socket, bodyMs, () => !request.complete);
    response.once(
      'finish',
      guardListener(
        () => {
          if (request.complete) sockets.expect(socket, nextRequestMs);
          // The rest of an unread body is bounded by the time-out of the request.
          else request.resume();
        },
        () => socket.destroy(),
      ),
    );
  };
  server.on(
    'request',
    guardListener(watch, ({ socket }) => socket.destroy()),
  );
}
