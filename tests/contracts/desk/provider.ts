/** The shared cloud as the contracts see it: clients reach it over real websockets, on a free port of this machine. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { type SocketLike, socketChannel } from '#fakes/client/socket-channel.ts';
import { ChannelServer } from '#adapters/embedded-node/channel-server.ts';
import { runningClock } from '#adapters/embedded-node/system-clock.ts';
import type { Channel } from '#fakes/cloud/channel.ts';
import { embeddedProvider, type Wires } from '../embedded/provider.ts';
import { Traffic } from './traffic.ts';

async function openWires(): Promise<Wires> {
  const traffic = new Traffic();
  const awaited = new Map<string, (channel: Channel) => void>();
  let connections = 0;
  const channels = new ChannelServer({
    clock: runningClock,
    refusal: () => null,
    accept(channel, { url = '' }) {
      awaited.get(url)?.(channel);
      awaited.delete(url);
    },
  });
  const http = createServer();
  http.on('upgrade', (request, stream, head) => channels.upgrade(request, stream, head));
  await new Promise<void>((listening) => void http.listen(0, '127.0.0.1', listening));
  const { port } = http.address() as AddressInfo;
  return {
    membersOnly: true,
    connect(accept) {
      const path = `/${++connections}`;
      const line = traffic.open();
      awaited.set(path, (channel) => accept(line.cloudEnd(channel)));
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
      return line.clientEnd(socketChannel(socket as unknown as SocketLike, runningClock));
    },
    settle: () => traffic.settle(),
    async close() {
      await channels.close();
      await new Promise((closed) => void http.close(closed));
    },
  };
}

export const desk = embeddedProvider('desk', openWires);
