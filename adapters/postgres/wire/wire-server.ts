/** The server's end of browsers' connections: calls and streams of services, with the session of each connection. */
import { runEach } from '#provider-kit/guard-listener.ts';
import type { TextChannel } from './channel.ts';
import type { Peer, WireCall, WireService, WireStream } from './peer.ts';
import { ServedPeer, type ServedPeerOptions } from './served-peer.ts';

export interface WireServerOptions extends ServedPeerOptions {
  readonly services: readonly WireService[];
}

export class WireServer {
  private readonly options: WireServerOptions;
  private readonly calls = new Map<string, WireCall>();
  private readonly streams = new Map<string, WireStream>();
  private readonly peers = new Set<ServedPeer>();

  constructor(options: WireServerOptions) {
    this.options = options;
    for (const { calls = {}, streams = {} } of options.services) {
      for (const [name, call] of Object.entries(calls)) this.calls.set(name, call);
      for (const [name, stream] of Object.entries(streams)) this.streams.set(name, stream);
    }
  }

  /** `network`: the address that the connection comes from; limits count by it. Default: not known, and not limited. */
  accept(channel: TextChannel, network: string | null = null): void {
    const peer = new ServedPeer(channel, network, this.options, this.calls, this.streams, () =>
      this.peers.delete(peer),
    );
    this.peers.add(peer);
  }

  connected(): Iterable<Peer> {
    return this.peers;
  }

  connections(): number {
    return this.peers.size;
  }

  /** Ends all connections. */
  close(): void {
    runEach([...this.peers], (peer) => peer.end());
  }
}
