/** A cloud behind websockets, clients that keep to the protocol, and sockets that do not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type SocketLike, socketChannel } from '#fakes/client/socket-channel.ts';
import { type MemberClient, createMember } from '#fakes/client/client.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { ToCloud } from '#fakes/cloud/protocol.ts';
import { seededRandom } from '#provider-kit/random.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import { fromWireText, wireText } from '#fakes/cloud/wire.ts';
import { ChannelServer } from './channel-server.ts';
import { runningClock } from './system-clock.ts';

export interface Served {
  readonly cloud: FakeCloud;
  readonly url: string;
  readonly channels: ChannelServer;
  member(): MemberClient;
  raw(): Promise<Raw>;
  close(): Promise<void>;
}

/** A socket whose every word is the test's. */
export interface Raw {
  readonly socket: WebSocket;
  say(message: unknown): void;
  /** Messages received from the cloud so far. */
  readonly heard: unknown[];
  /** The code with which it ended. */
  readonly closed: Promise<number>;
}

/** `clock`: of heartbeats and shares. Default: the machine's. */
export async function serve(
  options: Omit<CloudOptions, 'clock'> = {},
  clock: Clock = runningClock,
): Promise<Served> {
  const cloud = new FakeCloud({ ...options, clock: runningClock });
  const channels = new ChannelServer({
    clock,
    refusal: () => null,
    accept: (channel) => cloud.accept(channel, { operators: false }),
  });
  const http = createServer();
  http.on('upgrade', (request, stream, head) => channels.upgrade(request, stream, head));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/`;
  const members: MemberClient[] = [];
  const raws: WebSocket[] = [];
  return {
    cloud,
    url,
    channels,
    member() {
      const clientId = cloud.nameClient();
      const member = createMember({
        clientId,
        connect: () => socketChannel(new WebSocket(url) as unknown as SocketLike, runningClock),
        clock: runningClock,
        random: seededRandom(clientId),
      });
      members.push(member);
      return member;
    },
    async raw() {
      const socket = new WebSocket(url);
      raws.push(socket);
      const heard: unknown[] = [];
      socket.on('message', (data: Buffer) => {
        if (data.length > 0) heard.push(fromWireText(data.toString()));
      });
      socket.on('error', () => {});
      const closed = new Promise<number>((end) => void socket.on('close', end));
      await once(socket, 'open');
      return { socket, say: (message) => socket.send(wireText(message)), heard, closed };
    },
    async close() {
      await Promise.all(members.map((member) => member.dispose()));
      for (const socket of raws) socket.terminate();
      cloud.dispose();
      await channels.close();
      http.close();
      await once(http, 'close');
    },
  };
}

export const hello = (token: string | null = null): ToCloud => ({ type: 'hello', clientId: 'raw', token });

/** Exceptions and rejections from now on that would have ended a process of its own. */
export function uncaughtExceptions(): readonly unknown[] {
  const found: unknown[] = [];
  const note = (error: unknown) => void found.push(error);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    const others = process.rawListeners(event) as NodeJS.UncaughtExceptionListener[];
    process.removeAllListeners(event);
    process.on(event, note);
    onTestFinished(() => {
      process.removeListener(event, note);
      for (const other of others) process.on(event, other);
    });
  }
  return found;
}
