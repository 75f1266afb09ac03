/**
 * Documents in collections, live and offline. Paths are strings: `teams/a` names a document, `teams/a/alerts` a
 * collection. A path of the wrong kind, or an argument that can't be stored, is a `TypeError` thrown at once.
 */
import type { Observer, Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';
import type { Query } from './query.ts';
import type { DocData, WriteData, WriteValue } from './values.ts';

export interface SnapshotMetadata {
  /** Not confirmed by the server since this client was last in touch with it. */
  readonly fromCache: boolean;
  /** Holds changes made here that the server has not accepted yet. */
  readonly hasPendingWrites: boolean;
}

/** A document as it was at one moment; it never changes afterwards. */
export interface DocSnapshot {
  readonly id: string;
  readonly path: string;
  /** `null` when there is no such document. */
  readonly data: DocData | null;
  readonly metadata: SnapshotMetadata;
}

export interface DocChange {
  readonly type: 'added' | 'modified' | 'removed';
  readonly doc: DocSnapshot;
  /** Place in the previous result; -1 when added. */
  readonly oldIndex: number;
  /** Place in this result; -1 when removed. Indexes hold if changes are applied one after the other. */
  readonly newIndex: number;
}

export interface QuerySnapshot {
  readonly query: Query;
  readonly docs: readonly DocSnapshot[];
  /** Since the previous snapshot of the same subscription; in the first, every document is added. */
  readonly changes: readonly DocChange[];
  readonly metadata: SnapshotMetadata;
}

/** How a server timestamp that is still pending reads: as `null`, as this client's time, or as the value it replaces. */
export type PendingTimestamps = 'none' | 'estimate' | 'previous';

export interface ReadOptions {
  /**
   * `default`: the server, else the cache when offline. `server`: `unavailable` when offline. `cache`: never asks the
   * server; a document that is not cached is `unavailable`, a query answers from what is there.
   */
  readonly source?: 'default' | 'server' | 'cache';
  /** Default `none`. */
  readonly serverTimestamps?: PendingTimestamps;
}

export interface WatchOptions {
  /** Also tell when only the metadata changed. Default false. */
  readonly includeMetadataChanges?: boolean;
  /** Default `none`. */
  readonly serverTimestamps?: PendingTimestamps;
}

/** One write of a batch. */
export type Write =
  | {
      readonly type: 'set';
      readonly path: string;
      readonly data: WriteData;
      /** `true` keeps fields that `data` does not name; a list writes only the fields it names. Default: replace all. */
      readonly merge?: true | readonly string[];
    }
  /** `changes` maps field paths (`a.b`) to values; other fields stay. The document must exist. */
  | { readonly type: 'update'; readonly path: string; readonly changes: Readonly<Record<string, WriteValue>> }
  | { readonly type: 'delete'; readonly path: string };

export type Aggregate = { readonly count: true } | { readonly sum: string } | { readonly average: string };

/** Reads and writes that take effect together or not at all. All reads come before the first write. */
export interface DocTransaction {
  get(path: string): Promise<DocSnapshot>;
  write(write: Write): void;
}

export interface TransactionOptions {
  /** Default 5. */
  readonly attempts?: number;
}

export interface Docs {
  /** The document, with `data: null` when there is none. @throws permission-denied, unavailable */
  get(path: string, options?: ReadOptions): Promise<DocSnapshot>;
  /**
   * The documents that match now, all of them as added.
   * @throws permission-denied, unavailable, invalid-argument (what can't be combined), unimplemented (limitToLast without an
   * order), not-found (a cursor at a document that is not there), failed-precondition (an index is missing; the message
   * names it)
   */
  find(query: Query, options?: ReadOptions): Promise<QuerySnapshot>;
  /** 1 to 5 aggregates by name. Sum of nothing is 0, average of nothing `null`. Always asks the server. */
  aggregate<T extends Readonly<Record<string, Aggregate>>>(
    query: Query,
    aggregates: T,
  ): Promise<{ readonly [name in keyof T]: number | null }>;

  /**
   * The document now and after each change, the first time always (also when absent). Own writes show at once, before
   * the server has them. `error` ends the subscription: permission-denied, invalid-argument.
   */
  watch(path: string, observer: Observer<DocSnapshot>, options?: WatchOptions): Unsubscribe;
  /**
   * The result now and after each change. First from the cache if it holds anything of it (or when offline), then
   * confirmed by the server. Subscriptions to one query are told in the order they were made. `error` ends it, with the
   * codes of `find`.
   */
  watchQuery(query: Query, observer: Observer<QuerySnapshot>, options?: WatchOptions): Unsubscribe;
  /** After all subscriptions have been told of what belongs together. */
  onInSync(next: () => void): Unsubscribe;

  /**
   * Writes resolve once the server has accepted them. Offline they wait, show locally, and land in the order made; a
   * refusal (permission-denied, not-found, …) rejects and takes the local change back.
   */
  write(write: Write): Promise<void>;
  /** All or nothing, at one moment. Of no writes: resolves. */
  batch(writes: readonly Write[]): Promise<void>;
  /**
   * Runs `run`, again after a conflict, with back-off; what it read is as of one moment when its writes land. Needs the server: `unavailable` when offline.
   * @throws whatever `run` throws (nothing is written then); aborted after the last attempt; invalid-argument for a read
   * after a write
   */
  transaction<T>(run: (transaction: DocTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /** Resolves when all writes made before this call have been accepted or refused by the server. */
  waitForPendingWrites(): Promise<void>;
  /** Stops or resumes using the network; while stopped, everything behaves as offline. */
  setNetwork(enabled: boolean): Promise<void>;
  /** Forgets what is cached, waiting writes included. @throws failed-precondition while subscriptions are alive */
  clearCache(): Promise<void>;
  /** An id for a new document: 20 letters and digits, unique. */
  newId(): string;
}

export const docsToken = portToken<Docs>('docs');
