/**
 * Documents in collections, live and offline. Paths are strings: `teams/a` names a document, `teams/a/alerts` a
 * collection. A path of the wrong kind, or an argument that can't be stored, is a `TypeError` thrown at once: an id, or a field's name
 * or path, that is reserved (`.`, `..`, `__…__`) or empty; an array directly in an array; what is past one of the provider's limits
 * on arguments (`ArgumentLimits`).
 *
 * A write past another of the provider's `limits` is `invalid-argument`, and nothing of it is done.
 */
import type { Observer, Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';
import type { DocsLimits } from './limits.ts';
import type { Nearest, Query, QueryPart } from './query.ts';
import type { DocSnapshot, SnapshotMetadata } from './snapshot.ts';
import type { WriteData, WriteValue } from './values.ts';

export type { DocSnapshot, SnapshotMetadata } from './snapshot.ts';

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

/** A write of a batch. */
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

/** Writes that wait, and the cache. */
export interface OfflineDocs {
  /**
   * Resolves when all writes made before this call have been accepted or refused by the server.
   * @throws cancelled when their person signs out, or another signs in, before that
   */
  waitForPendingWrites(): Promise<void>;
  /** Stops or resumes using the network; while stopped, everything behaves as offline. */
  setNetwork(enabled: boolean): Promise<void>;
  /**
   * Forgets what is cached, waiting writes included, for all tabs of this browser.
   * @throws failed-precondition while subscriptions are alive in any of them: nothing changes then, and waiting writes go on. Where the
   * browser's storage fails, its error; no write waits forever then: where the provider can no longer follow the waiting ones, they
   * reject with `cancelled`, and those that are stored are sent all the same.
   */
  clearCache(): Promise<void>;
}

/** Aggregates computed by the server. */
export interface DocAggregates {
  /**
   * 1 to 5 aggregates by name, of the documents that have all the fields that are summed or averaged. Values that are no
   * numbers are passed over, a NaN makes the result NaN. Sum of nothing is 0, average of nothing `null`. Always asks the server.
   * @throws as `find`
   */
  compute<T extends Readonly<Record<string, Aggregate>>>(
    query: Query,
    aggregates: T,
  ): Promise<{ readonly [name in keyof T]: number | null }>;
}

/** Reads and writes that take effect together. */
export interface ClientTransactions {
  /**
   * Runs `run`, and retries after a conflict or a transient failure, with delays of 1 s to 60 s (varied by half, growing by half each time,
   * counted from the start of the last attempt). All reads are consistent with the moment at which the writes are applied. Needs the
   * server: `unavailable` when offline. At-least-once, as `write`: a retry after a lost answer reads the writes of the attempt before; a
   * transaction that counts therefore also writes, and looks for, a document that marks it as done.
   * @throws whatever `run` throws (nothing is written then, and there is no retry); aborted after the last attempt; invalid-argument for a
   * read after a write, for an update of a document read as missing, and for an update after a delete; TypeError when `run` returns no
   * promise
   */
  run<T>(run: (transaction: DocTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** Queries over all collections of one name, wherever they are. */
export interface DocGroups {
  /** For `find`, `watchQuery`, aggregates and the nearest: `docs.groups.query('tasks', where('done', '==', false))`. */
  query(name: string, ...parts: readonly QueryPart[]): Query;
}

/** Vector search. */
export interface NearestDocs {
  /**
   * The documents whose vectors are nearest, in the order of their distance, all of them as added. `query` has filters only. Always asks
   * the server.
   * @throws as `find`; unavailable when offline
   */
  find(query: Query, nearest: Nearest): Promise<QuerySnapshot>;
}

/** Events that belong to several subscriptions. */
export interface DocsSync {
  /** Called once all subscriptions have received the changes of one event. */
  onInSync(next: () => void): Unsubscribe;
}

export interface Docs {
  /** The document, with `data: null` when there is none. @throws permission-denied, unavailable */
  get(path: string, options?: ReadOptions): Promise<DocSnapshot>;
  /**
   * The documents that match now, all of them as added.
   * A list of which a part may not be read is refused (`docs.refused-lists`), or shows the rest.
   * A query with what an extension sets, of a group where `groups` is `null` or for the nearest, is a `TypeError`, thrown at once.
   * @throws permission-denied, unavailable, invalid-argument (what can't be combined, `limitToLast` without an order), not-found (a
   * cursor at a document that is not there), failed-precondition (an index is missing; the message says which, or where to add it)
   */
  find(query: Query, options?: ReadOptions): Promise<QuerySnapshot>;
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
  /**
   * Writes resolve once the server has accepted them. Offline, writes wait, show locally, and are applied in the order made; a rejected
   * write (permission-denied, not-found, …) rejects its promise, and the local change is reverted. Where the cache is persistent, the
   * browser's other tabs with the same person show pending writes at once, and send them if this tab is gone. Pending writes are a
   * person's: nobody else who signs in here sees or sends them. Cached documents, too, are hidden from the next person where the provider
   * says so (`docs.own-cache`).
   *
   * At-least-once delivery: when the server's answer is lost, the write is sent again, authorized again and applied again. Set values,
   * unions, removals and deletes are idempotent; an increment may count twice, a server timestamp may be that of the second application,
   * and rules against overwriting reject the second one, so that an applied write may reject with permission-denied. A write that must
   * count once needs an id of its own: a document that shows it was applied.
   */
  write(write: Write): Promise<void>;
  /**
   * All or nothing, at one moment. Of no writes: resolves.
   * @throws as `write`; invalid-argument for more writes than the setting `batchWrites`, and for an update after a delete
   */
  batch(writes: readonly Write[]): Promise<void>;
  /** An id for a new document: 20 letters and digits, unique. */
  newId(): string;
  /** Limits of this provider. */
  readonly limits: DocsLimits;

  readonly offline: OfflineDocs | null;
  readonly aggregates: DocAggregates | null;
  readonly groups: DocGroups | null;
  readonly nearest: NearestDocs | null;
  readonly transactions: ClientTransactions | null;
  readonly sync: DocsSync | null;
}

export const docsToken = portToken<Docs>('docs');
