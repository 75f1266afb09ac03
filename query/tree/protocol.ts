/** Requests of a client to the server of a tree, and the events of its listens. Values carry their priorities. */
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Priority, RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import type { TreeSetting } from './change.ts';
import type { DisconnectChange } from './disconnect-writes.ts';
import type { Keys } from './node.ts';

/** Id of a write, by client: with it a server can tell a write that is sent again because its answer was lost. */
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

/** Writes on top of each other, only if the server holds `base` at `keys`, where all of them lie. For who may read that. */
export interface TreeTransaction {
  readonly keys: Keys;
  readonly base: Json;
  readonly writes: readonly TreeSetting[];
}

export interface TreeRequests {
  get: { payload: NormalQuery; reply: Json };
  set: { payload: TreeSetting & Stamped; reply: null };
  update: { payload: Updating & Stamped; reply: null };
  setPriority: {
    payload: Stamped & { readonly keys: Keys; readonly priority: Priority };
    reply: null;
  };
  transaction: { payload: TreeTransaction; reply: { readonly committed: boolean } };
  onDisconnect: { payload: DisconnectChange; reply: null };
}

export type TreeRequest = keyof TreeRequests;

/** Event of a listen: places below the listened path with their new values, all at one moment. */
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
