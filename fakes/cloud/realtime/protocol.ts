/** Messages between an embedded client and the realtime service. Values carry their priorities. */
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Priority, RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import type { TreeSetting } from '#query/tree/change.ts';
import type { DisconnectChange } from '#query/tree/disconnect-writes.ts';
import type { Keys } from '#query/tree/node.ts';
import type { DatabaseAuth } from '#firebase-rules/rules-realtime/decisions.ts';

/** Id of a write, by client: a write that is sent again because its answer was lost is not applied again. */
export interface Stamp {
  readonly queue: string;
  readonly number: number;
}

/** `null`: it is made as often as it comes. */
export interface Stamped {
  readonly stamp: Stamp | null;
}

/** Values by absolute path, set at one moment. */
export interface Updating {
  readonly values: readonly { readonly keys: Keys; readonly value: RealtimeValue }[];
}

export interface RealtimeOperations {
  get: { payload: NormalQuery; reply: Json };
  set: { payload: TreeSetting & Stamped; reply: null };
  update: { payload: Updating & Stamped; reply: null };
  setPriority: {
    payload: Stamped & { readonly keys: Keys; readonly priority: Priority };
    reply: null;
  };
  /** Writes on top of each other, only if the server holds `base` (or a node of this hash) at `keys`, where all of them lie. For who may read that. */
  transaction: {
    payload: { readonly keys: Keys; readonly writes: readonly TreeSetting[] } & (
      | { readonly base: Json }
      | { readonly hash: string }
    );
    reply: { readonly committed: boolean };
  };
  onDisconnect: { payload: DisconnectChange; reply: null };
  /**
   * Identity that the rules see behind this connection; `null`: nobody. Refused as `unauthenticated` while the token is too old.
   */
  identity: { payload: null; reply: DatabaseAuth | null };
  /** The client closes its connection to this service alone. */
  goodbye: { payload: null; reply: null };
}

export type RealtimeOperation = keyof RealtimeOperations;

/** Event of the topic `listen`: places below the listened path with their new values, all at one moment. */
export interface ListenEvent {
  readonly patches: readonly { readonly keys: Keys; readonly value: Json }[];
  /** The first one holds everything. */
  readonly whole: boolean;
  /** Whether no index serves the query; with the first event. */
  readonly lacksIndex?: boolean;
}

/** Whether a listen for this query brings every child, in whatever order. */
export const isWhole = ({ start, end, limit }: NormalQuery): boolean => !start && !end && !limit;

export const queryId = ({ orderBy, start, end, limit }: NormalQuery): string =>
  JSON.stringify([orderBy, start, end, limit]);
