/** Connection to the server, as a client of a tree uses it. */
import type { PortError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import type { Random } from '#provider-kit/random.ts';
import type { ListenEvent, TreeRequest, TreeRequests } from '#query/tree/protocol.ts';

/** Receivers of an answer: called when it comes, before any later event of a listen. */
export interface TreeAnswer<T> {
  done(value: T): void;
  /** `unavailable` when the connection is lost before the answer; `unauthenticated`: try again, nothing was done. */
  failed(error: PortError): void;
}

export interface ListenReceiver {
  event(event: ListenEvent): void;
  /** The server ended it (with its reason), or the connection was lost (`unavailable`): it is opened again when online. */
  end(error: PortError | null): void;
}

/** The answer to a write comes after the events that it makes. */
export interface RealtimeTransport {
  /** Unique among the clients of the server. */
  readonly clientId: string;
  online(): boolean;
  /** Calls `next` at each change of `online`: at a loss before the requests that it ends fail. */
  onOnline(next: (online: boolean) => void): Unsubscribe;
  /** The server's clock less this client's, in milliseconds; 0 until known. */
  serverTimeOffset(): number;
  onOffset(next: (offsetMs: number) => void): Unsubscribe;
  ask<Name extends TreeRequest>(
    request: Name,
    payload: TreeRequests[Name]['payload'],
    answer: TreeAnswer<TreeRequests[Name]['reply']>,
  ): void;
  listen(query: NormalQuery, receiver: ListenReceiver): Unsubscribe;
  /** The client closes its connection on purpose: the server makes the disconnect writes. */
  goodbye(): void;
}

export interface RealtimeContext extends PortClient {
  readonly transport: RealtimeTransport;
  /** This client's own clock: it may be wrong. */
  readonly clock: Clock;
  readonly random: Random;
}
