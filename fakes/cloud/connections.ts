/** Connections of a cloud's clients, and the observers of their messages. */
import { runEach } from '#provider-kit/guard-listener.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Random } from '#provider-kit/random.ts';
import type { Channel } from './channel.ts';
import { type Gateway, openGateway } from './gateway.ts';
import type { GatewayContext, GatewayService, Traffic } from './gateway-context.ts';

/** Context of all connections. */
export interface ConnectionsContext extends Omit<
  GatewayContext,
  'operators' | 'peer' | 'service' | 'services' | 'readers'
> {
  /** Ids of connections. */
  readonly ids: Pick<Random, 'id'>;
  rooms(): ReadonlyMap<string, GatewayService>;
}

export interface Connections {
  /** Serves a client. `operators`: whether it may be an operator; `peer`: its network address. */
  open(channel: Channel, operators: boolean, peer: string | null): void;
  /** Calls `next` with every message, as it is received or sent. */
  onTraffic(next: (traffic: Traffic) => void): Unsubscribe;
  /** Sends every client the cloud's time. */
  announceTime(): void;
  /** Disconnects all clients except operators. `forMs`: as in `Gateway.drop`. */
  dropAll(forMs: number): void;
  /** Disconnects all clients, operators too. */
  close(): void;
}

export function clientConnections(context: ConnectionsContext): Connections {
  const { ids, rooms } = context;
  const gateways = new Set<Gateway>();
  const readers = new Set<(traffic: Traffic) => void>();
  return {
    open(channel, operators, peer) {
      const gateway: Gateway = openGateway(
        channel,
        {
          ...context,
          operators,
          peer,
          service: (room) => (room === 'control' && !operators ? undefined : rooms().get(room)),
          services: () => rooms().values(),
          readers,
        },
        ids.id(),
        () => gateways.delete(gateway),
      );
      gateways.add(gateway);
    },
    onTraffic(next) {
      readers.add(next);
      return () => readers.delete(next);
    },
    announceTime: () => runEach([...gateways], (gateway) => gateway.announceTime()),
    dropAll: (forMs) =>
      runEach([...gateways], (gateway) => {
        if (!gateway.servesOperator()) gateway.drop(forMs);
      }),
    close: () => runEach([...gateways], (gateway) => gateway.drop(null)),
  };
}
