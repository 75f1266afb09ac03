/** Both ends of the connection between browser and server, over a channel in this process, for tests. */
import { PortError } from '#ports/errors.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { openWire } from '../client/socket-wire.ts';
import { channelPair, type TextChannel } from './channel.ts';
import type { Peer, WireService } from './peer.ts';
import { WireServer } from './wire-server.ts';

export function wireStage(service: WireService = {}, ready?: Promise<unknown>) {
  const clock = new ManualClock(undefined, settle);
  const reported: unknown[] = [];
  const sessions = new Map([
    ['secret of ada', 'ada'],
    ['secret of ben', 'ben'],
  ]);
  let checking: Promise<void> = Promise.resolve();
  let peers = 0;
  let databaseIsThere = true;
  const server = new WireServer({
    services: [service],
    clock,
    newId: () => `peer ${++peers}`,
    async sessionOf(secret) {
      await checking;
      if (!databaseIsThere) throw new PortError('unavailable', 'The database can’t be reached.');
      const uid = sessions.get(secret);
      return uid === undefined ? null : { id: `session of ${uid}`, caller: { uid, claims: {} } };
    },
    report: (error) => reported.push(error),
  });
  let reachable = true;
  const channels: TextChannel[] = [];
  const over: string[] = [];
  let session: string | null = null;
  const connect = () => {
    const [browser, end] = channelPair();
    channels.push(end);
    if (reachable) server.accept(end);
    else end.close();
    return browser;
  };
  const wire = openWire({
    connect,
    clock,
    random: seededRandom('wire'),
    session: () => session,
    sessionOver: (secret) => over.push(secret),
    ...(ready ? { ready } : {}),
  });
  return {
    ...{ clock, server, sessions, reported, wire, over, connect, channels },
    become(secret: string | null) {
      session = secret;
      wire.greet();
    },
    setReachable: (on: boolean) => (reachable = on),
    setDatabase: (on: boolean) => (databaseIsThere = on),
    holdCheck() {
      const { promise, resolve } = Promise.withResolvers<void>();
      checking = promise;
      return resolve;
    },
    peer(): Peer {
      const [peer] = server.connected();
      if (!peer) throw new Error('Nobody is connected.');
      return peer;
    },
    /** The connection breaks. */
    breakOff: () => channels.at(-1)?.close(),
  };
}
