/**
 * A tree of JSON values, shared live: for transient state such as presence. Paths are keys joined by `/` (`''` is the root). Keys hold
 * neither `. # $ / [ ]` nor control characters; at most 32 levels and 768 bytes, a slash before each key included. An empty object equals
 * an absent value. An array is stored as children 0, 1, …; children are returned as an array when all their keys are such and at least half
 * of its places are filled, with `null` in the others. Invalid arguments throw a `TypeError` at once.
 *
 * Children are sorted by the value that they are ordered by (absent, false, true, numbers, texts, objects), then by their keys: 32-bit
 * integers by number, then texts.
 */
import type { Json, Observer, Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';

/** Worked out by the server when the write arrives: its time in epoch milliseconds, or the number it holds plus `by`. */
export type ServerValue =
  | { readonly '.sv': 'timestamp' }
  | { readonly '.sv': { readonly increment: number } };

export const serverTime = (): ServerValue => ({ '.sv': 'timestamp' });
export const incrementBy = (by: number): ServerValue => ({ '.sv': { increment: by } });

export type RealtimeValue = Json | ServerValue | { readonly [key: string]: RealtimeValue };
export type Priority = number | string | null;

export interface RealtimeQuery {
  readonly path: string;
  /** Default `priority`. `child` is a path below each child. */
  readonly orderBy?: 'key' | 'value' | 'priority' | { readonly child: string };
  readonly startAt?: RangeBound;
  readonly startAfter?: RangeBound;
  readonly endAt?: RangeBound;
  readonly endBefore?: RangeBound;
  readonly equalTo?: RangeBound;
  readonly limitToFirst?: number;
  readonly limitToLast?: number;
}

/** A value to compare with and, among equals, a key. */
export interface RangeBound {
  readonly value: null | boolean | number | string;
  readonly key?: string;
}

/** The tree below one path at one moment. */
export interface RealtimeSnapshot {
  /** The last key of the path; `null` at the root. */
  readonly key: string | null;
  readonly path: string;
  /** `null` when there is nothing. */
  readonly value: Json;
  readonly priority: Priority;
  /** In the query's order. */
  readonly children: readonly RealtimeChild[];
}

export interface RealtimeChild {
  readonly key: string;
  readonly value: Json;
  readonly priority: Priority;
}

export interface ChildEvent {
  readonly type: 'added' | 'changed' | 'moved' | 'removed';
  readonly child: RealtimeChild;
  /** Key of the child before it in the query's order; `null` for the first, and for a removed child. */
  readonly previousKey: string | null;
}

/**
 * Writes of the server, once, when this client is gone, however it went. Each is confirmed once the server holds it. After
 * a reconnect nothing is left there: leave it anew (`watchConnection` tells when).
 */
export interface OnDisconnect {
  set(value: RealtimeValue, priority?: Priority): Promise<void>;
  update(values: Readonly<Record<string, RealtimeValue>>): Promise<void>;
  remove(): Promise<void>;
  /** Takes back all of this path and below; of what was left for a place above it, the rest stays. */
  cancel(): Promise<void>;
}

/** A value that is replaced depending on what it was. */
export interface RealtimeTransactions {
  /**
   * Runs `update` with the locally known value (`null` when unknown); its result is the next value, `undefined` stops. `update` is run
   * again when the server held another value, up to 25 attempts. The priority stays. The result shows at once, unless it is not applied
   * locally. Transactions at one path, or within each other's, wait for each other and start from each other's results; waiting ones are
   * sent together.
   * @throws realtime/max-retries, realtime/overridden-by-set (by a plain write made here before the transaction's turn, or during it while
   * the server held another value), permission-denied, realtime/disconnected: the connection was lost before the answer, so the outcome is
   * unknown
   */
  run(
    path: string,
    update: (current: Json) => RealtimeValue | undefined,
    options?: { readonly applyLocally?: boolean },
  ): Promise<{ readonly committed: boolean; readonly snapshot: RealtimeSnapshot }>;
}

/** Order of children by a value beside theirs. */
export interface RealtimePriorities {
  set(path: string, priority: Priority): Promise<void>;
}

/** Children as a list: what happens to each, and keys that grow. */
export interface RealtimeLists {
  /**
   * Each child there is as added, in order, then every change: those of one moment as removed, added, moved, changed. A child
   * that is wholly known shows even while the rest is not. Moved comes with changed when what children are ordered by
   * changed, wherever the child stays.
   */
  watchChildren(target: string | RealtimeQuery, observer: Observer<ChildEvent>): Unsubscribe;
  /** A new key under `path`, later ones after earlier ones; writes nothing. */
  newKey(path: string): string;
}

/** Writes left with the server for when this client is gone. */
export interface DisconnectWrites {
  at(path: string): OnDisconnect;
}

export interface ConnectionSwitch {
  /** Closes or opens the connection on purpose; closing runs on-disconnect writes. */
  setOnline(online: boolean): void;
}

export interface Realtime {
  /**
   * The value that a live subscription or an own write here already knows, else from the server, with own writes that are not
   * confirmed yet laid over it. @throws unavailable when offline, permission-denied
   */
  get(target: string | RealtimeQuery): Promise<RealtimeSnapshot>;
  /**
   * Replaces everything below, priorities too; `null` removes it. Shows locally at once. Resolves once the server has stored it; offline,
   * writes wait and arrive in the order in which they were made. At-least-once: a write whose answer was lost is sent again, with the same
   * result unless it increments (which may count twice), holds the server's time (then that of the second arrival), or was overwritten by
   * another client in between.
   * @throws permission-denied, then reverted
   */
  set(path: string, value: RealtimeValue, priority?: Priority): Promise<void>;
  /** Paths relative to `path`, all at one moment; none may lie within another. */
  update(path: string, values: Readonly<Record<string, RealtimeValue>>): Promise<void>;
  remove(path: string): Promise<void>;
  /** The value now and after each change. `error` ends it (permission-denied, also when leave to read is taken away later). */
  watch(target: string | RealtimeQuery, observer: Observer<RealtimeSnapshot>): Unsubscribe;
  /** Starts with `false` unless connected, then tells each change. */
  watchConnection(next: (connected: boolean) => void): Unsubscribe;
  /** Milliseconds to add to this client's clock for the server's; 0 until known. */
  watchServerTimeOffset(next: (offsetMs: number) => void): Unsubscribe;

  readonly transactions: RealtimeTransactions | null;
  readonly priorities: RealtimePriorities | null;
  readonly lists: RealtimeLists | null;
  readonly disconnects: DisconnectWrites | null;
  readonly connection: ConnectionSwitch | null;
}

export const realtimeToken = portToken<Realtime>('realtime');
