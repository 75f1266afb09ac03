/** What the cloud gives to each of its gateways, and the messages that observers of a gateway see. */
import type { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { FaultQueue } from './faults.ts';
import type { FromCloud, Room, ToCloud } from './protocol.ts';
import type { CloudService } from './service.ts';

export interface GatewayContext {
  readonly clock: Clock;
  readonly faults: FaultQueue;
  /** Whether this connection may be an operator's. */
  readonly operators: boolean;
  /** Network address of the client; `null` where the connection has none. */
  readonly peer: string | null;
  service(room: Room): GatewayService | undefined;
  services(): Iterable<GatewayService>;
  /** Caller of a token; `null` for none, or one that is no longer valid. */
  verify(token: string): Caller | null;
  /** Notes an error that is no `PortError`, a mistake of the cloud. Returns the error for the client. */
  failure(operation: string, error: unknown): PortError;
  /** Observers of the traffic. */
  readonly readers: ReadonlySet<(traffic: Traffic) => void>;
  /** `null` in a complete cloud; else resolves once it is, or rejects when a part can't be loaded. */
  completion(): Promise<void> | null;
  /** Runs `run` once every change up to now is stored, in the order of the calls; at once in a cloud without storage. */
  whenKept(run: () => void): void;
}

/** A message between a client and the cloud. */
export interface Traffic {
  /** Epoch milliseconds, the cloud's time. */
  readonly at: number;
  readonly clientId: string;
  readonly from: 'client' | 'cloud';
  readonly message: ToCloud | FromCloud;
}

/** A service as the gateway sees it; the operator's door is one too. */
export type GatewayService = Pick<
  CloudService,
  'requests' | 'payloads' | 'topics' | 'disconnected' | 'identified'
>;
